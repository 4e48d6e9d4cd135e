/**
 * Payments at the checkout, from an attempt to its result (docs/contract/merchant.md, "Payment states"): who may charge, what a
 * result does to the payment, what is held first and captured later ("Capture a payment"), and what comes too late and is returned.
 */
import { countOut } from './arithmetic.ts';
import type { FeeRule } from './fees.ts';
import { pay } from './orders.ts';
import {
  type Holder,
  type ModelOrder,
  type ModelPayment,
  move,
  outsideOf,
  type Purse,
  type Refusal,
  sum,
} from './purse.ts';
import { payShop } from './shop.ts';

export type Method = 'card' | 'onlinewallet';

export const dayMs = 24 * 60 * 60_000;

export type ModelAttempt = {
  id: string;
  provider: string;
  method: Method | 'bank_transfer';
  state: 'processing' | 'authorized' | 'declined' | 'succeeded' | 'returned';
};

/** `order`: null for a payment of the shop. Times in milliseconds. */
export type Checkout = {
  id: string;
  order: ModelOrder | null;
  amount: bigint;
  rules: Record<Method, FeeRule>;
  expiresAt: number;
  status: 'created' | 'processing' | 'authorized' | 'succeeded' | 'cancelled' | 'expired';
  attempts: ModelAttempt[];
  /** What it paid, once it is paid. */
  paid: ModelOrder | ModelPayment | null;
  /** Of one that is captured later. */
  manual: ModelHold | null;
  /** What has come of it by bank transfer; null until that is chosen. */
  transferred: bigint | null;
};

/** `shares`: of its order, as recorded, and as they were asked for. `asked`: the capture that is or was under way. */
export type ModelHold = {
  shares: bigint[];
  until: number;
  asked: { amount: bigint; shares: bigint[] | null } | null;
  captured: bigint | null;
};

/** A capture that nothing could be done with. `refusals`: how often its provider did not take it back. */
export type ModelLate = {
  attempt: ModelAttempt;
  holder: Holder;
  amount: bigint;
  status: 'pending' | 'returned' | 'refused';
  refusals: number;
};

export type Said =
  | { kind: 'authorized'; until: number | null }
  | { kind: 'pending' }
  | { kind: 'declined' }
  | { kind: 'succeeded'; amount: bigint; purse: Purse };

/** For how long a provider that names no end holds the money. */
const heldMs = 7 * dayMs;

export const isOpen = ({ status, expiresAt }: Checkout, now: number): boolean =>
  status === 'created' && expiresAt > now;

export function begin(checkout: Checkout, provider: string, method: Method): void {
  checkout.attempts.push({ id: '', provider, method, state: 'processing' });
  checkout.status = 'processing';
}

/** A result of an attempt, whoever brings it and however often. */
export function learn(purse: Purse, checkout: Checkout, attempt: ModelAttempt, said: Said, now: number): void {
  if (attempt.state === 'succeeded' || attempt.state === 'returned' || said.kind === 'pending') return;
  const isUnderWay = attempt.state === 'processing';
  if (said.kind === 'authorized') {
    hold(checkout, attempt, said.until ?? now + heldMs, now);
    return;
  }
  if (said.kind === 'declined') {
    if (attempt.state === 'authorized') release(checkout, 'expired');
    if (!isUnderWay) return;
    attempt.state = 'declined';
    checkout.status = 'created';
    return;
  }
  // Less may be captured of what is captured by hand.
  const isAmount = checkout.manual === null ? said.amount === checkout.amount : said.amount <= checkout.amount;
  const isTaking = isUnderWay || attempt.state === 'authorized' || isOpen(checkout, now);
  if (isAmount && said.purse === purse && isTaking) take(purse, checkout, attempt, said.amount);
  else sendBack(checkout, attempt, said);
}

/** Nothing is posted for what is held. */
function hold(checkout: Checkout, attempt: ModelAttempt, until: number, now: number): void {
  const { manual, order } = checkout;
  if (manual === null) throw new Error('What nobody holds was authorized');
  // Asked to capture it, the provider refused the amount.
  if (attempt.state === 'authorized') manual.asked = null;
  else if (attempt.state === 'processing' || isOpen(checkout, now)) {
    attempt.state = 'authorized';
    checkout.status = 'authorized';
    manual.until = until;
    if (order !== null) order.payment = 'authorized';
  }
}

/** An authorization ends, and leaves no trace in the books. */
export function release(checkout: Checkout, to: 'cancelled' | 'expired'): void {
  const attempt = checkout.attempts.find(({ state }) => state === 'authorized') as ModelAttempt;
  attempt.state = 'declined';
  checkout.status = to;
  if (checkout.order !== null) checkout.order.payment = 'pending';
}

