/** Which providers may charge a payment, and which of them is asked first (docs/operating.md, "Payment providers"). Pure. */
import type { ProviderMethod } from './provider.ts';

/** Null: every account, every method, every currency. */
export type OrderScope = { holderId: bigint | null; method: ProviderMethod | null; currency: string | null };

/** `providers`: the names of those that may, in order of preference. */
export type ProviderOrder = OrderScope & { providers: readonly string[] };

type OrderedCharge = { holderId: bigint; method: ProviderMethod; currency: string };

/** The account counts more than the method, and the method more than the currency. */
const precedence = ({ holderId, method, currency }: OrderScope): number =>
  (holderId === null ? 0 : 4) + (method === null ? 0 : 2) + (currency === null ? 0 : 1);

const covers = (order: OrderScope, { holderId, method, currency }: OrderedCharge): boolean =>
  (order.holderId === null || order.holderId === holderId) &&
  (order.method === null || order.method === method) &&
  (order.currency === null || order.currency === currency);

/** The most specific first. */
export const inPrecedence = (orders: readonly ProviderOrder[]): ProviderOrder[] =>
  [...orders].sort((a, b) => precedence(b) - precedence(a));

/** The names by the most specific order that covers a charge; undefined without one. */
export const orderFor = (orders: readonly ProviderOrder[], charge: OrderedCharge): readonly string[] | undefined =>
  inPrecedence(orders.filter((order) => covers(order, charge)))[0]?.providers;
