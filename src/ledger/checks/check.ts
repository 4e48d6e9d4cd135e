/**
 * A verification check: a query that returns offending rows only. It reads the tables, never state derived by the code,
 * and never writes. A scope selects all rows or those that may have changed since the last verification, so that one
 * query serves full and incremental runs.
 */
import { type RawBuilder, sql } from 'kysely';
import type { SubjectKind } from '../subject.ts';

/** A row that breaks a rule: which row, and what is wrong. */
export type Offence = { row: string; problem: string };

/**
 * A check that ignores its scope reads whole tables in every verification, which is correct but slow. Rows that are
 * only compared against must be read whole when the scope does not cover them.
 */
export type Check = { name: string; query: (scope: Scope) => RawBuilder<unknown> };

/** The tables whose rows are subjects of transfers, with their subject kind and the type of their ids. */
export const subjects = Object.freeze({
  orders: { kind: 'order', idType: 'bigint' },
  payments: { kind: 'payment', idType: 'text' },
  refunds: { kind: 'refund', idType: 'text' },
  order_refunds: { kind: 'order_refund', idType: 'text' },
  top_ups: { kind: 'top_up', idType: 'text' },
  payouts: { kind: 'payout', idType: 'text' },
  shadow_payments: { kind: 'paid_outside', idType: 'text' },
  shadow_claims: { kind: 'claim', idType: 'text' },
} as const satisfies Record<string, { kind: SubjectKind; idType: 'bigint' | 'text' }>);

export type SubjectTable = keyof typeof subjects;

/** Relations to read in place of tables: each is a name or a subquery in parentheses, and needs an alias. */
export type Scope = {
  /**
   * The rows of a table to check. A payment or an order comes with all of its refunds, and a refund with both; an order
   * comes with the payments outside that name it, and a claim with its orders.
   */
  rows(table: SubjectTable): RawBuilder<unknown>;
  /** Every transfer, old ones included, whose subject is one of these rows, or would be if the row existed. */
  transfersOf(table: SubjectTable): RawBuilder<unknown>;
  /** The transfers to check individually. */
  transfers: RawBuilder<unknown>;
  /** (holder_id, account_id, delta): the sum of the deltas is each account's balance. */
  moves: RawBuilder<unknown>;
};

/** Both sides of each transfer as (holder_id, account_id, delta). */
export const movesOf = (transfers: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select holder_id, to_account_id as account_id, amount as delta from ${transfers} credits
  union all
  select holder_id, from_account_id, -amount from ${transfers} debits`;

export const everything: Scope = {
  rows: (table) => sql.table(table),
  transfersOf: (table) => sql`(select * from transfers where subject_kind = ${sql.lit(subjects[table].kind)})`,
  transfers: sql.table('transfers'),
  moves: sql`(${movesOf(sql.table('transfers'))})`,
};
