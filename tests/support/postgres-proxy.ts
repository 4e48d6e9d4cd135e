/** Stands between the service and PostgreSQL and cuts one connection at a chosen statement, before or after it worked. */
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ServerAddress } from '../../src/embedded-postgres/index.ts';

export type PostgresProxy = {
  settings: ServerAddress;
  /**
   * Cuts the next connection that sends a statement containing `text`: `unsent`, before the server sees it, or
   * `unanswered`, when the server has done it and before the client hears. With `answering`, only if that is part of
   * the answer.
   */
  cutOnce(text: string, when: 'unsent' | 'unanswered', answering?: string): void;
  /** How many connections were cut. */
  cuts(): number;
  /** Passes nothing on any more, in either direction, and says nothing about it, as a network that lost its route. */
  silence(): void;
  /** Cuts all connections and lets nobody in any more, as a server that is down. */
  shut(): void;
  /** Lets clients in again after `shut`. */
  admit(): void;
  close(): Promise<void>;
};

const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5]);
/** The server has finished what it was sent. */
const isReady = (data: Buffer): boolean => data.subarray(-6, -1).equals(readyForQuery);

export async function createPostgresProxy(server: ServerAddress): Promise<PostgresProxy> {
  const { host, port } = server;
  const sockets = new Set<Socket>();
  let armed: { text: string; when: 'unsent' | 'unanswered'; answering: string } | undefined;
  let cuts = 0;
  let isShut = false;
  let isSilent = false;

  const proxy = createServer((client) => {
    if (isShut) return client.destroy();
    const upstream = connect(join(host, `.s.PGSQL.${port}`));
    /** What the server answers to the chosen statement, so far. */
    let swallowed: Buffer | undefined;
    let answering = '';
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
      if (isSilent) return;
      if (armed !== undefined && data.includes(armed.text)) {
        const { when } = armed;
        if (when === 'unsent') {
          armed = undefined;
          return cut();
        }
        ({ answering } = armed);
        swallowed = Buffer.alloc(0);
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (isSilent) return;
      if (swallowed === undefined) {
        client.write(data);
        return;
      }
      swallowed = Buffer.concat([swallowed, data]);
      if (!isReady(data)) return;
      if (armed !== undefined && swallowed.includes(answering)) {
        armed = undefined;
        cut();
      } else {
        client.write(swallowed);
        swallowed = undefined;
      }
    });
  });
  await new Promise<void>((resolve) => {
    proxy.listen(0, '127.0.0.1', resolve);
  });
  const address = proxy.address() as { port: number };
  return {
    settings: { ...server, host: '127.0.0.1', port: address.port },
    cutOnce(text, when, answering = '') {
      armed = { text, when, answering };
    },
    cuts: () => cuts,
    silence() {
      isSilent = true;
    },
    shut() {
      isShut = true;
      for (const socket of sockets) socket.destroy();
    },
    admit() {
      isShut = false;
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        proxy.close(() => resolve());
      }),
  };
}
