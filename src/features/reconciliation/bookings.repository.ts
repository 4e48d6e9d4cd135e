/** All SQL of what the operator books for lines of statements: the rows to which the transfers in the service's book belong. */
import { int8, oneOf, type RowOf, text } from '../../base/database/columns.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
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

/** The caller has locked the source. @returns the id that the line's next booking gets. */
export async function nextBookingId(tx: Tx, lineId: bigint): Promise<string> {
  const { count } = await query({ count: int8 })`
    select count(*) as count from statement_bookings where holder_id = ${serviceHolderId} and line_id = ${lineId}`.executeTakeFirstOrThrow(
    tx,
  );
  return `${lineId}:${count + 1n}`;
}

export async function insertBooking(
  tx: Tx,
  { mode, id, kind, source, currency, amount }: Booking,
  { lineId, reason, at }: { lineId: bigint; reason: string | null; at: Date },
): Promise<void> {
  await tx
    .insertInto('statementBookings')
    .values({ holderId: serviceHolderId, mode, id, lineId, kind, source, currency, amount, reason, createdAt: at })
    .execute();
}

/** The transfer that a booking posted. */
export function findBookedTransfer(tx: Tx, { mode, id, kind }: Booking): Promise<TransferKey> {
  return tx
    .selectFrom('transfers')
    .select(['holderId', 'id'])
    .where('holderId', '=', serviceHolderId)
    .where('mode', '=', mode)
    .where('subjectKind', '=', 'statement_booking')
    .where('subjectId', '=', id)
    .where('code', '=', kind)
    .executeTakeFirstOrThrow();
}

const booked = {
  mode: oneOf('test', 'live'),
  id: text,
  kind: oneOf(...bookingKinds),
  source: oneOf('bank', 'card', 'onlinewallet'),
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
