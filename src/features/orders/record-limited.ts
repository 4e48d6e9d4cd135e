/**
 * Records orders whose collectors have a limit of cash (docs/ledger.md, "Cash on delivery"). What they hold and will collect is read,
 * judged and added to in one transaction that has their locks, so that no two orders pass a limit together. These orders
 * wait for one another instead of being written in batches; all others are (record-order.ts).
 */
import type { Clock } from '../../base/clock/clock.ts';
import { type BookPlacement, insertsWithin } from '../../base/database/batches.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { orderInsert } from './insert-orders.repository.ts';
import { type CashCaller, isLimited, judgeCash } from './judge-cash.ts';
import type { OrderPlan } from './plan-order.ts';
import {
  insertOf,
  type OrderWriter,
  type RecordedOutcome,
  recordedOutcome,
  recordOrder,
  writeOrders,
} from './record-order.ts';

type Deps = {
  db: Database;
  /** By default all are in `db`. */
  placement?: BookPlacement | undefined;
  clock: Clock;
  /** Called before the first order of a book that carries a `webhook_url`, and maybe again. */
  onAddress?: ((book: Book) => Promise<void>) | undefined;
};

/** A plan as it was judged: refused, or what became of it, which throws what `OrderWriter` throws. */
export type LimitedOutcome = { plan: OrderPlan; outcome: (() => RecordedOutcome) | undefined };

/** @param plans of orders that `isLimited`, of one book. @returns what became of each, in their order. */
export type LimitedWriter = (
  actor: Actor,
  caller: CashCaller,
  plans: readonly OrderPlan[],
) => Promise<LimitedOutcome[]>;

export function createLimitedWriter({ db, placement, clock, onAddress }: Deps): LimitedWriter {
  return async (actor, caller, plans) => {
    const { holderId, mode } = caller;
    if (plans.some(({ draft }) => draft.webhookUrl !== null)) await onAddress?.({ holderId, mode });
    const insertIn = await insertsWithin({ db, placement }, holderId, orderInsert);
    const now = clock.now(holderId, mode);
    return inTransaction(
      db,
      async (tx) => {
        const judged = await judgeCash(tx, caller, plans, now);
        const accepted = judged.filter(({ refusal }) => refusal === undefined);
        const inserts = accepted.map(({ draft }) => insertOf(actor, { holderId, mode }, draft, now));
        const results = await writeOrders({ db: tx, insert: (rows) => insertIn(tx, rows) }, inserts);
        const resultOf = new Map(accepted.map((plan, index) => [plan, results[index]]));
        return judged.map((plan) => {
          const result = resultOf.get(plan);
          return { plan, outcome: result === undefined ? undefined : () => recordedOutcome(result) };
        });
      },
      { holderId },
    );
  };
}

/** Records a planned order. @throws AppError as `recordOrder`. */
export async function recordWithinLimits(
  actor: Actor,
  deps: { db: Database; write: OrderWriter; writeLimited: LimitedWriter },
  caller: CashCaller,
  plan: OrderPlan,
): Promise<RecordedOutcome> {
  if (!isLimited(caller, plan)) return recordOrder(actor, deps, caller, plan);
  authorize(actor, 'orders.record', caller);
  const [judged] = await deps.writeLimited(actor, caller, [plan]);
  return judged?.outcome?.() ?? recordOrder(actor, deps, caller, judged?.plan ?? plan);
}
