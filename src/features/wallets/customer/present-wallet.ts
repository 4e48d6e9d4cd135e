/** A wallet as the people's API answers it. Pure. Amounts become decimals only here. */
import { jsonDecimal } from '../../../base/money/amount.ts';
import { exponentOf } from '../../../base/money/currency.ts';
import { presentBranding } from '../../holders/branding/branding-schemas.ts';
import type { ToldMovement, ToldPayment, ToldReceipt } from './movements.ts';
import type { PresentedReceipt, PresentedWalletMovement, PresentedWalletPayment } from './wallet-schemas.ts';

export const presentMovement = (movement: ToldMovement): PresentedWalletMovement => ({
  movement_id: String(movement.id),
  code: movement.code,
  other: movement.other ?? null,
  order_ref: movement.orderRef,
  description: movement.description,
  reference: movement.reference,
  direction: movement.incoming ? 'in' : 'out',
  amount: jsonDecimal(movement.amount, exponentOf(movement.currency)),
  currency: movement.currency,
  created_at: movement.createdAt.toISOString(),
});

export const presentPayment = (payment: ToldPayment): PresentedWalletPayment => ({
  movement_id: String(payment.id),
  payee: payment.payee,
  order_ref: payment.orderRef,
  description: payment.description,
  reference: payment.reference,
  status: payment.status,
  amount: jsonDecimal(payment.amount, exponentOf(payment.currency)),
  refunded: jsonDecimal(payment.refundedAmount, exponentOf(payment.currency)),
  currency: payment.currency,
  created_at: payment.createdAt.toISOString(),
});

/** @param logoPath the address of a logo. */
export const presentReceipt = (
  { refunds, shown, ...payment }: ToldReceipt,
  payer: string,
  logoPath: (id: string) => string,
): PresentedReceipt => ({
  ...presentPayment(payment),
  payer,
  branding: presentBranding(shown, logoPath),
  refunds: refunds.map(({ id, amount, createdAt }) => ({
    reference: id,
    amount: jsonDecimal(amount, exponentOf(payment.currency)),
    created_at: createdAt.toISOString(),
  })),
});
