/**
 * Begins the settlements whose schedules are due, one per currency. The next due time is stored in the transaction that
 * begins the run: two workers begin it once, and after downtime a missed schedule is caught up once. A book whose
 * settlement is running keeps its due time until the next pass.
 *
 * The default schedule applies to every currency without its own. When it is due, each such currency with orders in the
 * queue gets a due row of its own, for one run.
 */

import type { Clock } from '../../base/clock/clock.ts';
import { nextRun } from '../../base/clock/schedule.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { listSettlementQueues } from '../orders/orders.repository.ts';
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
  settlesByItself,
} from './schedules.repository.ts';
import type { SettlementRunner } from './settlement-runner.ts';

const dueMax = 500;
/** Books that settle in parallel; within one book, currencies settle one after another. */
const lanesCount = 4;

export type ScheduleDeps = { db: Database; clock: Clock; runner: SettlementRunner };

/**
 * Runs due schedules until none can begin. A failure of one does not stop the others.
 * @param only the one book to check; undefined for all.
 * @returns how many due times were advanced.
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
        for (const due of dues) {
          const isMoved = await runDue(actor, deps, due).catch((error: unknown) => {
            onError(error);
            return false;
          });
          if (isMoved) movedNow += 1;
        }
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
    await inTransaction(
      db,
      async (tx) => {
        const { schedule, timeZone } = await findSettings(tx, book);
        await addDue(tx, { ...book, currency: everyCurrency, dueAt: nextRun(schedule, timeZone, createdAt) });
      },
      book,
    );
  }
}

/**
 * @returns whether the due time was advanced: false when another worker did it, or a settlement of the book is running.
 */
async function runDue(actor: Actor, deps: ScheduleDeps, due: Due): Promise<boolean> {
  try {
    const begun = await inTransaction(deps.db, (tx) => takeTurn(actor, tx, deps, due), due);
    if (begun?.settlementId !== undefined) await deps.runner.drive(actor, due, begun.settlementId);
    return begun !== undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'settlement_running') return false;
    throw error;
  }
}

/** @throws AppError `settlement_running`; then the due time is unchanged. */
async function takeTurn(
  actor: Actor,
  tx: Tx,
  { clock, runner }: ScheduleDeps,
  due: Due,
): Promise<{ settlementId: bigint | undefined } | undefined> {
  const dueAt = await lockSettlementDue(tx, due);
  const now = clock.now(due.holderId, due.mode);
  if (dueAt === undefined || dueAt > now) return undefined;
  if (!(await settlesByItself(tx, due))) return undefined;
  const settings = await findSettings(tx, due);
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
