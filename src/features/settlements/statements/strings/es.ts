/** The texts of statements in Spanish. */
import type { StatementString } from './en.ts';

export const strings: Partial<Record<StatementString, string>> = {
  'statement.signature': 'Pagos con Sluice',
  'code.settlement': 'Liquidación',
  'code.reversal': 'Parte revertida',
  'code.reversal_failed': 'Parte devuelta tras un reembolso fallido o una disputa ganada',
  'code.debt_recovery': 'Deuda recuperada',
  'code.debt_returned': 'Deuda recuperada devuelta',
  'code.cash_netting': 'Retenido del efectivo cobrado',
  'code.cash_overpaid': 'Transferencia bancaria superior al efectivo por entregar',
  'code.cash_overpaid_reversed': 'Transferencia bancaria superior al efectivo por entregar, revertida',
  'code.claim': 'Saldo provisional reclamado',
  'code.claim_reversed': 'Parte reclamada revertida',
  'code.claim_reversal_failed': 'Parte reclamada devuelta tras un reembolso fallido',
  'code.payout': 'Retirada solicitada',
  'code.payout_returned': 'Retirada devuelta',
};
