/** Finds which fields of a re-sent order differ from the stored one. A re-send must never change the stored order. */
import { snakeCase } from '../../base/database/columns.ts';
import { type Order, type OrderDraft, requestedColumns, type Split } from './order.ts';

const sameSplits = (a: readonly Split[], b: readonly Split[]): boolean =>
  a.length === b.length &&
  a.every((split, index) => {
    const other = b[index];
    return split.type === other?.type && split.ref === other.ref && split.amount === other.amount;
  });

type Field = keyof typeof requestedColumns;
const fields = Object.keys(requestedColumns) as Field[];

/** Those that are not compared with `===`. */
const differs: { [F in Field]?: (stored: Order, sent: OrderDraft) => boolean } = {
  splits: (stored, sent) => !sameSplits(stored.splits, sent.splits),
  // Amounts in two currencies can't be compared.
  totalAmount: (stored, sent) => stored.currency === sent.currency && stored.totalAmount !== sent.totalAmount,
};

/** One warning per differing field, with the request's field names (docs/contract/partner.md, "Record an order"). */
export const differenceWarnings = (stored: Order, sent: OrderDraft): string[] =>
  fields
    .filter((field) => differs[field]?.(stored, sent) ?? stored[field] !== sent[field])
    .map((field) => `${snakeCase(field)} differs from the stored order, which is unchanged.`);
