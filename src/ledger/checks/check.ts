/**
 * What a check of the books is: a question that returns offending rows only. It reads the tables, never the code's
 * opinion of them, and never writes. Its scope says which rows it is about: all of them, or what may have changed since
 * the last proof, so that one text of a rule serves both.
 */
import { type RawBuilder, sql } from 'kysely';
import type { SubjectKind } from '../subject.ts';

/** A row that breaks a rule: which, and how. */
export type Offence = { row: string; problem: string };

/**
 * A check whose query takes no notice of the scope reads its tables whole in every verification: right, but slow. What
 * a row is compared with must stay whole where the scope has no part for it.
 */
export type Check = { name: string; query: (scope: Scope) => RawBuilder<unknown> };

/** Tables whose rows are what transfers belong to: the kind of their subjects, and the type of their ids. */
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

/** Relations to read in the place of tables, each in brackets or a name; give it an alias. */
export type Scope = {
  /**
   * The rows of a table to look at. A payment or an order comes with all of its refunds, and a refund with both; an
   * order comes with the payments outside that name it, and a claim with its orders.
   */
  rows(table: SubjectTable): RawBuilder<unknown>;
  /** Every transfer, old ones too, whose subject is one of these rows, or would be if the row existed. */
  transfersOf(table: SubjectTable): RawBuilder<unknown>;
  /** The transfers to look at one by one. */
  transfers: RawBuilder<unknown>;
  /** (holder_id, account_id, delta): what adds up to every account's balance. */
  moves: RawBuilder<unknown>;
};

/** Both ends of transfers as (holder_id, account_id, delta). */
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
