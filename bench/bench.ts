/** What the parts of the benchmark share: its servers, its sizes, and how figures are printed. */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import type { ConnectionSettings, Database } from '../src/base/database/pool.ts';
import type { RunningService } from './processes.ts';
import { databaseSeconds, processorSeconds } from './processor-time.ts';

export type Bench = {
  db: Database;
  settings: ConnectionSettings;
  /** The process id of the database server. */
  postmaster: number;
  /** One for the whole run, so that it is warm, and its memory that of everything it did. */
  service: RunningService;
  quick: boolean;
  rounds: number;
  seconds: number;
  warmUpSeconds: number;
  say(text: string): void;
  /** Adds a line to the summary. */
  compare(line: Comparison): void;
};

export type Comparison = { name: string; values: readonly number[]; unit?: string; aim?: Aim };

export type Aim = { atLeast: number } | { atMost: number };

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1
    ? (sorted[middle] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
};

/** Median, and in brackets the lowest and the highest. */
export function spread(values: readonly number[], digits = 0): string {
  const [low, middle, high] = [Math.min(...values), median(values), Math.max(...values)].map((v) => v.toFixed(digits));
  return `${middle?.padStart(7)}  (${low} to ${high})`.padEnd(26);
}

/** The ratio of each round: what slows the machine down slows both of its terms down. */
export const ratios = (of: readonly number[], to: readonly number[]): number[] =>
  of.map((value, round) => value / (to[round] as number));

export function comparisonLine({ name, values, unit = '×', aim }: Comparison): string {
  const middle = median(values);
  const met = aim === undefined || ('atLeast' in aim ? middle >= aim.atLeast : middle <= aim.atMost);
  const wanted = aim === undefined ? '' : 'atLeast' in aim ? `at least ${aim.atLeast}` : `at most ${aim.atMost}`;
  return `  ${name.padEnd(62)} ${spread(values, 2)} ${unit.padEnd(3)} ${wanted.padEnd(14)} ${met ? '' : 'missed'}`.trimEnd();
}

/** Until every event has its position: what one measurement left behind must not be done in the next one's time. */
export async function settleDown(db: Database): Promise<void> {
  for (;;) {
    const { rows } = await sql<{ behind: boolean }>`
      select exists (select from events where position is null) as behind`.execute(db);
    if (rows[0]?.behind === false) return;
    await delay(50);
  }
}

/** Microseconds of processor time that `count` of something took, in a service and in the database. */
export async function processorTime<T>(
  { db, postmaster }: Bench,
  pid: number,
  work: () => Promise<T>,
  countOf: (result: T) => number,
): Promise<{ result: T; serviceUs: number; databaseUs: number }> {
  const before = { service: processorSeconds(pid), database: databaseSeconds(postmaster) };
  const result = await work();
  await settleDown(db);
  const count = countOf(result);
  return {
    result,
    serviceUs: ((processorSeconds(pid) - before.service) / count) * 1e6,
    databaseUs: ((databaseSeconds(postmaster) - before.database) / count) * 1e6,
  };
}
