/**
 * Gives a ref to orders of a restaurant recorded without one (docs/ledger.md, "Accounts"); they cannot be claimed
 * before. What is left of settled orders moves to the restaurant's own account. A ref is never changed once set.
 */
import assert from 'node:assert/strict';
import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { sumOf } from '../../base/money/compare.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { appendEvents } from '../../core/events/append-events.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { post } from '../../core/ledger/post.ts';
import { formatSubject, subjectOf } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import type { Order } from '../orders/order.ts';
import { presentOrderEvent } from '../orders/present-order.ts';
import { namingDrafts, planNaming } from './plan-naming.ts';
import { ordersMax, refusalOf } from './shadow-order.ts';
import { findByName, lockShadowOrders, setMerchantRef } from './shadow-orders.repository.ts';

/** The orders by their refs, or all orders recorded under a name without a ref. */
export type NamingRequest = { shadowMerchantRef: string } & ({ orderRefs: string[] } | { name: string });

/**
 * `ordersLeft`: orders of the same name beyond the limit of one request, or with an open refund. `moved` in minor
 * units.
 */
export type Naming = { ordersNamed: number; ordersLeft: number; moved: Map<string, bigint> };

/** @throws AppError `forbidden`; `validation_failed` or `invalid_state` with each order that cannot have the ref. */
export async function nameRestaurant(
  actor: Actor,
  tx: Tx,
  { clock }: { clock: Clock },
  book: Book,
  request: NamingRequest,
): Promise<Naming> {
  authorize(actor, 'shadow.name', book);
  const at = clock.now(book.holderId, book.mode);
  const ref = request.shadowMerchantRef;
  const { orders, ordersLeft } =
    'name' in request
      ? await ordersOfName(tx, book, request.name)
      : { orders: await namedOrders(tx, book, request.orderRefs, ref), ordersLeft: 0 };
  const drafts = namingDrafts(orders, ref);
  const ids = orders.map((order) => order.id);

  await post(tx, drafts, at);
  assert.equal(await setMerchantRef(tx, book, ids, ref, at), orders.length, 'no locked order had a ref');
  await appendEvents(
    { actor, tx, at },
    book,
    orders.map((order) => eventOf({ ...order, shadowMerchantRef: ref, updatedAt: at }, drafts)),
  );
  return { ordersNamed: orders.length, ordersLeft, moved: movedOf(drafts) };
}

async function namedOrders(tx: Tx, book: Book, refs: string[], merchantRef: string): Promise<Order[]> {
  const plan = planNaming(await lockShadowOrders(tx, book, refs), refs, merchantRef);
  if (!plan.ok) throw refusalOf(plan.problems);
  return plan.orders;
}

/** Finds the orders, then locks them: orders that were given a ref in between are skipped. */
async function ordersOfName(tx: Tx, book: Book, name: string): Promise<{ orders: Order[]; ordersLeft: number }> {
  const found = await findByName(tx, book, name, ordersMax);
  const locked = [...(await lockShadowOrders(tx, book, found.refs)).values()];
  const unnamed = locked.filter((order) => order.shadowMerchantRef === null);
  // A refund may have been opened in between.
  const orders = unnamed.filter((order) => order.openRefunds === 0);
  return { orders, ordersLeft: found.count - found.refs.length + unnamed.length - orders.length };
}

function movedOf(drafts: readonly TransferDraft[]): Map<string, bigint> {
  const moved = new Map<string, bigint>();
  for (const { from, amount } of drafts) moved.set(from.currency, (moved.get(from.currency) ?? 0n) + amount);
  return moved;
}

/** @param order with its new ref. */
function eventOf(order: Order, drafts: readonly TransferDraft[]) {
  const subject = subjectOf.order(order.id);
  const key = formatSubject(subject);
  const own = drafts.filter((draft) => formatSubject(draft.subject) === key);
  const amount = sumOf(own.map((draft) => draft.amount));
  const data = { ...presentOrderEvent(order), amount_moved: jsonDecimal(amount, exponentOf(order.currency)) };
  return { type: 'shadow_order.named' as const, subject, data };
}
