/** The texts of statements in Greek. */
import type { StatementString } from './en.ts';

export const strings: Partial<Record<StatementString, string>> = {
  'statement.signature': 'Πληρωμές μέσω Sluice',
  'code.settlement': 'Εκκαθάριση',
  'code.reversal': 'Αντιλογισμός μεριδίου',
  'code.reversal_failed': 'Επαναφορά μεριδίου μετά από αποτυχημένη επιστροφή ή κερδισμένη αμφισβήτηση',
  'code.debt_recovery': 'Παρακράτηση οφειλής',
  'code.debt_returned': 'Επιστροφή παρακρατημένης οφειλής',
  'code.cash_netting': 'Παρακράτηση από εισπραγμένα μετρητά',
  'code.cash_overpaid': 'Τραπεζική μεταφορά πάνω από τα μετρητά στα χέρια',
  'code.cash_overpaid_reversed': 'Τραπεζική μεταφορά πάνω από τα μετρητά στα χέρια, αντιλογισμός',
  'code.claim': 'Κατοχύρωση προσωρινού υπολοίπου',
  'code.claim_reversed': 'Αντιλογισμός κατοχυρωμένου μεριδίου',
  'code.claim_reversal_failed': 'Επαναφορά κατοχυρωμένου μεριδίου μετά από αποτυχημένη επιστροφή',
  'code.payout': 'Αίτημα εκταμίευσης',
  'code.payout_returned': 'Επιστροφή εκταμίευσης',
};
