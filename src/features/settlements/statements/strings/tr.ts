/** The texts of statements in Turkish. */
import type { StatementString } from './en.ts';

export const strings: Partial<Record<StatementString, string>> = {
  'statement.signature': 'Ödemeler Sluice ile',
  'code.settlement': 'Mutabakat',
  'code.reversal': 'Pay geri alındı',
  'code.reversal_failed': 'Başarısız iade veya kazanılan itiraz sonrası pay geri verildi',
  'code.debt_recovery': 'Borç kesintisi',
  'code.debt_returned': 'Kesilen borç geri verildi',
  'code.cash_netting': 'Tahsil edilen nakitten ayrılan',
  'code.cash_overpaid': 'Eldeki nakitten fazla banka havalesi',
  'code.cash_overpaid_reversed': 'Eldeki nakitten fazla banka havalesi, geri alındı',
  'code.claim': 'Geçici bakiye hak sahibine geçti',
  'code.claim_reversed': 'Hak sahibine geçen pay geri alındı',
  'code.claim_reversal_failed': 'Başarısız iade sonrası pay hak sahibine geri verildi',
  'code.payout': 'Para çekme talebi',
  'code.payout_returned': 'Para çekme geri döndü',
};
