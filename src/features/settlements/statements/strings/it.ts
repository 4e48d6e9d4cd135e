/** The texts of statements in Italian. */
import type { StatementString } from './en.ts';

export const strings: Partial<Record<StatementString, string>> = {
  'statement.signature': 'Pagamenti con Sluice',
  'code.settlement': 'Liquidazione',
  'code.reversal': 'Quota stornata',
  'code.reversal_failed': 'Quota restituita dopo un rimborso non riuscito o una contestazione vinta',
  'code.debt_recovery': 'Debito detratto',
  'code.debt_returned': 'Debito detratto, importo restituito',
  'code.cash_netting': 'Trattenuto dai contanti incassati',
  'code.cash_overpaid': 'Bonifico superiore ai contanti in mano',
  'code.cash_overpaid_reversed': 'Bonifico superiore ai contanti in mano, stornato',
  'code.claim': 'Saldo provvisorio assegnato',
  'code.claim_reversed': 'Quota assegnata stornata',
  'code.claim_reversal_failed': 'Quota assegnata restituita dopo un rimborso non riuscito',
  'code.payout': 'Accredito richiesto',
  'code.payout_returned': 'Accredito restituito',
};
