/** The mail to a payee whose payout the bank did not pay, or sent back. Pure. */
import { type Mail, writeMail } from '../mail/mail.ts';
import { formatDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';
import type { Payout } from './payout.ts';

/** @param payout after it failed. */
export function payoutFailedMail(recipient: string, { id, mode, amount, currency, reason }: Payout): Mail {
  const shown = `${formatDecimal(amount, exponentOf(currency))} ${currency}`;
  const test = mode === 'test';
  return writeMail({
    recipient,
    subject: `${test ? 'Test: ' : ''}Your payout of ${shown} came back`,
    before: [
      `The bank did not pay the payout ${id} of ${shown}${test ? ' in test mode' : ''}, or returned it.`,
      ...(reason === null ? [] : [`Reason: ${reason}`]),
      'The whole amount is back in the account it was drawn from, with its fee. What you owe is recovered from it first.',
    ],
    after: ['Check the bank account on file before you ask for another payout.'],
  });
}