export const mayExpire = ({ status, manual }: Checkout, now: number): boolean =>
  status === 'authorized' && manual !== null && manual.asked === null && manual.until <= now;

/** What was not captured never was in the books: the order and its shares are those of what was. */
function capture(hold: ModelHold, order: ModelOrder | null, amount: bigint): void {
  hold.captured = amount;
  if (order === null) return;
  const given = hold.asked?.amount === amount ? hold.asked.shares : null;
  const shares = given ?? scaled(order.total, hold.shares, amount);
  for (const [line, split] of order.splits.entries()) split.amount = shares[line] as bigint;
  order.total = amount;
}

/** In proportion to what is captured of the whole; half a unit of their sum rounds up. */
export function scaled(whole: bigint, shares: readonly bigint[], amount: bigint): bigint[] {
  const exact = sum(shares) * amount;
  const target = exact / whole + ((exact % whole) * 2n >= whole ? 1n : 0n);
  return countOut(
    shares,
    shares.map(() => 0n),
    target,
  );
}

/** @param shares of an order. @returns why it is refused. */
export function askCapture(
  checkout: Checkout,
  amount: bigint,
  shares: bigint[] | null,
  now: number,
): Refusal | undefined {
  const { manual, status } = checkout;
  if (manual === null) return 'invalid_state';
  if (amount <= 0n || amount > checkout.amount) return 'validation_failed';
  const before = manual.captured ?? manual.asked?.amount ?? null;
  if (before !== null && (status === 'authorized' || status === 'succeeded')) {
    const asked = manual.asked?.shares ?? null;
    const isSame = shares === null || asked === null || shares.join() === asked.join();
    return before === amount && isSame ? undefined : 'invalid_state';
  }
  if (status !== 'authorized' || manual.until <= now) return 'invalid_state';
  manual.asked = { amount, shares };
  return undefined;
}

/** Not while it is being captured. */
export function voidHold(checkout: Checkout): Refusal | undefined {
  if (checkout.status !== 'authorized' || checkout.manual?.asked !== null) return 'invalid_state';
  release(checkout, 'cancelled');
  return undefined;
}

function take(purse: Purse, checkout: Checkout, attempt: ModelAttempt, amount: bigint): void {
  const { order, rules, manual } = checkout;
  if (manual !== null) capture(manual, order, amount);
  attempt.state = 'succeeded';
  checkout.status = 'succeeded';
  const rule = rules[attempt.method as Method];
  if (order === null) payShop(purse, attempt, amount, rule);
  else pay(purse, order, attempt, rule);
  checkout.paid = order ?? (purse.payments.at(-1) as ModelPayment);
}

/** In and out at once: whoever was to be paid never has it. */
function sendBack(
  checkout: Checkout,
  attempt: ModelAttempt,
  { amount, purse }: Extract<Said, { kind: 'succeeded' }>,
): void {
  const [holder, account] = payeeOf(checkout.order);
  move(purse, outsideOf(attempt), account, amount, holder);
  move(purse, account, outsideOf(attempt), amount, holder);
  if (attempt.state === 'processing') checkout.status = 'created';
  if (attempt.state === 'authorized') release(checkout, 'expired');
  attempt.state = 'returned';
  purse.late.push({ attempt, holder, amount, status: 'pending', refusals: 0 });
}

const payeeOf = (order: ModelOrder | null): [Holder, string] =>
  order === null ? ['shop', 'wallet'] : ['company', 'clearing'];

/** What its provider says of returning it. */
export function giveBack(late: ModelLate, said: 'pending' | 'succeeded' | 'failed'): void {
  if (late.status === 'refused' || said === 'pending') return;
  late.status = said === 'succeeded' ? 'returned' : 'refused';
  if (said === 'failed') late.refusals += 1;
}

/** The operator's: null covers everything. */
export type Preference = {
  holder: Holder | null;
  method: Method | null;
  currency: string | null;
  providers: readonly string[];
};

type Charge = { holder: Holder; method: Method; currency: string };

/** By the most specific that there is: first of the account, then of the method, then of the currency. */
export function preferred(all: readonly Preference[], charge: Charge): readonly string[] | undefined {
  for (const holder of [charge.holder, null]) {
    for (const method of [charge.method, null]) {
      for (const currency of [charge.currency, null]) {
        const found = all.find((one) => one.holder === holder && one.method === method && one.currency === currency);
        if (found !== undefined) return found.providers;
      }
    }
  }
  return undefined;
}
