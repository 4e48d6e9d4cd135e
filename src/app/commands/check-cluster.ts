/** What `sluice doctor` says of a database that Citus spreads over machines; nothing of any other. Must only read. */
import { findCitus, findMisplaced, isTooOld } from '../../base/database/distribute.ts';
import { findUnreachable } from '../../base/database/machines.ts';
import type { OpenDatabase } from '../../base/database/open-database.ts';

/** How long a transaction over several machines may stay half committed after one of them failed. */
const recoverMsMax = 10_000;

/** @returns undefined without Citus; `missing` when nothing is wrong: no cluster is ready for production yet. */
export async function checkCluster(
  pool: OpenDatabase['pool'],
): Promise<{ state: 'missing' | 'wrong'; detail: string } | undefined> {
  const version = await findCitus(pool);
  if (version === undefined) return undefined;
  const wrong = (detail: string) => ({ state: 'wrong' as const, detail: `Citus ${version}: ${detail}` });
  if (isTooOld(version)) return wrong('too old');
  const misplaced = await findMisplaced(pool);
  if (misplaced.length > 0) {
    return wrong(`${misplaced.length} tables not distributed yet: run sluice migrate --distribute`);
  }
  const { rows } = await pool.query<{ ms: number }>(
    `select setting::float8 as ms from pg_settings where name = 'citus.recover_2pc_interval'`,
  );
  const ms = rows[0]?.ms ?? -1;
  if (ms < 0 || ms > recoverMsMax) return wrong('set citus.recover_2pc_interval to 5s');
  const [away] = await findUnreachable(pool);
  if (away !== undefined) {
    return wrong(`${away.host}:${away.port} cannot be connected to as the service: ${away.reason}`);
  }
  return {
    state: 'missing',
    detail: `Citus ${version}: every table is distributed, every worker answers; not for production yet`,
  };
}
