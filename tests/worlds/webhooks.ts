/** A service that delivers, and receivers of its webhooks: real HTTP servers that answer as they are told. */
import { once } from 'node:events';
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export type Received = { headers: IncomingHttpHeaders; body: string; event: Message };
export type Message = {
  id: string;
  type: string;
  mode: string;
  created_at: string;
  request_id: string | null;
  data: Record<string, unknown>;
};

type Answer = (request: Received, response: ServerResponse) => void;

export const ok: Answer = (_, response) => void response.end('ok');
export const status =
  (code: number, headers: Record<string, string> = {}): Answer =>
  (_, response) =>
    void response.writeHead(code, headers).end();

export type Receiver = {
  url: string;
  port: number;
  received: Received[];
  answer: Answer;
  /** Resolves when so many have come in all. */
  until(count: number): Promise<Received[]>;
  close(): Promise<void>;
};

export async function createReceiver(make: (listener: Listener) => Server = createServer): Promise<Receiver> {
  let arrived = (): void => {};
  const server = make((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const one = { headers: request.headers, body, event: JSON.parse(body) as Message };
      receiver.received.push(one);
      receiver.answer(one, response);
      arrived();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const receiver: Receiver = {
    url: `http://localhost:${port}/hook`,
    port,
    received: [],
    answer: ok,
    async until(count) {
      while (receiver.received.length < count) {
        await new Promise<void>((resolve) => {
          arrived = resolve;
        });
      }
      return receiver.received;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
  return receiver;
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Throws unless the public library accepts the signature. */
export const verified = ({ headers, body }: Received, secret: string): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>);
