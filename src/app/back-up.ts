/** Backups of the built-in database into a place, by the command and by the service's schedule. */
import { type MadeBackup, makeBackup as makeIn } from '../base/backups/make-backup.ts';
import { secondsOf, sumBytes } from '../base/backups/manifest.ts';
import { openPlace } from '../base/backups/open-place.ts';
import type { Place } from '../base/backups/place.ts';
import type { Keep } from '../base/backups/retention.ts';
import { realNow } from '../base/clock/clock.ts';
import { sluice } from '../base/database/built-in.ts';
import { hasTable } from '../base/database/has-table.ts';
import type { OpenDatabase } from '../base/database/open-database.ts';
import { createDatabase } from '../base/database/pool.ts';
import { ArchiveBusyError } from '../base/embedded-postgres/index.ts';
import { serviceVersion } from '../base/version.ts';
import { headText } from '../core/seals/head.ts';
import { findHead } from '../core/seals/seals.repository.ts';
import type { BackupSchedule } from '../features/backups/run-scheduled-backup.ts';
import { type Config, dataDirFiles } from './config.ts';

type Pool = OpenDatabase['pool'];
type Given = {
  dataDir: string;
  pool: Pool;
  place: Place;
  keep: Keep;
  recipient: string | undefined;
  signal?: AbortSignal;
  log: (message: string) => void;
};

export async function backUp({ dataDir, pool, place, keep, recipient, signal, log }: Given): Promise<MadeBackup> {
  return await makeIn({
    application: sluice,
    dataDir,
    files: Object.values(dataDirFiles),
    place,
    keep,
    encryptTo: recipient,
    version: serviceVersion(),
    sealHead: await sealHeadOf(pool),
    now: realNow,
    signal,
    log,
  });
}

/** The head of the seals. Nothing is migrated for a backup, so that there may be none. */
export async function sealHeadOf(pool: Pool): Promise<string | undefined> {
  const head = (await hasTable(pool, 'seals')) ? await findHead(createDatabase(pool)) : undefined;
  return head === undefined ? undefined : headText(head);
}

type Logger = { info(facts: object, message: string): void; error(facts: object, message: string): void };

/** @returns undefined when the settings name no place. */
export async function scheduleOf(
  { backups, dataDir }: Pick<Config, 'backups' | 'dataDir'>,
  pool: Pool,
  logger: Logger,
): Promise<BackupSchedule | undefined> {
  const { to, times, keep, recipient } = backups;
  if (to === undefined) return undefined;
  const place = await openPlace(to);
  return {
    times,
    place: place.description,
    async make(signal) {
      const given = { dataDir, pool, place, keep, recipient, signal };
      try {
        const made = await backUp({ ...given, log: (message) => logger.info({}, message) });
        const facts = describe(made);
        logger.info({ ...facts, place: place.description, deleted: made.deleted.length }, 'backed up');
        if (made.problem !== undefined) {
          logger.error({ error: made.problem.message }, 'old backups could not be deleted');
        }
        return facts;
      } catch (error) {
        if (error instanceof ArchiveBusyError) return undefined;
        throw error;
      }
    },
  };
}

const describe = ({ manifest }: MadeBackup) => ({
  name: manifest.name,
  bytes: sumBytes(manifest),
  seconds: secondsOf(manifest),
});
