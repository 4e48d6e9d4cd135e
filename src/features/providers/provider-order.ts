/** Which providers may charge a payment, and which of them is asked first (docs/operating.md, "Payment providers"). Pure. */
import type { ProviderMethod } from './provider.ts';
import { isForPayment, precedenceOf, type RuleScope } from './rule-scope.ts';

export type OrderScope = RuleScope<ProviderMethod>;

/** `providers`: the names of those that may, in order of preference. */
export type ProviderOrder = OrderScope & { providers: readonly string[] };

type OrderedCharge = { holderId: bigint; method: ProviderMethod; currency: string };

const covers = (order: OrderScope, { holderId, method, currency }: OrderedCharge): boolean =>
  (order.holderId === null || order.holderId === holderId) && isForPayment(order, method, currency);

/** The most specific first. */
export const inPrecedence = (orders: readonly ProviderOrder[]): ProviderOrder[] =>
  [...orders].sort((a, b) => precedenceOf(b) - precedenceOf(a));

/** The names by the most specific order that covers a charge; undefined without one. */
export const orderFor = (orders: readonly ProviderOrder[], charge: OrderedCharge): readonly string[] | undefined =>
  inPrecedence(orders.filter((order) => covers(order, charge)))[0]?.providers;
