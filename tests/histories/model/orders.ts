/** The life of an order up to its settlement (docs/ledger.md, "Which orders settle"). */
import { collect } from './cash.ts';
import { isOpen as isOpenCheckout, type ModelAttempt, voidHold } from './checkouts.ts';
import { recoverLink, recoverOwn } from './debts.ts';
import { chargeAtSettlement, type FeeRule, feeOf } from './fees.ts';
import {
  costOf,
  type ModelOrder,
  type ModelSplit,
  move,
  outsideOf,
  own,
  type Purse,
  type Refusal,
  refundable,
  spendable,
} from './purse.ts';
import { isOpen, isUnassigned, payee, share, shares, takeBack } from './shares.ts';

type Recorded = Pick<ModelOrder, 'ref' | 'source' | 'total' | 'splits' | 'shadowRef' | 'isManual'>;

export function record(purse: Purse, recorded: Recorded): ModelOrder {
  const order: ModelOrder = {
    ...recorded,
    payment: 'pending',
    isPaid: false,
    paidBy: null,
    settlement: 'unsettled',
    heldByHand: false,
    heldForBank: false,
    refunds: [],
    chargedBack: 0n,
    fee: 0n,
    feeCharged: 0n,
    feeOwed: 0n,
    outside: recorded.splits.map(() => 0n),
    claimed: recorded.splits.map(() => 0n),
    claimLink: null,
  };
  purse.orders.push(order);
  return order;
}

/** The customer pays at the checkout. */
export function pay(purse: Purse, order: ModelOrder, paidBy: ModelAttempt, rule: FeeRule): void {
  order.fee = feeOf(order.total, rule);
  move(purse, outsideOf(paidBy), 'clearing', order.total);
  order.paidBy = paidBy;
  order.payment = 'paid';
  order.isPaid = true;
  recoverOwn(purse);
}

/** The company says that it has the money, once, also when it gave some of it back. */
export function confirm(order: ModelOrder): Refusal | undefined {
  if (order.source === 'service' || order.isPaid || order.payment === 'cancelled') return 'invalid_state';
  if (order.settlement === 'void') return 'invalid_state';
  if (order.payment === 'pending') order.payment = 'paid';
  order.isPaid = true;
  return undefined;
}

/** Not while the customer is paying it, or while it is being captured. */
export function cancel(purse: Purse, order: ModelOrder, now: number): Refusal | undefined {
  const checkouts = purse.checkouts.filter((one) => one.order === order);
  const isWaiting = order.payment === 'pending' || order.payment === 'authorized';
  if (!isWaiting || checkouts.some(({ status }) => status === 'processing')) return 'invalid_state';
  const held = checkouts.find(({ status }) => status === 'authorized');
  if (held !== undefined && voidHold(held) !== undefined) return 'invalid_state';
  for (const one of checkouts) if (isOpenCheckout(one, now)) one.status = 'cancelled';
  order.payment = 'cancelled';
  if (order.settlement !== 'settled') order.settlement = 'void';
  else {
    if (takeBack(purse, order, shares(order))) recoverOwn(purse);
    order.settlement = 'reversed';
  }
  return undefined;
}

const canStillSettle = (order: ModelOrder): boolean =>
  ['unsettled', 'awaiting_funds', 'on_hold'].includes(order.settlement);

export function hold(order: ModelOrder): Refusal | undefined {
  if (!canStillSettle(order)) return 'invalid_state';
  order.settlement = 'on_hold';
  order.heldByHand = true;
  order.heldForBank = false;
  return undefined;
}

export function release(order: ModelOrder): Refusal | undefined {
  if (!canStillSettle(order)) return 'invalid_state';
  if (order.settlement !== 'on_hold') return undefined;
  if (isUnassigned(order)) return 'invalid_state';
  order.settlement = 'unsettled';
  order.heldByHand = false;
  order.heldForBank = false;
  return undefined;
}

/** Gives the merchant's split its link. */
export function assign(order: ModelOrder, line: number, link: bigint): Refusal | undefined {
  const split = order.splits[line] as ModelSplit;
  if (split.link === link) return undefined;
  if (!canStillSettle(order) || split.link !== null || split.type === 'partner' || order.shadowRef !== null) {
    return 'invalid_state';
  }
  split.link = link;
  if (order.settlement === 'on_hold' && !order.heldByHand && !order.heldForBank && !isUnassigned(order))
    order.settlement = 'unsettled';
  return undefined;
}

function eligible(order: ModelOrder): boolean {
  if (order.settlement !== 'unsettled' && order.settlement !== 'awaiting_funds') return false;
  if (order.payment === 'cancelled' || order.refunds.some(isOpen)) return false;
  return order.source !== 'service' || order.isPaid;
}

/** @returns what its links paid of what they owe, and what the company owes of its fee. */
function settleOne(purse: Purse, order: ModelOrder): { recovered: bigint; owed: bigint } {
  let recovered = 0n;
  collect(purse, order);
  for (const [line, split] of order.splits.entries()) {
    const amount = share(order, line);
    if (amount === 0n) continue;
    move(purse, order.shadowRef === null ? 'clearing' : 'shadow:clearing', payee(order, split), amount);
    if (order.shadowRef === null && split.type !== 'partner') {
      recovered += recoverLink(purse, split.link as bigint, amount);
    }
  }
  order.settlement = 'settled';
  return { recovered, owed: chargeAtSettlement(purse, order) };
}

/**
 * First in, first out; whole orders only; the first that clearing cannot cover stops those behind it.
 * @param which when money arrives, only orders that wait for it. @returns how many settled.
 */
export function settle(purse: Purse, which: 'all' | 'waiting' = 'all'): number {
  const found = purse.orders.filter((one) => eligible(one) && (which === 'all' || one.settlement === 'awaiting_funds'));
  let [short, allShort] = [false, false];
  let changed = false;
  // Shadow orders are a queue of their own, behind the others: what their collectors hold then nets nothing before.
  const queues = [
    ...found.filter(({ shadowRef }) => shadowRef === null),
    ...found.filter(({ shadowRef }) => shadowRef !== null),
  ];
  for (const order of queues) {
    if (order.shadowRef !== null) {
      settleOne(purse, order);
    } else {
      const [cost, owns] = [costOf(order), own(order)];
      const whole = order.source === 'service' && owns === cost;
      const stopped = allShort || (short && !whole);
      const covered = cost <= refundable(purse) && (owns === cost || cost - owns <= spendable(purse));
      if (!stopped && isUnassigned(order)) order.settlement = 'on_hold';
      else if (stopped || !covered) {
        short = true;
        allShort ||= whole && !stopped;
        order.settlement = 'awaiting_funds';
      } else {
        const paid = settleOne(purse, order);
        changed ||= paid.recovered + paid.owed > 0n;
      }
    }
  }
  // What links pay is a credit to clearing; and a fee is owed only as far as clearing cannot pay it.
  if (changed) recoverOwn(purse);
  return found.filter(({ settlement }) => settlement === 'settled').length;
}

/** Commission becomes clearing, which pays what it owes. */
export function transfer(purse: Purse, amount: bigint): Refusal | undefined {
  if (amount > (purse.balances.get('company commission') ?? 0n)) return 'insufficient_funds';
  move(purse, 'commission', 'clearing', amount);
  recoverOwn(purse);
  return undefined;
}
