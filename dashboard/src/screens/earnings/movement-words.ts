/** Why an amount came in or went out, in a sentence. */
import type { EarningsMovement } from '../../api/types.ts';
import { type StringId, useStrings } from '../../strings/strings.tsx';

const words: Partial<Record<EarningsMovement['code'], StringId>> = {
  settlement: 'movement.settlement',
  claim: 'movement.claim',
  reversal: 'movement.reversal',
  claim_reversed: 'movement.claim_reversed',
  reversal_failed: 'movement.reversal_failed',
  claim_reversal_failed: 'movement.claim_reversal_failed',
  reversal_debt: 'movement.reversal_debt',
  reversal_debt_failed: 'movement.reversal_debt_failed',
  debt_recovery: 'movement.debt_recovery',
  cash_netting: 'movement.cash_netting',
  cash_owed: 'movement.cash_owed',
  cash_overpaid: 'movement.cash_overpaid',
  cash_overpaid_reversed: 'movement.cash_overpaid_reversed',
  cash_transfer_reversed: 'movement.cash_transfer_reversed',
  debt_returned: 'movement.debt_returned',
  debt_repaid: 'movement.debt_repaid',
  debt_written_off: 'movement.debt_written_off',
  write_off_reversed: 'movement.write_off_reversed',
  payout: 'movement.payout',
  payout_returned: 'movement.payout_returned',
};

export function useMovementWords(): (movement: EarningsMovement) => string {
  const t = useStrings();
  return ({ code, partner_order_ref: order, company }) =>
    // A kind of transfer that is new to this page is named as it is, so that none is left out.
    t(words[code] ?? 'movement.other', { order: order ?? '', company, code: code.replaceAll('_', ' ') });
}
