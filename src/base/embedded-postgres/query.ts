/** Runs statements on the built-in server, as one of its roles. Must not depend on the caller's PG* variables. */
import pg from 'pg';
import { type Role, roleName } from './application.ts';
import { type Directories, port } from './directories.ts';
import { readPassword } from './passwords.ts';

/** Generous: a disk that is busy with something else can hold up a new connection for several seconds. */
const connectTimeoutMs = 20_000;
const queryTimeoutMs = 20_000;

/** @returns the first column of the first row. */
export async function query(dirs: Directories, role: Role, database: string, text: string): Promise<unknown> {
  return await inSession(dirs, role, { database, timeoutMs: queryTimeoutMs }, async (client) => {
    const result = await client.query<unknown[]>({ text, rowMode: 'array' });
    return result.rows[0]?.[0];
  });
}

/** Runs `work` on one connection. @param timeoutMs of each statement; 0 for none. */
export async function inSession<T>(
  dirs: Directories,
  role: Role,
  { database, timeoutMs }: { database: string; timeoutMs: number },
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    host: dirs.socketDir,
    port,
    user: roleName(dirs.application, role),
    password: readPassword(dirs, role),
    database,
    ssl: false,
    options: '-c client_min_messages=warning',
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => {});
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => {});
  }
}

const refusedLogin = /^28/;

/** The server answered, but does not know the role or the password. */
export const isLoginRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && refusedLogin.test(error.code ?? '');
