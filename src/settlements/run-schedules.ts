/**
 * Begins the settlements whose time has come, each limited to its currency. The next occurrence is noted in the
 * transaction that begins one, so two workers at once begin it once, and a service that was down catches up once, not
 * as many times as it missed. A book whose settlement is running keeps its turn until the next look.
 *
 * The default schedule stands for every currency without one of its own: when it is due, each of those that has orders
 * in the queue gets a due row of its own, good for one run.
 */
import type { Actor } from '../access/actor.ts';
import type { Clock } from '../clock/clock.ts';
import type { Database } from '../database/pool.ts';
import { inTransaction, type Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import type { Book } from '../ledger/accounts.ts';
import { listSettlementQueues } from '../orders/orders.repository.ts';
import { nextRun } from './schedule.ts';
import {
  addDue,
  type Due,
  everyCurrency,
  findBooksWithoutDue,
  findDueSchedules,
  findSettings,
  lockSettlementDue,
  removeDue,
  setDue,
} from './schedules.repository.ts';
import type { SettlementRunner } from './settlement-runner.ts';

const dueMax = 500;
/** Books that settle at once; within one, currencies go one after the other. */
const lanesCount = 4;

export type ScheduleDeps = { db: Database; clock: Clock; runner: SettlementRunner };

/**
 * Runs what is due until nothing more can begin. One failure stops no other.
 * @param only the one book to look at; undefined: all of them.
 * @returns how many due times were moved on.
 */
export async function runSchedules(
  actor: Actor,
  deps: ScheduleDeps,
  onError: (error: unknown) => void,
  only?: Book,
): Promise<number> {
  await noteNewBooks(deps, only);
  let moved = 0;
  for (;;) {
    const books = byBook(await findDueSchedules(deps.db, deps.clock.now(0n, 'live'), dueMax, only));
    let movedNow = 0;
    const lane = async (): Promise<void> => {
      for (let dues = books.shift(); dues !== undefined; dues = books.shift()) {
        for (const due of dues) if (await runDue(actor, deps, due).catch(onError)) movedNow += 1;
      }
    };
    await Promise.all(Array.from({ length: lanesCount }, lane));
    if (movedNow === 0) return moved;
    moved += movedNow;
  }
}

function byBook(dues: readonly Due[]): Due[][] {
  const books = new Map<string, Due[]>();
  for (const due of dues) {
    const key = `${due.holderId}/${due.mode}`;
    books.set(key, [...(books.get(key) ?? []), due]);
  }
  return [...books.values()];
}

async function noteNewBooks({ db }: ScheduleDeps, only: Book | undefined): Promise<void> {
  for (const { createdAt, ...book } of await findBooksWithoutDue(db, only)) {
    await inTransaction(db, async (tx) => {
      const { schedule, timeZone } = await findSettings(tx, book.holderId);
      await addDue(tx, { ...book, currency: everyCurrency, dueAt: nextRun(schedule, timeZone, createdAt) });
    });
  }
}

/** @returns whether the due time was moved on: false when another worker did, or a settlement of the book is running. */
async function runDue(actor: Actor, deps: ScheduleDeps, due: Due): Promise<boolean> {
  try {
    const begun = await inTransaction(deps.db, (tx) => takeTurn(actor, tx, deps, due));
    if (begun?.settlementId !== undefined) await deps.runner.drive(due, begun.settlementId);
    return begun !== undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'settlement_running') return false;
    throw error;
  }
}

/** @throws AppError `settlement_running`, and nothing has moved. */
async function takeTurn(
  actor: Actor,
  tx: Tx,
  { clock, runner }: ScheduleDeps,
  due: Due,
): Promise<{ settlementId: bigint | undefined } | undefined> {
  const dueAt = await lockSettlementDue(tx, due);
  const now = clock.now(due.holderId, due.mode);
  if (dueAt === undefined || dueAt > now) return undefined;
  const settings = await findSettings(tx, due.holderId);
  if (settings.paused) return undefined;
  const queues = await listSettlementQueues(tx, due);
  const waiting = new Set(queues.map((queue) => queue.currency));

  const schedule = due.currency === everyCurrency ? settings.schedule : settings.currencies.get(due.currency);
  if (schedule === undefined) await removeDue(tx, due, due.currency);
  else await setDue(tx, { ...due, dueAt: nextRun(schedule, settings.timeZone, now) });
  if (due.currency === everyCurrency) {
    for (const currency of waiting) {
      if (!settings.currencies.has(currency)) await addDue(tx, { ...due, currency, dueAt: now });
    }
    return { settlementId: undefined };
  }
  if (!waiting.has(due.currency)) return { settlementId: undefined };
  return { settlementId: (await runner.begin(actor, tx, due, 'schedule', due.currency)).id };
}
