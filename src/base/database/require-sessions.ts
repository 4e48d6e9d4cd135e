/**
 * Refuses a pooler that hands a client's transactions to changing connections, as pgbouncer does in transaction mode.
 * Locks that outlive a transaction would then be held by whoever comes next, and LISTEN would hear nothing. Judged by
 * what happens, not by names: two clients that are open at once must have two sessions, and keep them.
 */
import pg from 'pg';

const rounds = 3;

const refusal =
  'goes through a pooler that shares sessions between clients (pgbouncer with pool_mode = transaction or statement). Sluice needs its sessions for itself, for locks and LISTEN: connect to PostgreSQL itself, or set pool_mode = session.';

/** @throws Error that names the setting. */
export async function requireSessions(setting: string, connectionString: string): Promise<void> {
  const clients = [1, 2].map(() => new pg.Client({ connectionString, application_name: 'sluice' }));
  const [first, second] = clients as [pg.Client, pg.Client];
  for (const client of clients) client.on('error', () => {});
  try {
    for (const client of clients) await client.connect();
    for (let round = 0; round < rounds; round += 1) {
      const before = await sessionOf(first);
      await second.query('begin').catch((error: unknown) => {
        throw (error as { code?: string }).code === '08P01' ? new Error(`${setting} ${refusal}`) : error;
      });
      const other = await sessionOf(second);
      if (other === before || (await sessionOf(first)) !== before) throw new Error(`${setting} ${refusal}`);
      await second.query('rollback');
    }
  } finally {
    for (const client of clients) void client.end().catch(() => {});
  }
}

async function sessionOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid as number;
}
