/**
 * What is left of a shadow order, and whether it can be paid outside or claimed (docs/ledger.md, "What is posted").
 * Pure. Shared by the use cases of this folder; knows no database rows.
 */
import { AppError, type ErrorDetail } from '../../base/errors/app-error.ts';
import { greatest, sumOf } from '../../base/money/compare.ts';
import { type Order, type OrderSplit, shareOf } from '../orders/order.ts';
import { isSettled } from '../orders/order-state.ts';

/** Orders in one request, and in one transaction. */
export const ordersMax = 1_000;

/** A share to move: the index of the split, and minor units above 0. */
export type Portion = { order: Order; split: number; amount: bigint };

/**
 * The balance still owed to a split's party outside the service, in minor units: its share less refunds, payments
 * outside and claims. Never below 0: a refund of a claimed order takes from what was claimed.
 */
export const leftOfSplit = (split: OrderSplit): bigint =>
  greatest(shareOf(split) - split.reversed - split.paidOutside - split.claimed, 0n);

/** What is left of an order's splits of one type, first split first. */
export const openPortions = (order: Order, type: 'merchant' | 'courier'): Portion[] =>
  order.splits.flatMap((split, index) => {
    const amount = leftOfSplit(split);
    return split.type === type && amount > 0n ? [{ order, split: index, amount }] : [];
  });

/** What portions come to, in minor units of their one currency. */
export const amountOf = (portions: readonly Portion[]): bigint => sumOf(portions.map(({ amount }) => amount));

export const isOrderSettled = ({ settlementStatus }: Order): boolean => isSettled(settlementStatus);

/** The amounts per split with `portions` added, as stored in `paid_outside` and `claimed`. */
export const withPortions = (order: Order, total: 'paidOutside' | 'claimed', portions: readonly Portion[]): bigint[] =>
  order.splits.map(
    (split, line) => split[total] + sumOf(portions.flatMap((one) => (one.split === line ? [one.amount] : []))),
  );

/** A problem with an order in a request. `field`: the order must not be in the request; `state`: not possible now. */
export type Problem = ErrorDetail & { kind: 'field' | 'state' };

/** Combines all problems of a request into one error. */
export function refusalOf(problems: readonly Problem[]): AppError {
  const isField = problems.some(({ kind }) => kind === 'field');
  const details = problems.map(({ field, message }) => ({ field, message }));
  if (isField) return new AppError('validation_failed', { details });
  return new AppError('invalid_state', { message: 'Orders are not in a state for this.', details });
}

/**
 * Finds each order that a request names. @returns the shadow orders with their positions; a problem for each of the
 * rest.
 */
export function findNamed(
  orders: ReadonlyMap<string, Order>,
  refs: readonly string[],
  fieldOf: (index: number) => string,
): { named: { order: Order; index: number; field: string }[]; problems: Problem[] } {
  const problems: Problem[] = [];
  const named = refs.flatMap((ref, index) => {
    const field = fieldOf(index);
    const order = orders.get(ref);
    if (order === undefined) problems.push({ field, message: 'is not the ref of an order', kind: 'field' });
    else if (!order.isShadow) problems.push({ field, message: 'is not a shadow order', kind: 'field' });
    else return [{ order, index, field }];
    return [];
  });
  return { named, problems };
}
