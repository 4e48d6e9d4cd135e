/**
 * A verification check: a query that returns offending rows only. It reads the tables, never state derived by the code,
 * and never writes. A scope selects all rows or those that may have changed since the last verification, so that one
 * query serves full and incremental runs.
 */
import { type RawBuilder, sql } from 'kysely';
import type { KeptTable } from '../../../base/database/kept-rows.ts';
import type { SubjectKind } from '../subject.ts';
import type { TransferCode } from '../transfer.ts';

/** A row that breaks a rule: which row, and what is wrong. */
export type Offence = { row: string; problem: string };

/**
 * A check that ignores its scope reads whole tables in every verification, which is correct but slow. Rows that are
 * only compared against must be read whole when the scope does not cover them.
 */
export type Check = { name: string; query: (scope: Scope) => RawBuilder<unknown> };

/** The tables whose rows are subjects of transfers, with their subject kinds and the type of their ids. */
export const subjects = Object.freeze({
  orders: { kinds: ['order'], idType: 'bigint' },
  payments: { kinds: ['payment'], idType: 'text' },
  payment_attempts: { kinds: ['attempt'], idType: 'text' },
  refunds: { kinds: ['refund'], idType: 'text' },
  disputes: { kinds: ['dispute', 'dispute_won'], idType: 'text' },
  order_refunds: { kinds: ['order_refund'], idType: 'text' },
  top_ups: { kinds: ['top_up'], idType: 'text' },
  commission_transfers: { kinds: ['transfer'], idType: 'text' },
  payouts: { kinds: ['payout'], idType: 'text' },
  shadow_payments: { kinds: ['paid_outside'], idType: 'text' },
  shadow_claims: { kinds: ['claim'], idType: 'text' },
  fee_collections: { kinds: ['fees'], idType: 'text' },
  fee_draws: { kinds: ['fees_drawn'], idType: 'text' },
  cash_handovers: { kinds: ['cash_handover'], idType: 'text' },
  debt_settlements: { kinds: ['debt_settlement'], idType: 'text' },
  acquirer_payouts: { kinds: ['acquirer_payout'], idType: 'text' },
  statement_bookings: { kinds: ['statement_booking'], idType: 'text' },
  line_returns: { kinds: ['line_return'], idType: 'text' },
} as const satisfies Record<string, { kinds: readonly SubjectKind[]; idType: 'bigint' | 'text' }>);

export type SubjectTable = keyof typeof subjects;

/** What events are about: orders and their refunds, payments and theirs, or anything else. */
export type EventsAbout = 'orders' | 'payments' | 'others';

/** Relations to read in place of tables: each is a name or a subquery in parentheses, and needs an alias. */
export type Scope = {
  /**
   * The rows of a table to check. A payment or an order comes with all of its refunds, and a refund with both; a payment
   * comes with its disputes and its order, an order with its payments and with the payments outside that name it, and a claim with its
   * orders.
   */
  rows(table: SubjectTable): RawBuilder<unknown>;
  /**
   * Every transfer, old ones included, whose subject is one of these rows, or would be if the row existed. Those in
   * another book belong to it: a customer's, or the service's.
   */
  transfersOf(...tables: SubjectTable[]): RawBuilder<unknown>;
  /** The transfers to check individually. */
  transfers: RawBuilder<unknown>;
  /** The transfers that recover debts and net cash, in all of the books that each recovery touches. */
  recoveries: RawBuilder<unknown>;
  /** The events to check: an incremental verification reads only those without a position yet. */
  events: RawBuilder<unknown>;
  /**
   * The events from which the state of rows is derived. An incremental verification reads those about its orders and payments
   * which an index finds: no order's first one, and none about anything else.
   */
  eventsAbout(what: EventsAbout): RawBuilder<unknown>;
  /** The rows of any other table to check. */
  written(table: 'settlements' | 'statement_lines' | 'statement_matches' | KeptTable): RawBuilder<unknown>;
  /** Whether all rows are read, so that a row that is missing can be told. */
  isWhole: boolean;
  /** (holder_id, account_id, delta): the sum of the deltas is each account's balance. */
  moves: RawBuilder<unknown>;
  /** (kind, mode, currency, balance) of accounts, or of movements in them: what adds up to zero over all books. */
  acrossBooks: RawBuilder<unknown>;
  /**
   * For how long to wait before each further reading of what a check found, in milliseconds: it counts only if every
   * reading finds it. Empty where a reading is one snapshot.
   */
  readAgainAfterMs: readonly number[];
};

/**
 * Both sides of each transfer as (holder_id, account_id, delta). No union: Citus would read its halves one after the
 * other.
 */
export const movesOf = (transfers: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select t.holder_id, t.id, m.account_id, m.delta
  from ${transfers} t
  cross join lateral (values (t.to_account_id, t.amount), (t.from_account_id, -t.amount)) as m (account_id, delta)`;

/** The subject kinds of some tables, or some codes, as the right side of `in`. */
export const listed = (texts: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(texts.map((one) => sql.lit(one)))})`;

export const kindsOf = (...tables: SubjectTable[]): RawBuilder<unknown> =>
  listed(tables.flatMap((table) => subjects[table].kinds));

export const recoveryCodes = listed([
  'debt_recovery',
  'debt_recovered',
  'cash_netting',
  'cash_netted',
] satisfies TransferCode[]);

export const everything: Scope = {
  rows: (table) => sql.table(table),
  transfersOf: (...tables) => sql`(select * from transfers where subject_kind in ${kindsOf(...tables)})`,
  transfers: sql.table('transfers'),
  recoveries: sql`(select * from transfers where code in ${recoveryCodes})`,
  events: sql.table('events'),
  eventsAbout: (what) => sql`(
    select * from events where transfer_id is null and subject_kind ${
      what === 'others' ? sql`not in ('order', 'payment')` : sql.raw(`= '${what === 'orders' ? 'order' : 'payment'}'`)
    })`,
  written: (table) => sql.table(table),
  isWhole: true,
  moves: sql`(${movesOf(sql.table('transfers'))})`,
  acrossBooks: sql.table('accounts'),
  readAgainAfterMs: [],
};
