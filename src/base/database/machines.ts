/** The other machines of a cluster of Citus, as the service connects to them: like the coordinator, but for the address. */
import pg from 'pg';
import { type ConnectionSettings, createPool } from './pool.ts';

const answerWithinMs = 5_000;

export type Machine = { host: string; port: number };

/** Where a machine is connected to. @param pool of the coordinator, whose user, password, database and encryption count. */
export function settingsAt(pool: pg.Pool, machine: Machine): ConnectionSettings {
  // From the driver: a connection string may leave them out.
  const { user, password, database, ssl } = new pg.Client(pool.options);
  return { ...machine, user: String(user), password: String(password ?? ''), database: String(database), ssl };
}

/** The workers that cannot be connected to, with the driver's reason. A silent one is given up after 5 seconds. */
export async function findUnreachable(pool: pg.Pool): Promise<(Machine & { reason: string })[]> {
  const { rows } = await pool.query<Machine>(
    `select nodename as host, nodeport::int4 as port from pg_dist_node
    where groupid <> 0 and noderole = 'primary' and isactive order by 1, 2`,
  );
  const tried = await Promise.all(
    rows.map(async (machine) => ({ ...machine, reason: await whyUnreachable(pool, machine) })),
  );
  return tried.flatMap(({ reason, ...machine }) => (reason === undefined ? [] : [{ ...machine, reason }]));
}

/** @returns the driver's reason, or undefined when the machine answers. */
export async function whyUnreachable(pool: pg.Pool, machine: Machine): Promise<string | undefined> {
  const own = createPool(settingsAt(pool, machine), { connections: 1, silenceMaxMs: answerWithinMs });
  try {
    await own.query('select 1');
    return undefined;
  } catch (error) {
    return error instanceof Error && error.message !== '' ? error.message : String((error as { code?: unknown }).code);
  } finally {
    await own.end();
  }
}
