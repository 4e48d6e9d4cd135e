/** Previews a settlement from the same plan as a real run. Reads only (docs/contract/partner.md, "Settlements"). */

import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { accountKey, type Book, formatAccount } from '../../core/ledger/accounts.ts';
import { findOwed } from '../../core/ledger/recover-debts.ts';
import { findFunds } from '../../core/ledger/spendable.ts';
import { formatSubject, subjectOf } from '../../core/ledger/subject.ts';
import type { Order } from '../orders/order.ts';
import { listSettlementQueues, type SettlementQueue } from '../orders/orders.repository.ts';
import { reservedFor, settlementCost } from '../orders/reserved-shares.ts';
import { accountsOf, mayPass, planSettlement, type SettlementPlan, type Short } from './plan-settlement.ts';
import { batchOrdersMax, earningsAmong, findLinkTypes, queuesOf, readBatch, splitOf } from './run-settlement.ts';
import type { SettlementLine, SettlementTotal } from './settlements.repository.ts';

export type SettlementPreview = {
  ordersSettled: number;
  ordersAwaitingFunds: number;
  ordersOnHold: number;
  totals: SettlementTotal[];
  /** The first lines, at most `linesMax`. */
  lines: SettlementLine[];
  /** What stops each currency's queue. */
  blocked: BlockedQueue[];
};

/** The first order that clearing cannot cover: it and all behind it wait. Minor units. */
export type BlockedQueue = { currency: string; order: Order; needed: bigint; available: bigint };

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
  for (;;) {
    const orders = await readBatch(db, queue, { afterId, short }, at, { lock: false });
    const last = orders.at(-1);
    if (last === undefined) return;
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
    const [first] = plan.await;
    if (short === 'none' && first !== undefined) {
      const [needed, available] = [settlementCost(first), plan.clearingLeft + reservedFor(first)];
      preview.blocked.push({ currency: queue.currency, order: first, needed, available });
    }
    ({ short, clearingLeft: clearing, earmarkedLeft: earmarked } = plan);
    preview.ordersSettled += plan.settle.length;
    preview.ordersOnHold += plan.hold.length + plan.overLimit.length;
    preview.ordersAwaitingFunds += plan.await.filter((order) => order.settlementStatus === 'unsettled').length;
    addTransfers(preview, plan, linesMax);
    if (orders.length < batchOrdersMax) return;
    afterId = last.id;
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
