/** The texts of statements in Portuguese. */
import type { StatementString } from './en.ts';

export const strings: Partial<Record<StatementString, string>> = {
  'statement.signature': 'Pagamentos com Sluice',
  'code.settlement': 'Liquidação',
  'code.reversal': 'Parte revertida',
  'code.reversal_failed': 'Parte devolvida após um reembolso falhado ou uma contestação ganha',
  'code.debt_recovery': 'Dívida recuperada',
  'code.debt_returned': 'Dívida recuperada devolvida',
  'code.cash_netting': 'Retido do numerário cobrado',
  'code.cash_overpaid': 'Transferência bancária superior ao numerário por entregar',
  'code.cash_overpaid_reversed': 'Transferência bancária superior ao numerário por entregar, revertida',
  'code.claim': 'Saldo provisório reivindicado',
  'code.claim_reversed': 'Parte reivindicada revertida',
  'code.claim_reversal_failed': 'Parte reivindicada devolvida após um reembolso falhado',
  'code.payout': 'Levantamento pedido',
  'code.payout_returned': 'Levantamento devolvido',
};
