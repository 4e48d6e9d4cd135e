/** What notes can be written about: every object that a team can name, by kind, and who may read it. No I/O. */
import type { Action } from '../../core/access/permissions.ts';

/** The permission to read such an object, which its notes need too. */
export const noteObjects = {
  order: 'orders.read',
  order_refund: 'orders.read',
  settlement: 'settlements.read',
  // Of a currency, or of all.
  settlement_schedule: 'schedule.read',
  // A currency in which orders wait for funds.
  shortfall: 'orders.read',
  cash_handover: 'cash.read',
  link: 'links.read',
  webhook_endpoint: 'webhooks.read',
  payment: 'payments.read',
  customer: 'payments.read_in_full',
  refund: 'payments.read',
  dispute: 'disputes.read',
  payout: 'payouts.read',
  top_up: 'wallets.read',
  debt_settlement: 'debts.read',
} as const satisfies Record<string, Action>;

/** For the operator, whose objects are those of all holders. */
export const operatorNoteObjects = {
  account: 'holders.read',
  payment: 'payouts.read',
  refund: 'payouts.read',
  dispute: 'disputes.read',
  payout: 'payouts.read',
  top_up: 'top_ups.read',
  debt_settlement: 'debts.read',
  late_capture: 'late_captures.read',
  statement_line: 'reconciliation.read',
  person: 'operators.read',
  // Of the service itself.
  books: 'books.read',
  backup: 'health.read',
} as const satisfies Record<string, Action>;

export type NoteObjectKind = keyof typeof noteObjects | keyof typeof operatorNoteObjects;
export const noteObjectKinds = [
  ...new Set([...Object.keys(noteObjects), ...Object.keys(operatorNoteObjects)]),
] as readonly NoteObjectKind[];

export type NoteObject = { kind: NoteObjectKind; id: string };

export const noteLengthMax = 2_000;

/** Control characters but the line feed, separators that break lines unseen, and overrides that show text backwards. */
const unfit = /[^\P{Cc}\n]|[\u2028\u2029\u202D\u202E]/u;

/** As it is stored: lines end in a line feed, and nothing stands around it. @returns undefined if it cannot be stored or says nothing. */
export function readNote(text: string): string | undefined {
  const read = text.replaceAll('\r\n', '\n').trim();
  const hasWords = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{Cf}\u2800]/u.test(read);
  return hasWords && read.isWellFormed() && !unfit.test(read) && [...read].length <= noteLengthMax ? read : undefined;
}
