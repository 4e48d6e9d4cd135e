/** The kinds of exception: those that an account can have, and those that can be declined. */
import type { Exception } from '../../api/types.ts';
import type { Holder } from '../../app/session.ts';

/** What someone asks for, and can be denied. */
export const declinable: readonly Exception['kind'][] = [
  'top_up',
  'take_back',
  'write_off',
  'link_write_off',
  'cash_handover',
  'approval',
];

/** In the order of the choice. */
export const kindsOf: Partial<Record<Holder['kind'], readonly Exception['kind'][]>> = {
  company: [
    'order_held',
    'order_broken',
    'shortfall',
    'settlement_paused',
    'settlement_late',
    'cash_handover',
    'link_write_off',
    'dispute',
    'webhook',
    'payout_failed',
    'order_refund_failed',
  ],
  merchant: ['dispute', 'webhook', 'payout_failed', 'refund_failed'],
  service: [
    'transfer',
    'statement_line',
    'top_up',
    'take_back',
    'payout_approve',
    'payout_send',
    'payout_returned',
    'late_capture',
    'bank_refund',
    'dispute',
    'dispute_hand_over',
    'write_off',
    'approval',
    'two_step_reset',
    'books',
    'backup',
  ],
};
