/**
 * A settlement run: batches of orders, one transaction each, until no eligible order is left. It can be killed anywhere
 * and driven twice at the same time: each batch locks the settlement's row, and an order leaves the queue in the
 * transaction that pays it. Must never keep more than two batches in memory: the one that is posted and the next.
 */

import assert from 'node:assert/strict';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendEvents } from '../../core/events/append-events.ts';
import { enqueueSettlement } from '../../core/jobs/enqueue-settlement.ts';
import { type AccountRef, accountIn, accountKey, type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import { type LockedAccounts, openAndLockAccounts, post } from '../../core/ledger/post.ts';
import { findOwed, type Owed, recoverDebts } from '../../core/ledger/recover-debts.ts';
import {
  type Funds,
  findFunds,
  findRefundable,
  refundableClearing,
  spendableClearing,
} from '../../core/ledger/spendable.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { findLinks } from '../links/links.repository.ts';
import type { Order } from '../orders/order.ts';
import { markAwaitingFunds, markOnHold, markSettled } from '../orders/order-transitions.ts';
import { listSettlementQueues, type SettlementQueue } from '../orders/orders.repository.ts';
import { reservedFor, settlementCost } from '../orders/reserved-shares.ts';
import type { LinkTypes } from '../orders/unassigned-splits.ts';
import { accountsOf, mayPass, planSettlement, returnsToClearing } from './plan-settlement.ts';
import { presentSettlement } from './present-settlement.ts';
import { batchOrdersMax, type From, lockBatch, type ReadAhead, readAhead } from './read-batch.ts';
import { reportShortfalls } from './report-shortfalls.ts';
import { addProgress, findSettlement, finishSettlement, lockRunning, storedSums } from './settlements.repository.ts';
import { noteShortfall } from './shortfalls.repository.ts';

type RunDeps = { db: Database; clock: Clock; isStopping?: () => boolean };

/** Progress in one queue. `short`: the orders that clearing cannot cover, which only become `awaiting_funds`. */
type Progress = From & { done: boolean };

/**
 * Runs a settlement to its end, or until the process is stopping.
 * @param actor who drives it: whoever began it was authorized then.
 * @returns whether it is completed.
 */
export async function runSettlement(actor: Actor, deps: RunDeps, book: Book, settlementId: bigint): Promise<boolean> {
  const settlement = await findSettlement(deps.db, book, settlementId);
  assert(settlement, 'a settlement that runs is there');
  const onlyWaiting = settlement.trigger === 'funds';
  for (const queue of queuesOf(await listSettlementQueues(deps.db, book), settlement.currency)) {
    const run: Run = { queue, settlementId, onlyWaiting };
    let progress: Progress = { afterId: 0n, short: 'none', done: false };
    let ahead: ReadAhead | undefined;
    while (!progress.done) {
      if (deps.isStopping?.()) return false;
      const [from, read] = [progress, ahead];
      const batch = await inTransaction(deps.db, (tx) => settleBatch(actor, tx, deps, run, from, read), book);
      if (batch === undefined) return true;
      progress = batch.progress;
      // Between two transactions: none holds a connection while it waits for another one.
      ahead = await batch.ahead;
    }
  }
  await inTransaction(
    deps.db,
    async (tx) => {
      if (!(await lockRunning(tx, book.holderId, settlementId))) return;
      const work = { actor, tx, at: deps.clock.now(book.holderId, book.mode) };
      await finishSettlement(tx, book.holderId, settlementId, work.at);
      const settlement = await findSettlement(tx, book, settlementId);
      assert(settlement, 'a settlement that runs is there');
      const data = presentSettlement(settlement, storedSums(settlement));
      await appendEvents(work, book, [
        { type: 'settlement.completed', subject: subjectOf.settlement(settlementId), data },
      ]);
      await reportShortfalls(work, book, settlementId);
    },
    book,
  );
  return true;
}

/** `onlyWaiting`: of the orders that wait for funds alone, because money has arrived. */
type Run = { queue: SettlementQueue; settlementId: bigint; onlyWaiting: boolean };

/** The queues of one currency, or all of them. */
export const queuesOf = (queues: readonly SettlementQueue[], currency: string | null): SettlementQueue[] =>
  queues.filter((queue) => currency === null || queue.currency === currency);

/** `ahead`: what is being read of the next batch. */
type Batch = { progress: Progress; ahead?: Promise<ReadAhead | undefined> };

/**
 * Settles the next orders of a queue, or marks them on hold or awaiting funds. @returns undefined when the settlement
 * is already completed.
 */
async function settleBatch(
  actor: Actor,
  tx: Tx,
  { db, clock }: RunDeps,
  { queue, settlementId, onlyWaiting }: Run,
  progress: Progress,
  read: ReadAhead | undefined,
): Promise<Batch | undefined> {
  if (!(await lockRunning(tx, queue.holderId, settlementId))) return undefined;
  const at = clock.now(queue.holderId, queue.mode);
  const work = { actor, tx, at };
  const orders = await lockBatch(tx, queue, progress, at, { onlyWaiting, ahead: read });
  const lastOrder = orders.at(-1);
  if (lastOrder === undefined) return { progress: { ...progress, done: true } };
  const links = await findLinkTypes(tx, queue.holderId, orders);
  const passing = orders.filter((order) => mayPass(order, progress.short));
  const locked = await openAndLockAccounts(tx, accountsOf(passing, links));
  const { clearing, earmarked } = queue.isShadow ? nothing : await findClearing(tx, queue, passing);
  const { debts, cash } = queue.isShadow ? owingNothing : await findOwed(tx, earningsAmong([...locked.values()]));
  const { short } = progress;
  const plan = planSettlement(orders, clearing, links, debts, balancesOf(locked), { earmarked, short, cash });
  const newlyAwaiting = plan.await.filter((order) => order.settlementStatus === 'unsettled');

  for (const draft of plan.drafts) draft.settlementId = settlementId;
  const hasOwnAccountsOnly = debts.size === 0 && cash.size === 0 && plan.advances.length === 0;
  const next = { afterId: lastOrder.id, short: plan.short };
  // The orders' events are presented, and the next orders read, while the database posts.
  const ahead = readAhead(db, queue, next, at, { onlyWaiting, before: orders });
  await Promise.all([
    post(tx, [...plan.drafts, ...plan.advances], at, hasOwnAccountsOnly ? locked : undefined),
    markSettled(work, queue, plan.settle, settlementId),
  ]);
  // Clearing had something back: a waiting refund may be payable now, and what the company owes the service.
  const last = plan.drafts.findLast(returnsToClearing);
  if (last !== undefined) {
    await recoverDebts(tx, [last.to], last.subject, at);
    await enqueueSettlement(tx, queue);
  }
  // What clearing has to spare pays a fee at once.
  const [advance] = plan.advances;
  if (advance !== undefined) {
    await recoverDebts(tx, [accountIn(queue, ledgerAccount.clearing)], advance.subject, at);
  }
  await markOnHold(work, queue, plan.hold, 'unassigned_split');
  await markOnHold(work, queue, plan.overLimit, 'balance_limit');
  await markAwaitingFunds(work, queue, newlyAwaiting);
  if (newlyAwaiting.length > 0) await noteShortfall(tx, queue.holderId, settlementId, queue.currency);
  await addProgress(tx, queue.holderId, settlementId, {
    settled: plan.settle.length,
    awaiting: newlyAwaiting.length,
    held: plan.hold.length + plan.overLimit.length,
  });
  return { progress: { ...next, done: orders.length < batchOrdersMax }, ahead };
}

const nothing = { clearing: 0n, earmarked: 0n };
const owingNothing: Owed = { debts: new Map(), cash: new Map() };

/**
 * What any order may take from clearing, and what beyond it the orders may that it is reserved for; minor units. The paid
 * orders are added up only for a batch with other orders: these alone must leave clearing to them.
 */
async function findClearing(tx: Tx, queue: SettlementQueue, orders: readonly Order[]): Promise<typeof nothing> {
  if (orders.every((order) => reservedFor(order) === settlementCost(order))) {
    return { clearing: 0n, earmarked: orders.length === 0 ? 0n : await findRefundable(tx, queue) };
  }
  return splitOf(await findFunds(tx, queue));
}

export function splitOf(funds: Funds): typeof nothing {
  const clearing = spendableClearing(funds);
  return { clearing, earmarked: refundableClearing(funds) - clearing };
}

const balancesOf = (locked: LockedAccounts): Map<string, bigint> =>
  new Map([...locked].map(([key, { balance }]) => [key, balance]));

/** The accounts that links' debts are recovered from. */
export const earningsAmong = (accounts: readonly AccountRef[]): AccountRef[] => [
  ...new Map(
    accounts.filter((ref) => ref.kind === 'earnings').map((ref): [string, AccountRef] => [accountKey(ref), ref]),
  ).values(),
];

/** The types of the links that the orders name, ended links included. */
export async function findLinkTypes(db: Database | Tx, holderId: bigint, orders: readonly Order[]): Promise<LinkTypes> {
  const ids = new Set(orders.flatMap((order) => order.splits.flatMap((split) => split.ref ?? [])));
  const links = ids.size === 0 ? [] : await findLinks(db, holderId, [...ids]);
  return new Map(links.map((link) => [link.id, link.type]));
}
