/** The texts of statements in French. */
import type { StatementString } from './en.ts';

export const strings: Partial<Record<StatementString, string>> = {
  'statement.signature': 'Paiements par Sluice',
  'code.settlement': 'Règlement',
  'code.reversal': 'Part reprise',
  'code.reversal_failed': 'Part restituée après un remboursement échoué ou un litige gagné',
  'code.debt_recovery': 'Dette déduite',
  'code.debt_returned': 'Dette déduite, montant restitué',
  'code.cash_netting': 'Gardé sur les espèces encaissées',
  'code.cash_overpaid': 'Virement supérieur aux espèces détenues',
  'code.cash_overpaid_reversed': 'Virement supérieur aux espèces détenues, annulé',
  'code.claim': 'Solde provisoire attribué',
  'code.claim_reversed': 'Part attribuée reprise',
  'code.claim_reversal_failed': 'Part attribuée restituée après un remboursement échoué',
  'code.payout': 'Versement demandé',
  'code.payout_returned': 'Versement renvoyé',
};
