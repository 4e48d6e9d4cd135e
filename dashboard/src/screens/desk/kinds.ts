/** The kinds of exception: those that an account can have, and those that can be declined. */
import type { Exception, Permission } from '../../api/types.ts';
import type { Holder } from '../../app/session.ts';

/** What someone asks for and can be denied, by what that takes. */
export const declinable: Partial<Record<Exception['kind'], Permission>> = {
  top_up: 'top_ups.refuse',
  take_back: 'top_ups.reverse',
  write_off: 'debts.decline_write_off',
  link_write_off: 'link_debts.decline_write_off',
  cash_handover: 'cash.record',
  approval: 'holders.refuse',
  transfer: 'transfers.return',
  payout_approve: 'payouts.reject',
};

/** What the fixes take that have a dialog here; others lead to a screen, which offers what the reader may do. */
export const fixable: Partial<Record<Exception['kind'], Permission>> = {
  order_held: 'orders.release',
  order_broken: 'orders.assign',
  shortfall: 'wallets.top_up',
  cash_handover: 'cash.record',
  link_write_off: 'link_debts.write_off',
  write_off: 'debts.write_off',
  transfer: 'top_ups.confirm',
  top_up: 'top_ups.confirm',
  take_back: 'top_ups.reverse',
  payout_approve: 'payouts.approve',
  payout_send: 'payouts.send',
  late_capture: 'late_captures.retry',
  bank_refund: 'transfers.return',
  two_step_reset: 'second_factors.reset',
};

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
