/** Refunds of orders (docs/ledger.md, "Refunds in proportion", "Waiting refunds" and "Failed refunds"). */
import { countOut, divide } from './arithmetic.ts';
import { forgive, recoverAll, recoverOwn } from './debts.ts';
import { holdForBank, releaseFromBank } from './disputes.ts';
import { chargeAgain, returnFee } from './fees.ts';
import {
  amountOf,
  balance,
  isResolved,
  type ModelOrder,
  type ModelRefund,
  type ModelSplit,
  max,
  min,
  move,
  type Purse,
  positive,
  type Refusal,
  refundable,
  reversible,
  sourceOf,
  sum,
} from './purse.ts';
import { shadowBack } from './shadow.ts';
import {
  counts,
  creditedBack,
  isOpen,
  isSettled,
  isUnassigned,
  payee,
  room,
  share,
  takeBack,
  takenOf,
} from './shares.ts';

/** Who bears a refund or reversal, by split. `null`: the liable party has not enough left. */
function taking(
  order: ModelOrder,
  kind: ModelRefund['kind'],
  wanted: bigint,
  liable: ModelSplit | undefined,
): Pick<ModelRefund, 'taken' | 'counted'> | null {
  const most = order.splits.map((_, line) => room(order, line));
  if (liable !== undefined) {
    const their = order.splits.map((split, line) => {
      const isTheirs = split.type === liable.type && (liable.link === null || split.link === liable.link);
      return isTheirs ? (most[line] as bigint) : 0n;
    });
    // For the company itself clearing bears the rest of a refund.
    if ((liable.type !== 'partner' || kind === 'reversal') && wanted > sum(their)) return null;
    return { taken: divide(min(wanted, sum(their)), their), counted: null };
  }
  const shares = order.splits.map((split) => split.amount);
  const before = order.refunds.filter((r) => counts(r) && r.counted !== null);
  const exact = sum(shares) * (wanted + sum(before.map((r) => r.amount)));
  const target = exact / order.total + ((exact % order.total) * 2n >= order.total ? 1n : 0n);
  const earlier = shares.map((_, line) => sum(before.map((r) => r.counted?.[line] as bigint)));
  const counted = countOut(shares, earlier, target);
  // The last of an order leaves nobody a share.
  if (wanted === order.total - amountOf(order, 'refund') - amountOf(order, 'reversal')) {
    return { taken: most, counted: counted.map((units, line) => max(units, most[line] as bigint)) };
  }
  return { taken: counted.map((units, line) => min(units, most[line] as bigint)), counted };
}

export function refund(
  purse: Purse,
  order: ModelOrder,
  amount: bigint | undefined,
  liable: ModelSplit | undefined,
): Refusal | undefined {
  if (order.payment === 'cancelled') return 'invalid_state';
  if (['pending', 'authorized'].includes(order.payment) && order.source === 'service') return 'invalid_state';
  const left = order.total - amountOf(order, 'refund') - order.chargedBack;
  const wanted = amount ?? left;
  if (wanted <= 0n || wanted > left) return 'refund_exceeds';
  const borne = taking(order, 'refund', wanted, liable);
  if (borne === null) return 'refund_exceeds';

  const made = make(purse, order, { kind: 'refund', amount: wanted, ...borne });
  if (!made.before) returnFee(purse, order, made);
  const grew = !made.before && takeBack(purse, order, made.taken, made);
  if (order.source !== 'service') made.status = 'succeeded';
  else if (refundable(purse) < wanted) wait(purse, made);
  else move(purse, 'clearing', sourceOf(order), wanted);
  // The customer comes before what the company owes the service.
  if (grew) recoverOwn(purse);
  if (made.status === 'succeeded') follow(order);
  return undefined;
}

type Made = Pick<ModelRefund, 'kind' | 'amount' | 'taken' | 'counted'>;

function make(purse: Purse, order: ModelOrder, terms: Made): ModelRefund {
  const made: ModelRefund = {
    ...terms,
    order,
    before: !isSettled(order),
    status: 'pending',
    creditedBack: null,
    moved: [],
    owed: [],
  };
  order.refunds.push(made);
  purse.refunds.push(made);
  return made;
}

/** The parties give back what the customer's bank took, all in proportion or one of them. */
export function reverse(
  purse: Purse,
  order: ModelOrder,
  amount: bigint | undefined,
  by: ModelSplit | undefined,
): Refusal | undefined {
  if (order.chargedBack === 0n) return 'invalid_state';
  const wanted = amount ?? reversible(order);
  if (wanted === 0n || wanted > reversible(order)) return 'refund_exceeds';
  if (order.splits.every((_, line) => room(order, line) === 0n)) return 'refund_exceeds';
  const borne = taking(order, 'reversal', wanted, by);
  if (borne === null) return 'refund_exceeds';

  const made = make(purse, order, { kind: 'reversal', amount: wanted, ...borne });
  made.status = 'succeeded';
  if (!made.before && takeBack(purse, order, made.taken, made)) recoverOwn(purse);
  follow(order);
  return undefined;
}

/** The bank returned what was charged back: the newest reversals that exceed the rest are undone. */
export function undoReversals(purse: Purse, order: ModelOrder): void {
  const undone: ModelRefund[] = [];
  const newest = order.refunds.filter((r) => r.kind === 'reversal' && r.status === 'succeeded').reverse();
  for (const one of newest) {
    const left = amountOf(order, 'reversal') - sum(undone.map((r) => r.amount));
    if (left > order.chargedBack) undone.push(one);
  }
  if (undone.length === 0) return;
  const credited = undone.flatMap((one) => giveBack(purse, one));
  recoverAll(purse, ['clearing', ...credited]);
  follow(order);
}

