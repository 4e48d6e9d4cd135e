/**
 * Which backups are kept: the last ones, and the newest of each of the last days, weeks and months that have one, in UTC.
 * Pure. The newest is always kept.
 */
import type { BackupName } from './backup-name.ts';

/** How many to keep of each kind. `all`: nothing is ever deleted. */
export type Keep = 'all' | { last: number; daily: number; weekly: number; monthly: number };

export const defaultKeep = 'last=3,daily=7,weekly=5,monthly=12';

const kinds = ['last', 'daily', 'weekly', 'monthly'] as const;
type Kind = (typeof kinds)[number];
const countMax = 9_999;

/** Reads `last=3,daily=7`, or `all`. What is not named is 0. @returns undefined when it is neither, or keeps nothing. */
export function readKeep(text: string): Keep | undefined {
  if (text === 'all') return 'all';
  const keep = { last: 0, daily: 0, weekly: 0, monthly: 0 };
  const named = new Set<Kind>();
  for (const part of text.split(',')) {
    const [, name, count] = /^\s*([a-z]+)=(\d{1,4})\s*$/.exec(part) ?? [];
    const kind = kinds.find((one) => one === name);
    if (kind === undefined || named.has(kind) || Number(count) > countMax) return undefined;
    named.add(kind);
    keep[kind] = Number(count);
  }
  return kinds.some((kind) => keep[kind] > 0) ? keep : undefined;
}

const dayMs = 86_400_000;

const periodOf: Record<Kind, (at: Date, name: string) => string> = {
  last: (_at, name) => name,
  daily: (at) => at.toISOString().slice(0, 10),
  // Weeks begin on Monday, as 1970 did on a Thursday.
  weekly: (at) => String(Math.floor((at.getTime() / dayMs + 3) / 7)),
  monthly: (at) => at.toISOString().slice(0, 7),
};

/** @param backups complete ones of one database, in any order. @returns those to delete, oldest first. */
export function chooseExpired<Backup extends BackupName>(backups: readonly Backup[], keep: Keep): Backup[] {
  if (keep === 'all') return [];
  const newestFirst = [...backups].sort((a, b) => (a.name < b.name ? 1 : -1));
  const kept = new Set(newestFirst.slice(0, 1));
  for (const kind of kinds) {
    const periods = new Set<string>();
    for (const backup of newestFirst) {
      const period = periodOf[kind](backup.startedAt, backup.name);
      if (periods.has(period)) continue;
      if (periods.size === keep[kind]) break;
      periods.add(period);
      kept.add(backup);
    }
  }
  return newestFirst.filter((backup) => !kept.has(backup)).reverse();
}
