/** Previews a settlement from the same plan as a real run. Reads only (docs/contract/partner.md, "Settlements"). */

import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { greatest } from '../../base/money/compare.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { accountKey, type Book, formatAccount } from '../../core/ledger/accounts.ts';
import { findOwed } from '../../core/ledger/recover-debts.ts';
import { findFunds, missingOf } from '../../core/ledger/spendable.ts';
import { formatSubject, subjectOf } from '../../core/ledger/subject.ts';
import type { Order } from '../orders/order.ts';
import { listSettlementQueues, type SettlementQueue, sumEligible } from '../orders/orders.repository.ts';
import { reservedFor, settlementCost } from '../orders/reserved-shares.ts';
import { accountsOf, mayPass, planSettlement, type SettlementPlan, type Short } from './plan-settlement.ts';
import { batchOrdersMax, findEligibility, readBatch } from './read-batch.ts';
import { earningsAmong, findLinkTypes, queuesOf, splitOf } from './run-settlement.ts';
import type { SettlementLine, SettlementTotal } from './settlements.repository.ts';

/** More orders that wait at a stop are not added up. */
const waitingMax = 10_000;

export type SettlementPreview = {
  ordersSettled: number;
  ordersAwaitingFunds: number;
  ordersOnHold: number;
  /** Of those that settle, how many are only recorded in the shadow ledger. */
  ordersRecorded: number;
  totals: SettlementTotal[];
  /** The first lines, at most `linesMax`. */
  lines: SettlementLine[];
  /** What stops each currency's queue. */
  blocked: BlockedQueue[];
};

/** The first order that clearing cannot cover. Minor units. */
type Stop = { order: Order; needed: bigint; available: bigint };

/** Where a queue stops, how many orders wait there, and what clearing lacks to settle them all; minor units. */
export type BlockedQueue = Stop & { currency: string; waiting: bigint; missingForAll: bigint };

/** Of the orders behind a stop, those that pass it; minor units. */
type Passed = { orders: bigint; cost: bigint; reserved: bigint };

/** @throws AppError `forbidden`. */
export async function previewSettlement(
  actor: Actor,
  deps: { db: Database; clock: Clock },
  book: Book,
  linesMax: number,
  currency: string | null = null,
): Promise<SettlementPreview> {
  authorize(actor, 'settlements.preview', book);
  const preview: SettlementPreview = {
    ordersSettled: 0,
    ordersAwaitingFunds: 0,
    ordersOnHold: 0,
    ordersRecorded: 0,
    totals: [],
    lines: [],
    blocked: [],
  };
  const queues = queuesOf(await listSettlementQueues(deps.db, book), currency);
  for (const queue of queues) await previewQueue(deps, queue, preview, linesMax);
  return preview;
}

async function previewQueue(
  { db, clock }: { db: Database; clock: Clock },
  queue: SettlementQueue,
  preview: SettlementPreview,
  linesMax: number,
): Promise<void> {
  const at = clock.now(queue.holderId, queue.mode);
  let { clearing, earmarked } = splitOf(await findFunds(db, queue));
  const debts = new Map<string, bigint>();
  const cash = new Map<string, bigint>();
  let afterId = 0n;
  let short: Short = 'none';
  let stop: Stop | undefined;
  const passed = { orders: 0n, cost: 0n, reserved: 0n };
  for (;;) {
    const orders = await readBatch(db, queue, { afterId, short }, at, { lock: false });
    const last = orders.at(-1);
    if (last === undefined) break;
    const passing = orders.filter((order) => mayPass(order, short));
    const links = await findLinkTypes(db, queue.holderId, passing);
    const unread = earningsAmong(accountsOf(passing, links)).filter((ref) => !debts.has(accountKey(ref)));
    const read = await findOwed(db, unread);
    for (const ref of unread) {
      debts.set(accountKey(ref), read.debts.get(accountKey(ref)) ?? 0n);
      cash.set(accountKey(ref), read.cash.get(accountKey(ref)) ?? 0n);
    }
    const plan = planSettlement(orders, clearing, links, debts, new Map(), { earmarked, short, cash });
    for (const [key, left] of plan.debtsLeft) debts.set(key, left);
    for (const [key, left] of plan.cashLeft) cash.set(key, left);
    stop ??= stopOf(plan);
    if (stop !== undefined) addPassed(passed, plan, stop.order.id);
    ({ short, clearingLeft: clearing, earmarkedLeft: earmarked } = plan);
    preview.ordersSettled += plan.settle.length;
    if (queue.isShadow) preview.ordersRecorded += plan.settle.length;
    preview.ordersOnHold += plan.hold.length + plan.overLimit.length;
    preview.ordersAwaitingFunds += plan.await.filter((order) => order.settlementStatus === 'unsettled').length;
    addTransfers(preview, plan, linesMax);
    if (orders.length < batchOrdersMax) break;
    afterId = last.id;
  }
  if (stop === undefined) return;
  const rule = await findEligibility(db, queue, at);
  const behind = await sumEligible(db, queue, rule, waitingMax, stop.order.id);
  const left = { cost: behind.cost - passed.cost, reserved: behind.reserved - passed.reserved };
  // At least what the first needs: of more orders than are added up, some that pass are not among them.
  const missing = missingOf(left, { spendable: clearing, refundable: clearing + earmarked });
  preview.blocked.push({
    ...stop,
    currency: queue.currency,
    waiting: greatest(behind.orders - passed.orders, 1n),
    missingForAll: greatest(missing, stop.needed - stop.available),
  });
}

/** `available`: what is left for the order once those that pass it have settled. */
function stopOf(plan: SettlementPlan): Stop | undefined {
  const [order] = plan.await;
  if (order === undefined) return undefined;
  return { order, needed: settlementCost(order), available: plan.clearingLeft + reservedFor(order) };
}

function addPassed(passed: Passed, plan: SettlementPlan, stopId: bigint): void {
  for (const order of [...plan.settle, ...plan.hold, ...plan.overLimit]) {
    if (order.id <= stopId) continue;
    passed.orders += 1n;
    passed.cost += settlementCost(order);
    passed.reserved += reservedFor(order);
  }
}

function addTransfers(preview: SettlementPreview, plan: SettlementPlan, linesMax: number): void {
  const orderOf = new Map(plan.settle.map((order) => [formatSubject(subjectOf.order(order.id)), order]));
  for (const { to, amount, subject, code } of plan.drafts) {
    const order = orderOf.get(formatSubject(subject));
    if (order === undefined || code !== 'settlement') continue;
    const name = formatAccount(to);
    let total = preview.totals.find((one) => one.currency === to.currency && formatAccount(one) === name);
    if (total === undefined) {
      total = { ...to, amount: 0n, transfers: 0n };
      preview.totals.push(total);
    }
    total.amount += amount;
    total.transfers += 1n;
    if (preview.lines.length < linesMax) {
      const { id: orderId, partnerOrderRef, isShadow } = order;
      preview.lines.push({ ...to, transferId: 0n, orderId, partnerOrderRef, isShadow, amount });
    }
  }
}
