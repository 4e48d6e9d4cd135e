/**
 * What should happen to one currency in one mode of a company, a shop, a customer and the service, written as plainly as
 * possible and without a line of the product: numbers in a map, orders in a list. Where it and the product differ, one
 * of them is wrong. What moves when is taken from docs/ledger.md, "What is posted", and from what it refers to.
 */
import type { Checkout, ModelAttempt, ModelLate } from './checkouts.ts';
import type { ModelEvidence } from './evidence.ts';

export type Holder = 'company' | 'shop' | 'customer' | 'service';

export type ModelSplit = {
  type: 'merchant' | 'courier' | 'partner';
  link: bigint | null;
  amount: bigint;
  /** Who has it collects the customer's cash. */
  cash: boolean;
};

export type ModelOrder = {
  ref: string;
  source: 'service' | 'cod';
  total: bigint;
  splits: ModelSplit[];
  /** It is captured after it was authorized; from then on total and splits are those of what was captured. */
  isManual: boolean;
  shadowRef: string | null;
  payment: string;
  /** Also when it was refunded since. */
  isPaid: boolean;
  /** Which attempt paid it at the checkout. */
  paidBy: ModelAttempt | null;
  settlement: string;
  heldByHand: boolean;
  /** On hold until the money that the customer's bank took is back. */
  heldForBank: boolean;
  refunds: ModelRefund[];
  /** Charged back, for an order paid at the checkout. */
  chargedBack: bigint;
  /** For its payment; what of it was charged at settlement; and what of that was owed. */
  fee: bigint;
  feeCharged: bigint;
  feeOwed: bigint;
  /** By split. */
  outside: bigint[];
  claimed: bigint[];
  claimLink: bigint | null;
};

export type ModelRefund = {
  /** A reversal takes shares of a charged-back order, and returns nothing to the customer. */
  kind: 'refund' | 'reversal';
  order: ModelOrder;
  amount: bigint;
  taken: bigint[];
  before: boolean;
  status: 'pending' | 'awaiting_funds' | 'succeeded' | 'failed';
  /** What it counts by split, if it is in proportion. */
  counted: bigint[] | null;
  /** By split, when it was taken before settlement and given back after. */
  creditedBack: bigint[] | null;
  /** What was moved and owed when it was taken, to be given back should it fail. */
  moved: { from: string; to: string; amount: bigint }[];
  owed: { line: number; link: bigint; amount: bigint }[];
};

export type ModelPayout = {
  holder: Holder;
  account: string;
  amount: bigint;
  fee: bigint;
  status: 'requested' | 'approved' | 'sent' | 'completed' | 'returned';
};

/** A payment of the shop. `paidBy`: null for one from a customer's wallet. */
export type ModelPayment = {
  amount: bigint;
  paidBy: ModelAttempt | null;
  fee: bigint;
  chargedBack: bigint;
  refunds: { amount: bigint; feeReturned: bigint; status: 'pending' | 'succeeded' | 'failed' }[];
};

/**
 * A dispute of an order's payment or of one of the shop's. `purse`: of the currency in which the bank took the money;
 * `feePurse`: of the one in which the provider counts its fee.
 */
export type ModelDispute = {
  of: ModelOrder | ModelPayment;
  purse: Purse;
  amount: bigint;
  withdrawals: number;
  returns: number;
  feePurse: Purse | null;
  fee: bigint;
  feeReturned: bigint;
  /** What the service laid out at the last withdrawal. */
  advanced: bigint;
  /** Null until its provider asks for some. */
  evidence: ModelEvidence | null;
};

/** A credit by bank transfer. `cash`: what of it a link held, where it is its cash. */
export type ModelTopUp = {
  holder: Holder;
  amount: bigint;
  isTakenBack: boolean;
  cash: { link: bigint; held: bigint } | null;
};

export type Refusal = 'refund_exceeds' | 'invalid_state' | 'insufficient_funds' | 'validation_failed';

export type Terms = { minimum: bigint; fee: bigint };

/** What waits for the company's clearing. */
export type Waiting = { amount: bigint; refund: ModelRefund; pay(): void };

export type Purse = {
  /** By holder and account; minor units. */
  balances: Map<string, bigint>;
  /** All that ever left accounts outside, and all that came to them. */
  left: Map<string, bigint>;
  came: Map<string, bigint>;
  orders: ModelOrder[];
  refunds: ModelRefund[];
  payouts: ModelPayout[];
  payments: ModelPayment[];
  disputes: ModelDispute[];
  topUps: ModelTopUp[];
  checkouts: Checkout[];
  late: ModelLate[];
  /** In the order in which it began to wait. */
  queue: Waiting[];
  /** What was written off and is not owed again, by holder and memo. */
  writtenOff: Map<string, bigint>;
};

