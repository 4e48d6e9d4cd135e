/** Stands between the service and PostgreSQL and cuts one connection at a chosen statement, before or after it worked. */
import { connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import type { ServerAddress } from '../../src/base/embedded-postgres/index.ts';

type Cut = 'unsent' | 'unanswered' | 'underWay' | 'stuck' | 'late';

export type PostgresProxy = {
  settings: ServerAddress;
  /**
   * Cuts the next connection that sends a statement containing `text`: `unsent`, before the server sees it, or
   * `unanswered`, when the server has done it and before the client hears. With `answering`, only if that is part of
   * the answer. `underWay` cuts the client off by `cutOff`, while the server works on it; `stuck` does too, and the server
   * never sees it; `late` keeps the statement back meanwhile, and the server's connection open, until `deliver`.
   */
  cutOnce(text: string, when: Cut, answering?: string): void;
  /** As `cutOnce`, one connection after the other. */
  cutInTurn(text: string, whens: readonly Cut[]): void;
  cutOff(): void;
  /** Whether a statement is waiting for `cutOff`, unseen by the server. */
  isStuck(): boolean;
  /** Hands the server the statement that was kept back. @returns its answer. */
  deliver(): Promise<string>;
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

function answerTo(upstream: Socket, data: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let answer = Buffer.alloc(0);
    upstream.on('data', (part) => {
      answer = Buffer.concat([answer, part]);
      if (isReady(answer)) resolve(answer.toString('latin1'));
    });
    upstream.write(data);
  });
}

export async function createPostgresProxy(server: ServerAddress): Promise<PostgresProxy> {
  const { host, port } = server;
  const sockets = new Set<Socket>();
  let armed: { text: string; when: Cut; answering: string }[] = [];
  let cutOff = (): void => {};
  let deliver = (): Promise<string> => Promise.reject(new Error('Nothing was kept back.'));
  let cuts = 0;
  let isStuck = false;
  let isShut = false;
  let isSilent = false;

  const proxy = createServer((client) => {
    if (isShut) return client.destroy();
    const upstream = host.startsWith('/') ? connect(join(host, `.s.PGSQL.${port}`)) : connect(port, host);
    /** What the server answers to the chosen statement, so far. */
    let swallowed: Buffer | undefined;
    let answering = '';
    const cut = () => {
      cuts += 1;
      client.destroy();
      upstream.destroy();
    };
    let isAbandoned = false;
    const cutClientOff = () => {
      cuts += 1;
      isAbandoned = true;
      client.destroy();
    };
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        client.destroy();
        if (!isAbandoned) upstream.destroy();
      });
    }
    client.on('data', (data) => {
      if (isSilent) return;
      const [next] = armed;
      if (next !== undefined && data.includes(next.text)) {
        const { when } = next;
        if (when === 'unsent') {
          armed.shift();
          return cut();
        }
        if (when === 'underWay') {
          armed.shift();
          cutOff = cutClientOff;
          return upstream.write(data);
        }
        if (when === 'stuck') {
          armed.shift();
          isStuck = true;
          cutOff = cut;
          return;
        }
        if (when === 'late') {
          armed.shift();
          deliver = () => answerTo(upstream, data);
          return cutClientOff();
        }
        ({ answering } = next);
        swallowed = Buffer.alloc(0);
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => {
      if (isSilent || isAbandoned) return;
      if (swallowed === undefined) {
        client.write(data);
        return;
      }
      swallowed = Buffer.concat([swallowed, data]);
      if (!isReady(swallowed)) return;
      if (armed.length > 0 && swallowed.includes(answering)) {
        armed.shift();
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
      armed = [{ text, when, answering }];
    },
    cutInTurn(text, whens) {
      armed = whens.map((when) => ({ text, when, answering: '' }));
    },
    cutOff() {
      isStuck = false;
      cutOff();
    },
    isStuck: () => isStuck,
    deliver: () => deliver(),
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