function wait(purse: Purse, refund: ModelRefund): void {
  refund.status = 'awaiting_funds';
  const pay = (): void => {
    move(purse, 'clearing', sourceOf(refund.order), refund.amount);
    refund.status = 'pending';
  };
  purse.queue.push({ amount: refund.amount, refund, pay });
}

/** A waiting refund that exceeds what the bank left of the payment fails; the rest is paid in turn. */
export function payWaiting(purse: Purse): number {
  let paid = 0;
  for (const { refund } of [...purse.queue]) {
    if (refund.status !== 'awaiting_funds' || !isUnpayable(refund)) continue;
    purse.queue = purse.queue.filter((one) => one.refund !== refund);
    fail(purse, refund);
    paid += 1;
  }
  for (let [first] = purse.queue; first !== undefined; [first] = purse.queue) {
    if (balance(purse, 'clearing') < first.amount) break;
    purse.queue = purse.queue.slice(1);
    first.pay();
    paid += 1;
  }
  return paid;
}

/** Only what was asked of the payment itself counts against it: waiting refunds have not asked yet. */
function isUnpayable({ order, amount }: ModelRefund): boolean {
  const requested = order.refunds.filter((r) => r.kind === 'refund' && counts(r) && r.status !== 'awaiting_funds');
  return amount > positive(order.total - sum(requested.map((r) => r.amount)) - order.chargedBack);
}

/** The provider's answer to a refund: the first, or a failure after it had said yes. */
export function answer(purse: Purse, refund: ModelRefund, yes: boolean): void {
  if (yes) {
    refund.status = 'succeeded';
    follow(refund.order);
    return;
  }
  move(purse, sourceOf(refund.order), 'clearing', refund.amount);
  fail(purse, refund);
}

function fail(purse: Purse, refund: ModelRefund): void {
  recoverAll(purse, ['clearing', ...giveBack(purse, refund)]);
  chargeAgain(purse, refund.order, refund);
  follow(refund.order);
}

/**
 * What a failed refund took returns to its parties, from clearing whole or, while it is short, later. @returns the
 * accounts that were credited.
 */
function giveBack(purse: Purse, refund: ModelRefund): string[] {
  const { order } = refund;
  const wasReduced = refund.before && isSettled(order);
  const back = order.splits.map((split, line) => {
    const nobody = wasReduced && order.shadowRef === null && split.type !== 'partner' && split.link === null;
    return nobody ? 0n : (refund.taken[line] as bigint);
  });
  const due = dueOf(purse, refund, back, wasReduced);
  refund.status = 'failed';
  if (wasReduced) refund.creditedBack = back;
  const accounts = due.map(({ account }) => account);
  const pay = (): void => {
    for (const { account, amount } of due) move(purse, 'clearing', account, amount);
  };
  const payLater = (): void => {
    pay();
    recoverAll(purse, accounts);
  };
  const amount = sum(due.map((one) => one.amount));
  if (amount > balance(purse, 'clearing')) {
    purse.queue.push({ amount, refund, pay: payLater });
    return [];
  }
  pay();
  return accounts;
}

/** What clearing owes the parties, by account. */
function dueOf(
  purse: Purse,
  refund: ModelRefund,
  back: readonly bigint[],
  wasReduced: boolean,
): { account: string; amount: bigint }[] {
  const { order } = refund;
  const due: { account: string; amount: bigint }[] = [];
  if (wasReduced && order.shadowRef === null) {
    for (const [line, split] of order.splits.entries()) {
      due.push({ account: payee(order, split), amount: back[line] as bigint });
    }
  } else if (order.shadowRef !== null && isSettled(order)) due.push(...shadowBack(purse, order, back, refund));
  else if (!refund.before) {
    for (const { from, amount } of refund.moved) due.push({ account: from, amount });
    for (const { link, amount } of refund.owed) {
      due.push({ account: `earnings:${link}`, amount: amount - forgive(purse, link, amount) });
    }
  }
  return due.filter(({ amount }) => amount > 0n);
}

/** Both states are what the succeeded refunds say. */
function follow(order: ModelOrder): void {
  const succeeded = (r: ModelRefund): boolean => r.status === 'succeeded';
  const gone = sum(order.refunds.filter((r) => r.kind === 'refund' && succeeded(r)).map((r) => r.amount));
  const untouched = order.isPaid ? 'paid' : 'pending';
  order.payment = gone === 0n ? untouched : gone === order.total ? 'refunded' : 'partially_refunded';
  if (isSettled(order)) {
    const lines = order.splits.map((_, line) => takenOf(order, line, false, succeeded));
    const whole = lines.every((amount, line) => amount === share(order, line) + creditedBack(order, line));
    order.settlement = sum(lines) === 0n ? 'settled' : whole ? 'reversed' : 'partially_reversed';
    return;
  }
  if (order.refunds.some(isOpen)) return;
  const isEmpty = order.splits.every((_, line) => share(order, line) === 0n);
  if (isEmpty && (order.payment === 'refunded' || amountOf(order, 'reversal') > 0n)) {
    order.settlement = 'void';
    order.heldByHand = false;
    order.heldForBank = false;
  } else if (order.settlement === 'void') {
    order.settlement = 'unsettled';
    if (!isResolved(order)) holdForBank(order);
  } else if (order.settlement === 'on_hold' && order.heldForBank) {
    if (isResolved(order)) releaseFromBank(order);
  } else if (order.settlement === 'on_hold' && !order.heldByHand && !order.heldForBank && !isUnassigned(order))
    order.settlement = 'unsettled';
}
