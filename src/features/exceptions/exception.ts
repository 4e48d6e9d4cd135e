/** What an exception is: something a person must decide or fix, with the proposed fix and what it would do. No words, and no I/O. */
import type { RawBuilder } from 'kysely';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Action } from '../../core/access/permissions.ts';
import type { Book } from '../../core/ledger/accounts.ts';

export const exceptionKinds = [
  ...(['order_held', 'order_broken', 'shortfall', 'settlement_paused', 'settlement_late', 'cash_handover'] as const),
  ...(['link_write_off', 'dispute', 'webhook', 'payout_failed', 'order_refund_failed', 'refund_failed'] as const),
  ...([
    'transfer',
    'statement_line',
    'top_up',
    'take_back',
    'payout_approve',
    'payout_send',
    'payout_returned',
  ] as const),
  ...(['late_capture', 'bank_refund', 'dispute_hand_over', 'write_off', 'approval', 'two_step_reset'] as const),
  ...(['books', 'backup'] as const),
] as const;
export type ExceptionKind = (typeof exceptionKinds)[number];

export const effectCodes = [
  // Orders: at the next settlement, at a later one, once it is paid, or not before money arrives.
  ...(['settles', 'settles_later', 'settles_when_paid', 'waits_for_funds'] as const),
  // A top-up: of how many orders that wait.
  'settles_orders',
  ...(['credits', 'takes_back', 'pays_out', 'returns', 'writes_off', 'hands_over', 'answers'] as const),
  // A transfer without a reference: the announced top-up that it may be.
  'matches_top_up',
] as const;

/** What the proposed fix does; amounts in minor units. */
export type Effect = {
  code: (typeof effectCodes)[number];
  amount: bigint | null;
  currency: string | null;
  at: Date | null;
  /** Of orders. */
  count: number | null;
  /** Who would get it, if only one can; or whose the top-up is. */
  name: string | null;
};

export type Exception = {
  kind: ExceptionKind;
  /** By which the dashboard opens it, and notes and assignments name it. */
  objectId: string;
  /** Tells rows of the same instant apart. */
  key: string;
  since: Date;
  /** Microseconds of `since`, which is exact to them in the database. */
  at: bigint;
  dueAt: Date | null;
  /** For people: an order's reference, an endpoint's host. */
  label: string | null;
  /** Whose it is, for the operator, or which payee's. */
  holder: { id: bigint; name: string } | null;
  /** Minor units. */
  amount: bigint | null;
  currency: string | null;
  reason: string | null;
  /** Who put it on hold, by name: a person or an API key. */
  by: string | null;
  /** What someone, a bank or a provider said. */
  said: string | null;
  /** What is needed to judge the effect; not shown. */
  facts: Readonly<Record<string, unknown>> | null;
  assigneeId: string | null;
  effect: Effect | null;
};

/** Whose queue is read, and from where. */
export type Reader = { db: Database; clock: Clock; book: Book };

/** The rows after a place, oldest first. `keys`: from which key on, of those of the same instant. */
export type After = { at: bigint; keys: 'all' | 'none' | { after: string } };

export const assigneeFilters = ['everyone', 'nobody', 'me'] as const;
export type AssignedTo = { filter: (typeof assigneeFilters)[number]; personId: string };

/** @param account whose they are, of the operator's; all by default. */
export type SourcePage = {
  after: After | undefined;
  limit: number;
  assigned: AssignedTo;
  account?: bigint | undefined;
};

/** One kind of exception. */
export type Source = {
  kind: ExceptionKind;
  /** Who may read its objects sees them in the queue. */
  needs: Action;
  /** Nothing else shows that it was dealt with, so a person says so. */
  endsByHand: boolean;
  list(reader: Reader, page: SourcePage): Promise<Exception[]>;
  find(reader: Reader, objectId: string): Promise<boolean>;
  /** Adds what only the rows of a page need: their effects, and who held them. Absent: nothing can be said. */
  foresee?(reader: Reader, rows: readonly Exception[]): Promise<Exception[]>;
} & (
  | { count(reader: Reader): Promise<number>; from?: undefined }
  /** What follows `from` in SQL: such sources are counted together. */
  | { from(reader: Reader): Promise<RawBuilder<unknown>>; count?: undefined }
);

/** Counts end here: "1,000 or more". */
export const countMax = 1_000;
/** Of each kind the queue has at most so many, the oldest; the next ones follow as these are dealt with. */
export const rowsMax = 500;

export const noEffect: Omit<Effect, 'code'> = { amount: null, currency: null, at: null, count: null, name: null };
