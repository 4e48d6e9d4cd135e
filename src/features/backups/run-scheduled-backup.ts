/**
 * Makes the backup that is due, once among all processes, and records what came of it. A failure is recorded, reported and
 * mailed, and tried again later: it must never make the job fail, which would try again at once.
 */
import type { Now } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { SystemActor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import { listOperators } from '../holders/addresses.ts';
import { backupFailedMail } from './backup-mails.ts';
import { endTurn, findLastRuns, insertFailedRun, insertMadeRun, takeTurn } from './backup-runs.repository.ts';
import { isDue, isMailed, type TimeOfDay } from './due-backup.ts';

/** How the service makes backups. */
export type BackupSchedule = {
  times: readonly TimeOfDay[];
  /** For messages; without credentials. */
  place: string;
  /** @returns undefined when another process is making one. @throws Error without a secret in its message. */
  make(signal: AbortSignal): Promise<{ name: string; bytes: number } | undefined>;
};

type Deps = {
  db: Database;
  publicUrl: string;
  /** Undefined: none is made by the service. */
  backups: BackupSchedule | undefined;
  stopping: AbortSignal;
  now: Now;
  onBackupFailed: (error: Error) => void;
};

const errorLengthMax = 500;

export async function runScheduledBackup(actor: SystemActor, deps: Deps): Promise<void> {
  const { db, backups } = deps;
  authorize(actor, 'backups.make', { holderId: serviceHolderId, mode: null });
  if (backups === undefined) return;
  await db.connection().execute(async (connection) => {
    if (!(await takeTurn(connection))) return;
    try {
      await backUpIfDue(deps, backups);
    } finally {
      await endTurn(connection).catch(() => {});
    }
  });
}

async function backUpIfDue(deps: Deps, backups: BackupSchedule): Promise<void> {
  const { db, stopping, now } = deps;
  const { madeAt, failedAt } = await findLastRuns(db);
  const startedAt = now();
  const runs = { madeAt: madeAt ?? undefined, failedAt: failedAt ?? undefined };
  if (!isDue(startedAt, backups.times, runs)) return;

  try {
    const made = await backups.make(stopping);
    if (made === undefined) return;
    const { name, bytes } = made;
    await insertMadeRun(db, { startedAt, finishedAt: now(), place: backups.place, name, bytes });
  } catch (error) {
    // It is not a failure to be stopped: the next process begins again.
    if (stopping.aborted) return;
    await recordFailure(deps, backups, startedAt, error as Error);
  }
}

async function recordFailure(
  { db, publicUrl, now, onBackupFailed }: Deps,
  { place }: BackupSchedule,
  startedAt: Date,
  error: Error,
): Promise<void> {
  onBackupFailed(error);
  const reason = error.message.slice(0, errorLengthMax) || error.name;
  await inTransaction(db, async (tx) => {
    const { madeAt, failures } = await findLastRuns(tx);
    await insertFailedRun(tx, { startedAt, finishedAt: now(), place, error: reason });
    if (!isMailed(failures)) return;
    for (const reader of await listOperators(tx, 'administrator')) {
      const failure = { place, error: reason, madeAt: madeAt ?? undefined };
      await queueMail(tx, reader, (words) => backupFailedMail(words, publicUrl, failure));
    }
  });
}
