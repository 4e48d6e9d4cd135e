/** The events of payouts, and of the fees that the operator pays out to the service's own bank account. */
import { Type } from 'typebox';
import { Amount, Currency, ModeName, Text } from '../../base/schemas/parts.ts';
import { type EventDeclarations, eventFor } from '../../core/events/declare-events.ts';
import { PayoutAnswer } from './payout-schemas.ts';

const payoutOwner = eventFor('company', 'merchant', 'courier', 'customer');
const operator = eventFor('operator');

export const payoutEvents = {
  'payout.requested': payoutOwner(PayoutAnswer, 'A payout was requested.'),
  'payout.approved': payoutOwner(PayoutAnswer, 'The operator approved the payout.'),
  'payout.sent': payoutOwner(PayoutAnswer, 'The payout is on its way to the bank.'),
  'payout.completed': payoutOwner(PayoutAnswer, 'The bank has the money.'),
  'payout.rejected': payoutOwner(PayoutAnswer, 'The operator rejected the payout; its money was returned.', {
    publishesEarnings: ['subject'],
  }),
  'payout.failed': payoutOwner(
    PayoutAnswer,
    'The bank did not pay the payout, or returned it later; its money was returned.',
    { publishesEarnings: ['subject'] },
  ),
  'payout.cancelled': payoutOwner(PayoutAnswer, 'The payout was canceled; its money was returned.', {
    publishesEarnings: ['subject'],
  }),
} satisfies EventDeclarations;

export const feeEvents = {
  'fees.drawn': operator(
    Type.Object({ amount: Amount, currency: Currency, reference: Text('SEPA 2031-03-01'), mode: ModeName }),
    "The operator paid out fees to the service's own bank account.",
  ),
} satisfies EventDeclarations;
