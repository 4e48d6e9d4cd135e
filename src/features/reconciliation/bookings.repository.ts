/** All SQL of what the operator books for lines of statements: the rows to which the transfers in the service's book belong. */
import { int8, oneOf, type RowOf, text } from '../../base/database/columns.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { sentRows, unnested } from '../../base/database/unnested.ts';
import type { Mode } from '../../base/money/mode.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import type { TransferKey } from './named-transfers.repository.ts';
import type { StatementSource } from './statement-line.ts';

/**
 * `bank_charge`, `bank_interest`, `rounding`: the service's own cost or income. `set_aside`: kept until it is known whose it
 * is.
 */
export const bookingKinds = ['bank_charge', 'bank_interest', 'rounding', 'set_aside'] as const;
export type BookingKind = (typeof bookingKinds)[number];

export type Booking = {
  mode: Mode;
  /** As in the transfers' subject. */
  id: string;
  kind: BookingKind;
  source: StatementSource;
  currency: string;
  /** Minor units, signed as on the statement. */
  amount: bigint;
};

/** The caller has locked the source. @returns the id that the next booking of each line gets, by line. */
export async function nextBookingIds(tx: Tx, lineIds: readonly bigint[]): Promise<Map<bigint, string>> {
  const rows = await query({ lineId: int8, count: int8 })`
    select line_id as "lineId", count(*) as count from statement_bookings
    where holder_id = ${serviceHolderId} and line_id = any(${lineIds}::bigint[]) group by line_id`.execute(tx);
  const counts = new Map(rows.map(({ lineId, count }) => [lineId, count]));
  return new Map(lineIds.map((lineId) => [lineId, `${lineId}:${(counts.get(lineId) ?? 0n) + 1n}`]));
}

/** `ruleId`: of the rule that books it. */
type NewBooking = Booking & {
  lineId: bigint;
  reason: string | null;
  ruleId: bigint | null;
  paymentHolderId: bigint | null;
  paymentId: string | null;
};

const sentBookings = sentRows<NewBooking>()({
  mode: text,
  id: text,
  lineId: int8,
  kind: text,
  source: text,
  currency: text,
  amount: int8,
  reason: text,
  ruleId: int8,
  paymentHolderId: int8,
  paymentId: text,
});

export async function insertBookings(tx: Tx, bookings: readonly NewBooking[], at: Date): Promise<void> {
  await command`
    insert into statement_bookings (holder_id, created_at, ${sentBookings.names})
    select ${serviceHolderId}::bigint, ${at}::timestamptz, b.* from ${sentBookings.as('b', bookings)}`.execute(tx);
}

/** The transfers that bookings posted, by the booking's id. */
export async function findBookedTransfers(tx: Tx, bookings: readonly Booking[]): Promise<Map<string, TransferKey>> {
  const rows = await query({ bookingId: text, holderId: int8, id: int8 })`
    select t.subject_id as "bookingId", t.holder_id as "holderId", t.id
    from ${unnested('b', bookings, { mode: text, id: text, kind: text })}
    join transfers t on t.holder_id = ${serviceHolderId} and t.mode = b.mode and t.subject_kind = 'statement_booking'
      and t.subject_id = b.id and t.code = b.kind`.execute(tx);
  return new Map(rows.map(({ bookingId, ...key }) => [bookingId, key]));
}

const booked = {
  mode: oneOf('test', 'live'),
  id: text,
  kind: oneOf(...bookingKinds),
  source: text,
  currency: text,
  amount: int8,
  transferId: int8,
};

/** The bookings that posted some of these transfers. */
export async function findBookingsOf(tx: Tx, transfers: readonly TransferKey[]): Promise<RowOf<typeof booked>[]> {
  const ids = transfers.flatMap(({ holderId, id }) => (holderId === serviceHolderId ? [id] : []));
  if (ids.length === 0) return [];
  return query(booked)`
    select b.mode, b.id, b.kind, b.source, b.currency, b.amount, t.id as "transferId"
    from transfers t
    join statement_bookings b on b.holder_id = t.holder_id and b.mode = t.mode and b.id = t.subject_id and b.kind = t.code
    where t.holder_id = ${serviceHolderId} and t.id = any(${ids}::bigint[]) and t.subject_kind = 'statement_booking'
    order by t.id`.execute(tx);
}

export async function setReversed(tx: Tx, { mode, id }: Booking, at: Date): Promise<void> {
  await tx
    .updateTable('statementBookings')
    .set({ reversedAt: at })
    .where('holderId', '=', serviceHolderId)
    .where('mode', '=', mode)
    .where('id', '=', id)
    .execute();
}
