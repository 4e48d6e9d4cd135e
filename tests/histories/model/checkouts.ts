/**
 * Payments at the checkout, from an attempt to its result (docs/contract/merchant.md, "Payment states"): who may charge, what a
 * result does to the payment, and what comes too late and is returned.
 */
import type { FeeRule } from './fees.ts';
import { pay } from './orders.ts';
import { type Holder, type ModelOrder, type ModelPayment, move, outsideOf, type Purse } from './purse.ts';
import { payShop } from './shop.ts';

export type Method = 'card' | 'onlinewallet';

export type ModelAttempt = {
  id: string;
  provider: string;
  method: Method;
  state: 'processing' | 'declined' | 'succeeded' | 'returned';
};

/** `order`: null for a payment of the shop. Times in milliseconds. */
export type Checkout = {
  id: string;
  order: ModelOrder | null;
  amount: bigint;
  rules: Record<Method, FeeRule>;
  expiresAt: number;
  status: 'created' | 'processing' | 'succeeded' | 'cancelled' | 'expired';
  attempts: ModelAttempt[];
  /** What it paid, once it is paid. */
  paid: ModelOrder | ModelPayment | null;
};

/** A capture that nothing could be done with. `refusals`: how often its provider did not take it back. */
export type ModelLate = {
  attempt: ModelAttempt;
  holder: Holder;
  amount: bigint;
  status: 'pending' | 'returned' | 'refused';
  refusals: number;
};

export type Said = { kind: 'pending' } | { kind: 'declined' } | { kind: 'succeeded'; amount: bigint; purse: Purse };

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
  if (said.kind === 'declined') {
    if (!isUnderWay) return;
    attempt.state = 'declined';
    checkout.status = 'created';
    return;
  }
  const isAsAsked = said.amount === checkout.amount && said.purse === purse;
  if (isAsAsked && (isUnderWay || isOpen(checkout, now))) take(purse, checkout, attempt);
  else sendBack(checkout, attempt, said);
}

function take(purse: Purse, checkout: Checkout, attempt: ModelAttempt): void {
  const { order, amount, rules } = checkout;
  attempt.state = 'succeeded';
  checkout.status = 'succeeded';
  const rule = rules[attempt.method];
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
