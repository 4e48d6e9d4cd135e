/** The events of wallets: top-ups, and commission moved to clearing. */
import { type EventDeclarations, eventFor } from '../../core/events/declare-events.ts';
import { CommissionTransferAnswer, ReversedTopUpAnswer, TopUpAnswer } from './wallet-schemas.ts';

const company = eventFor('company');
const owner = eventFor('company', 'merchant', 'customer');

export const topUpEvents = {
  'top_up.succeeded': owner(TopUpAnswer, 'Money arrived in a wallet.', { publishesEarnings: ['subject'] }),
  'top_up.reversed': owner(
    ReversedTopUpAnswer,
    'A credited top-up was reversed; what the balance did not cover is owed.',
    { publishesEarnings: ['subject'] },
  ),
  'top_up.cancelled': owner(TopUpAnswer, 'A top-up was canceled before its bank transfer arrived.'),
  'top_up.refused': owner(TopUpAnswer, 'The operator declined a top-up by bank transfer.'),
  'top_up.expired': owner(TopUpAnswer, 'The bank transfer for a top-up did not arrive in time.'),
} satisfies EventDeclarations;

export const commissionTransferEvents = {
  'transfer.succeeded': company(CommissionTransferAnswer, 'Commission was transferred to clearing.'),
} satisfies EventDeclarations;
