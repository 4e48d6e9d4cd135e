/** The texts of statements in German. */
import type { StatementString } from './en.ts';

export const strings: Partial<Record<StatementString, string>> = {
  'statement.signature': 'Zahlungen mit Sluice',
  'code.settlement': 'Abrechnung',
  'code.reversal': 'Anteil zurückgebucht',
  'code.reversal_failed': 'Anteil nach fehlgeschlagener Erstattung oder gewonnener Anfechtung zurückgegeben',
  'code.debt_recovery': 'Schuld eingezogen',
  'code.debt_returned': 'Eingezogene Schuld zurückgegeben',
  'code.cash_netting': 'Vom kassierten Bargeld einbehalten',
  'code.cash_overpaid': 'Überweisung über den Bargeldbestand hinaus',
  'code.cash_overpaid_reversed': 'Überweisung über den Bargeldbestand hinaus, zurückgebucht',
  'code.claim': 'Vorgemerktes Guthaben beansprucht',
  'code.claim_reversed': 'Beanspruchter Anteil zurückgebucht',
  'code.claim_reversal_failed': 'Beanspruchter Anteil nach fehlgeschlagener Erstattung zurückgegeben',
  'code.payout': 'Auszahlung beantragt',
  'code.payout_returned': 'Auszahlung zurückgegeben',
};
