/** Stands between the service and PostgreSQL and cuts one connection at a chosen statement, before or after it worked. */
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ServerAddress } from '../../src/embedded-postgres/index.ts';

export type PostgresProxy = {
  settings: ServerAddress;
  /**
   * Cuts the next connection that sends a statement containing `text`: `unsent`, before the server sees it, or
   * `unanswered`, when the server has done it and before the client hears.
   */
  cutOnce(text: string, when: 'unsent' | 'unanswered'): void;
  /** How many connections were cut. */
  cuts(): number;
  close(): Promise<void>;
};

const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5]);
/** The server has finished what it was sent. */
const isReady = (data: Buffer): boolean => data.subarray(-6, -1).equals(readyForQuery);

export async function createPostgresProxy(server: ServerAddress): Promise<PostgresProxy> {
  const { host, port } = server;
  const sockets = new Set<Socket>();
  let armed: { text: string; when: 'unsent' | 'unanswered' } | undefined;
  let cuts = 0;

  const proxy = createServer((client) => {
    const upstream = connect(join(host, `.s.PGSQL.${port}`));
    let swallowing = false;
    const cut = () => {
      cuts += 1;
      client.destroy();
      upstream.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on('data', (data) => {
      if (armed !== undefined && data.includes(armed.text)) {
        const { when } = armed;
        armed = undefined;
        if (when === 'unsent') return cut();
        swallowing = true;
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (!swallowing) client.write(data);
      else if (isReady(data)) cut();
    });
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const address = proxy.address() as { port: number };
  return {
    settings: { ...server, host: '127.0.0.1', port: address.port },
    cutOnce(text, when) {
      armed = { text, when };
    },
    cuts: () => cuts,
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        proxy.close(() => resolve());
      }),
  };
}
