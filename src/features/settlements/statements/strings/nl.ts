/** The texts of statements in Dutch. */
import type { StatementString } from './en.ts';

export const strings: Partial<Record<StatementString, string>> = {
  'statement.signature': 'Betalingen via Sluice',
  'code.settlement': 'Afrekening',
  'code.reversal': 'Aandeel teruggeboekt',
  'code.reversal_failed': 'Aandeel hersteld na een mislukte terugbetaling of een gewonnen geschil',
  'code.debt_recovery': 'Schuld ingehouden',
  'code.debt_returned': 'Ingehouden schuld teruggegeven',
  'code.cash_netting': 'Gehouden van het geïnde geld',
  'code.cash_overpaid': 'Overschrijving boven het contante geld in bezit',
  'code.cash_overpaid_reversed': 'Overschrijving boven het contante geld in bezit, teruggeboekt',
  'code.claim': 'Voorlopig saldo opgeëist',
  'code.claim_reversed': 'Opgeëist aandeel teruggeboekt',
  'code.claim_reversal_failed': 'Opgeëist aandeel hersteld na een mislukte terugbetaling',
  'code.payout': 'Uitbetaling aangevraagd',
  'code.payout_returned': 'Uitbetaling teruggestuurd',
};
