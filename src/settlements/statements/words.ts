/** The kinds of transfers in plain words, for readers of statements. Pure. */
import type { TransferCode } from '../../ledger/transfer.ts';

const words: Readonly<Record<TransferCode, string>> = Object.freeze({
  top_up: 'Top-up',
  payment: 'Payment received',
  payment_fee: 'Payment fee',
  refund: 'Refund to the customer',
  refund_fee: 'Payment fee returned',
  refund_failed: 'Refund that failed, returned',
  refund_fee_failed: 'Payment fee of a refund that failed',
  late_capture: 'Late payment received',
  late_capture_return: 'Late payment returned',
  chargeback: 'Chargeback',
  chargeback_advance: 'Chargeback, laid out by the service',
  chargeback_debt: 'Chargeback, owed',
  chargeback_reversed: 'Chargeback won, returned',
  settlement: 'Order settled',
  reversal: 'Order refunded',
  reversal_debt: 'Order refunded, owed',
  reversal_failed: 'Order refund that failed, returned',
  reversal_debt_failed: 'Order refund that failed, no longer owed',
  debt_recovery: 'Debt recovered',
  debt_recovered: 'Debt paid off',
  debt_returned: 'Debt recovered in vain, returned',
  paid_outside: 'Paid outside the service',
  claim: 'Shadow order claimed',
  claim_reversed: 'Claimed order refunded',
  shadow_claimed: 'Claimed, and no longer owed outside',
  shadow_named: 'Shadow earnings named',
  payout: 'Payout',
  payout_fee: 'Payout fee',
  payout_sent: 'Payout sent',
  payout_returned: 'Payout returned',
  payout_fee_returned: 'Payout fee returned',
  commission_to_clearing: 'Commission put to work',
  fees_collected: 'Fees collected',
  fees_drawn: 'Fees drawn',
  acquirer_payout: 'Payout of the acquirer',
  acquirer_fee: 'Fee of the acquirer',
});

/** A code unknown to this version is shown as it is, so that no transfer is left out. */
export const wordsFor = (code: string): string => words[code as TransferCode] ?? code.replaceAll('_', ' ');
