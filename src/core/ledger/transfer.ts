/**
 * A transfer before it is posted. Pure. Transfers are the only way a balance changes (docs/ledger.md, "Vocabulary").
 */
import assert from 'node:assert/strict';
import { type AccountRef, formatAccount } from './accounts.ts';
import type { Subject } from './subject.ts';

/** The kinds of transfer (docs/ledger.md, "What is posted"). */
export const transferCodes = Object.freeze([
  'top_up',
  'top_up_reversed',
  'top_up_advance',
  'top_up_debt',
  'payment',
  'payment_fee',
  'refund',
  'refund_fee',
  'refund_failed',
  'refund_fee_failed',
  'order_fee',
  'order_fee_returned',
  'order_fee_advance',
  'order_fee_debt',
  'late_capture',
  'late_capture_return',
  'chargeback',
  'chargeback_advance',
  'chargeback_debt',
  'chargeback_reversed',
  'dispute_fee',
  'dispute_fee_returned',
  'settlement',
  'reversal',
  'reversal_debt',
  'reversal_failed',
  'reversal_debt_failed',
  'debt_recovery',
  'debt_recovered',
  'debt_returned',
  'debt_repaid',
  'debt_written_off',
  'write_off_reversed',
  'cash_collected',
  'cash_netting',
  'cash_netted',
  'cash_handed_over',
  'cash_returned',
  'cash_owed',
  'cash_overpaid',
  'cash_overpaid_reversed',
  'cash_transfer_reversed',
  'paid_outside',
  'claim',
  'claim_reversed',
  'claim_reversal_failed',
  'shadow_claimed',
  'shadow_named',
  'payout',
  'payout_fee',
  'payout_sent',
  'payout_returned',
  'payout_fee_returned',
  'commission_to_clearing',
  'fees_collected',
  'fees_drawn',
  'acquirer_payout',
  'acquirer_fee',
  'bank_charge',
  'bank_interest',
  'rounding',
  'set_aside',
  'booking_reversed',
  'line_return',
] as const);

export type TransferCode = (typeof transferCodes)[number];

export type TransferDraft = {
  from: AccountRef;
  to: AccountRef;
  /** Minor units, greater than 0. */
  amount: bigint;
  code: TransferCode;
  /** Unique in its book together with code and line. */
  subject: Subject;
  line: number;
  settlementId?: bigint;
  /** The transfer that this one reverses. */
  reversesId?: bigint;
};

/** Asserts that a draft has two different accounts of one book and currency, and an amount above 0. */
export function assertValidDraft(draft: TransferDraft): void {
  const { from, to } = draft;
  assert(draft.amount > 0n, 'a transfer moves more than nothing');
  assert(from.holderId === to.holderId && from.mode === to.mode, 'a transfer stays in its book');
  assert(from.currency === to.currency, 'a transfer stays in its currency');
  assert(from.kind !== to.kind || formatAccount(from) !== formatAccount(to), 'a transfer has two ends');
}
