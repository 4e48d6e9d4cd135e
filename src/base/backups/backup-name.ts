/**
 * A backup's name: when it began, in UTC, and which database it is of, as in `20261127T023000Z-1f0c9a2b`. Names of one
 * database sort by time. What has another name is never a backup of ours, and must never be touched.
 */
import { createHash } from 'node:crypto';

export type BackupName = { name: string; startedAt: Date; database: string };

const pattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z-([0-9a-f]{8})$/;

/** @param startedAt is cut to the second. */
export const nameBackup = (startedAt: Date, database: string): string =>
  `${startedAt.toISOString().replace(/[-:]|\.\d+/g, '')}-${database}`;

/** Eight hex digits that stand for a database, so that several can share a place. */
export const databaseMark = (systemIdentifier: string): string =>
  createHash('sha256').update(systemIdentifier).digest('hex').slice(0, 8);

/** @returns undefined when the text is no name of a backup. */
export function readBackupName(text: string): BackupName | undefined {
  const [, year, month, day, hour, minute, second, database] = pattern.exec(text) ?? [];
  if (database === undefined) return undefined;
  const startedAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.000Z`);
  if (Number.isNaN(startedAt.getTime()) || nameBackup(startedAt, database) !== text) return undefined;
  return { name: text, startedAt, database };
}
