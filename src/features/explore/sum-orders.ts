/**
 * Adds recorded orders to the sums that explorations read. Nothing here is on the way of an order. Each step is a
 * transaction of its own that goes on where the holder's last one ended, so a process that is killed leaves nothing half
 * done, and of two processes one waits for the other. Must never add an order above the mark: a lower one may still come.
 */
import type { FinalMarks } from '../../base/database/final-marks.ts';
import { findFinalMark } from '../../base/database/high-water-mark.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { SystemActor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import {
  addPayeeDays,
  addQuarters,
  findEnd,
  listBehind,
  lockMark,
  type Marks,
  setMark,
} from './order-sums.repository.ts';

type SumDeps = {
  db: Database;
  finalMarks?: FinalMarks | undefined;
  /** Ends the work between two of its steps. */
  stopping?: AbortSignal | undefined;
  /** How many orders one transaction adds. */
  ordersMax?: number | undefined;
  waitMaxMs?: number | undefined;
};

const ordersMaxDefault = 10_000;
const waitMaxMsDefault = 5_000;
const orders = { table: 'orders', sequence: 'orders_id_seq' } as const;

const addTo = { order_quarter_marks: addQuarters, order_payee_marks: addPayeeDays } as const satisfies Record<
  Marks,
  unknown
>;

export async function sumOrders(actor: SystemActor, deps: SumDeps): Promise<void> {
  authorize(actor, 'explore.sum', { holderId: serviceHolderId, mode: null });
  const { db, finalMarks, stopping, waitMaxMs = waitMaxMsDefault } = deps;
  const mark = await findFinalMark(db, orders, { waitMaxMs, finalMarks });
  if (mark === undefined) return;
  for (const marks of Object.keys(addTo) as Marks[]) {
    for (const holderId of await listBehind(db, marks, mark)) {
      let isDone = false;
      while (!isDone && stopping?.aborted !== true) isDone = await sumNext(deps, marks, { holderId, mark });
    }
  }
}

/** @returns whether all up to the mark are added. */
async function sumNext(
  { db, ordersMax = ordersMaxDefault }: SumDeps,
  marks: Marks,
  { holderId, mark }: { holderId: bigint; mark: bigint },
): Promise<boolean> {
  return inTransaction(db, async (tx) => {
    const after = await lockMark(tx, marks, holderId);
    if (after >= mark) return true;
    const upTo = await findEnd(tx, { holderId, after, mark, ordersMax });

    await addTo[marks](tx, { holderId, after, upTo });
    await setMark(tx, marks, { holderId, after, upTo });
    return upTo >= mark;
  });
}
