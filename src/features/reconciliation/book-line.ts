/**
 * Books what no transfer explains of a line, in the service's own book: a charge of the bank, interest, a rounding difference,
 * or money that is set aside until it is known whose it is (docs/ledger.md, "What is posted"). The line is matched with what it
 * posts, so that books and statement agree. No holder's balance changes.
 */
import type { Tx } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { absolute } from '../../base/money/compare.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { reasonLengthMax } from '../../base/schemas/request-parts.ts';
import { type Account, accountIn, ledgerAccount } from '../../core/ledger/accounts.ts';
import { post, serviceHolderId } from '../../core/ledger/post.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import type { TransferDraft } from '../../core/ledger/transfer.ts';
import {
  type Booking,
  type BookingKind,
  findBookedTransfers,
  findBookingsOf,
  insertBookings,
  nextBookingIds,
  setReversed,
} from './bookings.repository.ts';
import type { TransferKey } from './named-transfers.repository.ts';
import type { Outside } from './reconciliation.repository.ts';

/** `reason`: why money is set aside; of the others it may say more. */
export type WantedBooking = { kind: BookingKind; reason: string | null };

/** What came in comes from outside; a reversal goes the other way. Pure. */
function draftOf({ mode, id, kind, source, currency, amount }: Booking, isReversal: boolean): TransferDraft {
  const at = (account: Account) => accountIn({ holderId: serviceHolderId, mode, currency }, account);
  const outside = at(ledgerAccount.outside(source));
  const own = at(kind === 'set_aside' ? ledgerAccount.suspense : ledgerAccount.fees);
  const fromOutside = amount > 0n !== isReversal;
  return {
    from: fromOutside ? outside : own,
    to: fromOutside ? own : outside,
    amount: absolute(amount),
    code: isReversal ? 'booking_reversed' : kind,
    subject: subjectOf.statementBooking(id),
    line: 0,
  };
}

/** @throws AppError `validation_failed`. */
export function refuseUnsound({ kind, reason }: WantedBooking, currency: string, amount: bigint): void {
  if (kind === 'set_aside' && reason === null) throw invalidField('reason', 'is required for money that is set aside');
  if (reason !== null && (reason.trim() === '' || reason.length > reasonLengthMax)) {
    throw invalidField('reason', `must have 1 to ${reasonLengthMax} characters`);
  }
  const roundingMax = 10n ** BigInt(exponentOf(currency));
  if (kind === 'rounding' && absolute(amount) > roundingMax) {
    throw invalidField('difference', `a rounding difference is at most 1 ${currency}`);
  }
}

/** What is booked for a line; no other of the same call is for it. `amount` in minor units, signed as on the statement. */
type LineBooking = WantedBooking & {
  lineId: bigint;
  currency: string;
  amount: bigint;
  ruleId?: bigint;
  /** Whose rest is waited for, of money that is set aside. */
  payment?: { holderId: bigint; id: string };
};

/** The caller has locked the source and refused what is unsound. @returns what each line is matched with, by line. */
export async function bookLines(
  tx: Tx,
  { mode, source }: Outside,
  lines: readonly LineBooking[],
  at: Date,
): Promise<Map<bigint, TransferKey>> {
  if (lines.length === 0) return new Map();
  const ids = await nextBookingIds(
    tx,
    lines.map(({ lineId }) => lineId),
  );
  const bookings = lines.map((line) => ({
    ...{ ruleId: null, ...line, mode, source, id: ids.get(line.lineId) as string },
    ...{ paymentHolderId: line.payment?.holderId ?? null, paymentId: line.payment?.id ?? null },
  }));
  await post(
    tx,
    bookings.map((booking) => draftOf(booking, false)),
    at,
  );
  await insertBookings(tx, bookings, at);
  const posted = await findBookedTransfers(tx, bookings);
  return new Map(bookings.map(({ lineId, id }) => [lineId, posted.get(id) as TransferKey]));
}

/** Reverses what was booked with these transfers, where it was. They match nothing any more. */
export async function reverseBookings(tx: Tx, transfers: readonly TransferKey[], at: Date): Promise<void> {
  for (const booking of await findBookingsOf(tx, transfers)) {
    await post(tx, [{ ...draftOf(booking, true), reversesId: booking.transferId }], at);
    await setReversed(tx, booking, at);
  }
}