export const createPurse = (): Purse => ({
  balances: new Map(),
  left: new Map(),
  came: new Map(),
  orders: [],
  refunds: [],
  payouts: [],
  payments: [],
  disputes: [],
  topUps: [],
  checkouts: [],
  late: [],
  queue: [],
  writtenOff: new Map(),
});

export const min = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const max = (a: bigint, b: bigint): bigint => (a > b ? a : b);
export const sum = (values: readonly bigint[]): bigint => values.reduce((a, b) => a + b, 0n);
export const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);

export function balance(purse: Purse, account: string, holder: Holder = 'company'): bigint {
  return purse.balances.get(`${holder} ${account}`) ?? 0n;
}

export function move(purse: Purse, from: string, to: string, amount: bigint, holder: Holder = 'company'): void {
  purse.balances.set(`${holder} ${from}`, balance(purse, from, holder) - amount);
  purse.balances.set(`${holder} ${to}`, balance(purse, to, holder) + amount);
  if (from.startsWith('outside:')) add(purse.left, `${holder} ${from}`, amount);
  if (to.startsWith('outside:')) add(purse.came, `${holder} ${to}`, amount);
}

const add = (totals: Map<string, bigint>, name: string, amount: bigint): void => {
  totals.set(name, (totals.get(name) ?? 0n) + amount);
};

/** A provider's account has its name; what the simulator charges is at the accounts of what it takes. */
export const outsideOf = ({ provider, method }: ModelAttempt): string =>
  `outside:${provider === 'simulator' ? method : provider}`;

/** Where the money of an order or payment came from, and goes back to. */
export const sourceOf = ({ paidBy }: ModelOrder | ModelPayment): string => outsideOf(paidBy as ModelAttempt);

/** Between two books, through the transit of both. */
export function cross(
  purse: Purse,
  [payer, from]: [Holder, string],
  [payee, to]: [Holder, string],
  amount: bigint,
): void {
  move(purse, from, 'transit', amount, payer);
  move(purse, 'transit', to, amount, payee);
}

const reserved = (purse: Purse): bigint => sum(purse.queue.map(({ amount }) => amount));

/** What a new refund may take: waiting ones come first, the company's own debt after it. */
export const refundable = (purse: Purse): bigint => balance(purse, 'clearing') - reserved(purse);

const canStillSettle = (order: ModelOrder): boolean =>
  ['unsettled', 'awaiting_funds', 'on_hold'].includes(order.settlement);

/** What an order costs clearing when it settles. */
export const costOf = (order: ModelOrder): bigint =>
  sum(order.splits.map(({ amount }, line) => amount - reducedOf(order, line)));

const reducedOf = (order: ModelOrder, line: number): bigint =>
  sum(
    order.refunds
      .filter((r) => r.before && (r.status !== 'failed' || r.creditedBack !== null))
      .map((r) => r.taken[line] as bigint),
  );

/** What a customer paid for an order that has not settled is the order's; what the bank took is nobody's. */
export function own(order: ModelOrder): bigint {
  if (order.source !== 'service' || order.shadowRef !== null || !order.isPaid || !canStillSettle(order)) return 0n;
  if (order.chargedBack === 0n) return costOf(order);
  return min(costOf(order), positive(order.total - amountOf(order, 'refund') - order.chargedBack));
}

/** What an order's refunds, or reversals, come to without failed ones. */
export const amountOf = ({ refunds }: ModelOrder, kind: ModelRefund['kind']): bigint =>
  sum(refunds.filter((r) => r.kind === kind && r.status !== 'failed').map(({ amount }) => amount));

/** What was charged back, not refunded before, and not reversed yet. */
export const reversible = (order: ModelOrder): bigint =>
  positive(min(order.chargedBack, order.total - amountOf(order, 'refund')) - amountOf(order, 'reversal'));

/** All of the money is back, or the parties have given it. */
export const isResolved = (order: ModelOrder): boolean =>
  order.chargedBack === 0n || (amountOf(order, 'reversal') > 0n && reversible(order) === 0n);

/** What the company's debt may take: after waiting refunds and what customers paid for orders. */
export const unreserved = (purse: Purse): bigint => refundable(purse) - sum(purse.orders.map(own));

/** What settlements of other orders, claims and payouts may take from clearing; below 0 by what is missing. */
export const spendable = (purse: Purse): bigint => unreserved(purse) - balance(purse, 'debt');

/** What may be paid out of an account. Commission answers for what clearing cannot pay. */
export function drawable(purse: Purse, account: string, holder: Holder): bigint {
  if (holder !== 'company') return balance(purse, account, holder);
  if (account === 'clearing') return spendable(purse);
  return balance(purse, account) - (account === 'commission' ? positive(-spendable(purse)) : 0n);
}
