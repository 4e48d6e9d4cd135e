/** What `sluice doctor` says of backups. Of another database than the built-in one, nothing can be known here. */
import type { OpenDatabase } from '../../base/database/open-database.ts';
import { createDatabase } from '../../base/database/pool.ts';
import { findLastMade, findLastRuns } from '../../features/backups/backup-runs.repository.ts';
import type { Config } from '../config.ts';
import { megabytes } from './backup.ts';
import type { Finding } from './doctor.ts';

const hourMs = 3_600_000;
/** One a day, and half a day for what may go wrong once. */
const ageMaxHours = 36;

export async function checkBackups({ pool, directory }: OpenDatabase, config: Config): Promise<Finding[]> {
  const name = 'backup';
  if (directory === undefined) return [];
  const { rows } = await pool.query<{ there: boolean }>(`select to_regclass('backup_runs') is not null as there`);
  if (!rows[0]?.there) return [];
  const db = createDatabase(pool);
  const last = await findLastMade(db);
  const { failures, error } = await findLastRuns(db);
  const isScheduled = config.backups.to !== undefined;
  const advice = isScheduled ? 'the log says why' : 'set SLUICE_BACKUP_TO, or run sluice backup --to';
  if (last === undefined) {
    const why = error === null ? advice : `${failures} failed: ${error}`;
    return [{ name, state: error === null ? 'missing' : 'wrong', detail: `none was ever made: ${why}` }];
  }
  const ageHours = (Date.now() - last.startedAt.getTime()) / hourMs;
  const detail = `${last.name} in ${last.place}, ${Math.round(ageHours)} hours ago, ${megabytes(last.bytes)}`;
  if (error !== null) return [{ name, state: 'wrong', detail: `${detail}; ${failures} failed since: ${error}` }];
  if (ageHours > ageMaxHours)
    return [{ name, state: isScheduled ? 'wrong' : 'missing', detail: `${detail}: ${advice}` }];
  return [{ name, state: 'ok', detail }];
}
