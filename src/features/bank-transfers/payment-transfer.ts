/**
 * A payment that is waited for at the bank: its customer chose bank transfer, and every transfer names its reference
 * (docs/contract/merchant.md, "Bank transfer"). Pure.
 */
import { sumOf } from '../../base/money/compare.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { PaymentMethod, PaymentStatus } from '../payments/payment.ts';

/** Money of one line of a statement that is set aside until the rest has arrived. `amount` in minor units. */
export type TransferPart = {
  lineId: bigint;
  /** Of the line, `2031-03-01`. */
  bookedOn: string;
  amount: bigint;
  /** The transfer that set it aside. */
  transfer: { holderId: bigint; id: bigint };
};

export type PaymentTransfer = Book & {
  paymentId: string;
  reference: string;
  /** Of the payment: what is to arrive, in minor units. */
  amount: bigint;
  currency: string;
  status: PaymentStatus;
  /** How it was paid; null while it is not. */
  paidBy: PaymentMethod | null;
  /** Nobody can be paid any more: the account is closed. */
  isClosed: boolean;
  payerEmail: string | null;
  payerLanguage: string | null;
  browser: Buffer | null;
  /** When it was chosen. */
  chosenAt: Date;
  parts: readonly TransferPart[];
};

/** What has arrived and is kept for the payment, in minor units. */
export const arrivedOf = ({ parts }: Pick<PaymentTransfer, 'parts'>): bigint =>
  sumOf(parts.map(({ amount }) => amount));

const dayMs = 24 * 3_600_000;

/** Until when a transfer is waited for. */
export const waitsUntil = (at: Date, days: number): Date => new Date(at.getTime() + days * dayMs);
