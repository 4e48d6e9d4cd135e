/**
 * What a list found in all: how many rows, and in each currency the sums of their amounts. It is read by the conditions of
 * the list itself, in a statement of its own, so that the rows never wait for it. Sums are exact or absent, never estimated.
 */
import { type RawBuilder, sql } from 'kysely';
import { int8, text, textArray } from './columns.ts';
import type { Database } from './pool.ts';
import { query } from './statement.ts';

/**
 * `paid_amount`, and what is not paid, or not yet: parts of `amount`, in a list of what may also come to nothing. Of settlements
 * what was credited, and what was only recorded.
 */
type SumName =
  | 'amount'
  | 'fee'
  | 'refunded_amount'
  | `${'paid' | 'on_its_way' | 'unpaid' | 'credited' | 'recorded'}_amount`;

/** Of one currency; minor units. */
type CurrencySums = { currency: string; count: bigint; sums: { amount: bigint } & Partial<Record<SumName, bigint>> };

/** `isMore`: there are more rows than `count`. `sums`: null where the rows are too many to be added up. */
export type Totals = { count: bigint; isMore: boolean; sums: CurrencySums[] | null };

/** So that no list keeps the database busy for longer than a moment. */
export const countedMax = 100_000;

/** How many rows there are in a list without amounts. @param found a select of them, without an order. */
export async function countRows(db: Database, found: RawBuilder<unknown>): Promise<Totals> {
  const { count } = await query({ count: int8 })`
    select count(*) as count from (select from (${found}) every limit ${countedMax + 1}) f`.executeTakeFirstOrThrow(db);
  return count > countedMax
    ? { count: BigInt(countedMax), isMore: true, sums: [] }
    : { count, isMore: false, sums: [] };
}

/** @param found a select of `currency` and of the amounts by their names, in minor units, without an order. */
export async function readTotals(
  db: Database,
  found: RawBuilder<unknown>,
  names: readonly ['amount', ...SumName[]],
): Promise<Totals> {
  // Text, because a sum may exceed a bigint.
  const sums = sql.join(names.map((name) => sql`coalesce(sum(f.${sql.ref(name)}), 0)::text`));
  const rows = await query({ currency: text, count: int8, sums: textArray })`
    select f.currency, count(*) as count, array[${sums}]::text[] as sums
    from (select * from (${found}) every limit ${countedMax + 1}) f
    group by f.currency order by f.currency`.execute(db);
  const count = rows.reduce((sum, row) => sum + row.count, 0n);
  if (count > countedMax) return { count: BigInt(countedMax), isMore: true, sums: null };
  const named = (of: readonly string[]) =>
    Object.fromEntries(names.map((name, index) => [name, BigInt(of[index] ?? 0)]));
  return {
    count,
    isMore: false,
    sums: rows.map((row) => ({ ...row, sums: named(row.sums) as CurrencySums['sums'] })),
  };
}
