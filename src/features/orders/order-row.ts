/** The mapping between an order's row and its object. No SQL except the list of columns. */
import {
  bool,
  int4,
  int8,
  int8Array,
  nullable,
  oneOf,
  type RowOf,
  selectList,
  text,
  textArray,
  timestamptz,
  uuid,
} from '../../base/database/columns.ts';
import { modes } from '../../base/money/mode.ts';
import { type Order, type OrderSplit, requestedColumns, type Split } from './order.ts';

export const orderColumns = {
  holderId: int8,
  id: int8,
  mode: oneOf(...modes),
  ...requestedColumns,
  paymentStatus: oneOf('pending', 'authorized', 'paid', 'partially_refunded', 'refunded', 'cancelled'),
  settlementStatus: oneOf(
    'unsettled',
    'awaiting_funds',
    'on_hold',
    'settled',
    'partially_reversed',
    'reversed',
    'void',
  ),
  warnings: textArray,
  holdReason: nullable(text),
  settlementId: nullable(int8),
  attemptId: uuid,
  refundedAmount: int8,
  reduced: int8Array,
  reversed: int8Array,
  openRefunds: int4,
  paidOutside: int8Array,
  claimed: int8Array,
  claimLinkId: nullable(int8),
  chargedBackAmount: int8,
  reversalAmount: int8,
  fee: int8,
  paidFromWallet: bool,
  capturableUntil: nullable(timestamptz),
  capturedAmount: nullable(int8),
  uncaptured: int8Array,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  paidAt: nullable(timestamptz),
  settledAt: nullable(timestamptz),
};

/** Stored as a list by split: empty when all are 0. */
type StoredTotal = 'uncaptured' | 'reduced' | 'reversed' | 'paidOutside' | 'claimed';

/** A total of the splits, as it is stored. */
export function storedTotal(splits: readonly OrderSplit[], total: StoredTotal): bigint[] {
  const amounts = splits.map((split) => split[total]);
  return amounts.every((amount) => amount === 0n) ? [] : amounts;
}

/** The select list, for `orders o`. */
export const selectedOrder = selectList(orderColumns, 'o');

/** JSON numbers are exact for the amounts of stored splits; convert them before any arithmetic. */
export function toOrder(row: RowOf<typeof orderColumns>): Order {
  const { uncaptured, reduced, reversed, paidOutside, claimed } = row;
  const splits = row.splits.map((split, line) => ({
    type: split.type,
    ref: split.ref === null ? null : BigInt(split.ref),
    amount: BigInt(split.amount),
    collectsCash: split.cash,
    uncaptured: uncaptured[line] ?? 0n,
    reduced: reduced[line] ?? 0n,
    reversed: reversed[line] ?? 0n,
    paidOutside: paidOutside[line] ?? 0n,
    claimed: claimed[line] ?? 0n,
  }));
  // The row becomes the order: a settlement reads thousands, and copies of so many fields are most of its garbage. Its lists
  // by split stay on it, where no type names them.
  return Object.assign(row as Omit<typeof row, 'splits' | StoredTotal>, { splits });
}

/** Built as text, because `JSON.stringify` can't write a bigint as a JSON number. */
export const splitsJson = (splits: readonly Split[]): string => `[${splits.map(splitJson).join(',')}]`;

const splitJson = ({ type, ref, amount, collectsCash }: Split): string =>
  `{"type":"${type}","ref":${ref ?? 'null'},"amount":${amount}${collectsCash ? ',"cash":true' : ''}}`;
