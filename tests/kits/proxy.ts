/** Between a client library and the service: keeps what went through, and answers or loses what it is told to. */
import { once } from 'node:events';
import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';

export type Passed = {
  method: string;
  path: string;
  key: string | undefined;
  sent: string;
  status: number;
  answer: string;
};
/** `lose`: the service does what it was asked, and its answer does not arrive. */
type Fault = { status: number; headers: Record<string, string> } | 'lose';

export type KitProxy = {
  origin: string;
  passed: Passed[];
  /** What happens to the next requests to a path, one after the other. */
  faults: Map<string, Fault[]>;
  close(): Promise<void>;
};

export async function createProxy(target: string): Promise<KitProxy> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const [path = ''] = url.split('?');
      const sent = Buffer.concat(chunks).toString();
      const key = headers['idempotency-key'] as string | undefined;
      const keep = (status: number, answer: string) => proxy.passed.push({ method, path, key, sent, status, answer });
      const fault = proxy.faults.get(path)?.shift();
      if (typeof fault === 'object') {
        keep(fault.status, '');
        return void response.writeHead(fault.status, fault.headers).end();
      }
      const forwarded = sendRequest(`${target}${url}`, { method, headers }, async (answered) => {
        const body = Buffer.concat(await answered.toArray());
        keep(answered.statusCode ?? 0, body.toString());
        // In the midst of an answer: some clients send again by themselves what was not answered at all.
        if (fault === 'lose') {
          return void response.writeHead(200, { 'content-length': 99 }).write('{', () => response.destroy());
        }
        response.writeHead(answered.statusCode ?? 0, answered.headers).end(body);
      });
      forwarded.end(sent);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxy: KitProxy = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    passed: [],
    faults: new Map(),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return proxy;
}
