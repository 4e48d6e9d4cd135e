/**
 * A pooler is refused for what it does. The stand-in hands transactions to sessions of a real PostgreSQL as pgbouncer
 * does in each of its modes.
 */
import { createServer, type Server, type Socket } from 'node:net';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { requireSessions } from './require-sessions.ts';

type PoolMode = 'session' | 'transaction' | 'statement';

let database: TestDatabase;
let sessions: pg.Pool;
let pooler: Server | undefined;
beforeAll(async () => {
  database = await createTestDatabase();
  sessions = new pg.Pool(database.settings);
});
afterEach(() => pooler?.close());
afterAll(async () => {
  await sessions.end();
  await database.drop();
});

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const int32 = (value: number): Buffer => Buffer.from([value >> 24, value >> 16, value >> 8, value].map((b) => b & 255));
const ready = (inTransaction: boolean): Buffer => message('Z', Buffer.from(inTransaction ? 'T' : 'I'));

/** One column of text or nothing. */
function answerOf(rows: Record<string, unknown>[], inTransaction: boolean): Buffer {
  const parts: Buffer[] = [];
  for (const row of rows) {
    const [name, value] = Object.entries(row)[0] as [string, unknown];
    const text = Buffer.from(String(value));
    const field = Buffer.concat([Buffer.from(`${name}\0`), int32(0), Buffer.from([0, 0]), int32(23)]);
    parts.push(
      message('T', Buffer.concat([Buffer.from([0, 1]), field, Buffer.from([0, 4]), int32(-1), Buffer.from([0, 0])])),
    );
    parts.push(message('D', Buffer.concat([Buffer.from([0, 1]), int32(text.length), text])));
  }
  return Buffer.concat([...parts, message('C', Buffer.from('SELECT\0')), ready(inTransaction)]);
}

async function serve(socket: Socket, mode: PoolMode): Promise<void> {
  let session: pg.PoolClient | undefined;
  let seen = Buffer.alloc(0);
  let hasStarted = false;
  socket.on('close', () => session?.release());
  for await (const chunk of socket as AsyncIterable<Buffer>) {
    seen = Buffer.concat([seen, chunk]);
    for (;;) {
      const head = hasStarted ? 1 : 0;
      if (seen.length < head + 4 || seen.length < head + seen.readInt32BE(head)) break;
      const type = hasStarted ? String.fromCharCode(seen[0] as number) : 'startup';
      const body = seen.subarray(head + 4, head + seen.readInt32BE(head));
      seen = seen.subarray(head + seen.readInt32BE(head));
      if (type === 'startup') {
        hasStarted = true;
        socket.write(
          Buffer.concat([message('R', int32(0)), message('K', Buffer.concat([int32(1), int32(1)])), ready(false)]),
        );
      }
      if (type === 'X') return void socket.end();
      if (type !== 'Q') continue;
      const text = body.toString('utf8', 0, body.length - 1);
      if (mode === 'statement' && text === 'begin') {
        const error = Buffer.from('SFATAL\0VFATAL\0C08P01\0Mtransaction blocks not allowed\0\0');
        return void socket.end(message('E', error));
      }
      session ??= await sessions.connect();
      const { rows } = await session.query<Record<string, unknown>>(text);
      const inTransaction = text === 'begin' || ((await isOpen(session)) && text !== 'rollback');
      socket.write(answerOf(rows ?? [], inTransaction));
      if (mode !== 'session' && !inTransaction) {
        session.release();
        session = undefined;
      }
    }
  }
}

/** In a transaction the time stands still. */
async function isOpen(session: pg.PoolClient): Promise<boolean> {
  const { rows } = await session.query('select now() <> statement_timestamp() as open');
  return rows[0].open;
}

async function behind(mode: PoolMode): Promise<string> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    serve(socket, mode).catch(() => socket.destroy());
  });
  pooler = server;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `postgres://nobody@127.0.0.1:${(server.address() as { port: number }).port}/any`;
}

it.each(['transaction', 'statement'] as const)('a pooler by %s is refused, with what to do instead', async (mode) => {
  await expect(requireSessions('DATABASE_URL', await behind(mode))).rejects.toThrow(
    /^DATABASE_URL goes through a pooler .* connect to PostgreSQL itself, or set pool_mode = session\.$/,
  );
});

it('a pooler by session is accepted', async () => {
  await requireSessions('DATABASE_URL', await behind('session'));
});

it('PostgreSQL itself is accepted', async () => {
  const { host, port, user, password, database: name } = database.settings;
  await requireSessions(
    'DATABASE_URL',
    `postgres://${user}:${password}@/${name}?host=${encodeURIComponent(host)}&port=${port}`,
  );
});
