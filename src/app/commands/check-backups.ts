/** What `sluice doctor` says of backups. Of another database than the built-in one, nothing can be known here. */
import { realNow } from '../../base/clock/clock.ts';
import { hasTable } from '../../base/database/has-table.ts';
import type { OpenDatabase } from '../../base/database/open-database.ts';
import { createDatabase } from '../../base/database/pool.ts';
import { findLastMade, findLastRuns, type MadeRun } from '../../features/backups/backup-runs.repository.ts';
import { isOld } from '../../features/backups/due-backup.ts';
import type { Config } from '../config.ts';
import { megabytes } from './backup.ts';
import type { Finding } from './finding.ts';

const hourMs = 3_600_000;

export async function checkBackups({ pool, directory }: OpenDatabase, config: Config): Promise<Finding[]> {
  if (directory === undefined) return [];
  if (!(await hasTable(pool, 'backup_runs'))) return [];
  const db = createDatabase(pool);
  const { failures, error } = await findLastRuns(db);
  const isScheduled = config.backups.to !== undefined;
  return [{ name: 'backup', ...judge({ last: await findLastMade(db), failures, error, isScheduled }, realNow()) }];
}

type Known = {
  last: MadeRun | undefined;
  /** Since then. */
  failures: number;
  error: string | null;
  isScheduled: boolean;
};

/** Pure. Where none is scheduled, one that was not made lately is only missing. */
export function judge({ last, failures, error, isScheduled }: Known, now: Date): Omit<Finding, 'name'> {
  const failed = error === null ? undefined : `${failures} failed since: ${error}`;
  const advice = isScheduled ? 'the log says why' : 'set SLUICE_BACKUP_TO, or run sluice backup --to';
  if (last === undefined) {
    const first = isScheduled ? 'the service makes the first within five minutes' : advice;
    return { state: failed === undefined ? 'missing' : 'wrong', detail: `none was ever made: ${failed ?? first}` };
  }
  const ageHours = (now.getTime() - last.startedAt.getTime()) / hourMs;
  const detail = `${last.name} in ${last.place}, ${Math.round(ageHours)} hours ago, ${megabytes(last.bytes)}`;
  if (failed !== undefined) return { state: 'wrong', detail: `${detail}; ${failed}` };
  return isOld(now, last.startedAt)
    ? { state: isScheduled ? 'wrong' : 'missing', detail: `${detail}: ${advice}` }
    : { state: 'ok', detail };
}
