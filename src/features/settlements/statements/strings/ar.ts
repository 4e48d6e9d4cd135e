/** The texts of statements in Arabic. */
import type { StatementString } from './en.ts';

export const strings: Partial<Record<StatementString, string>> = {
  'statement.signature': 'المدفوعات عبر Sluice',
  'code.settlement': 'تسوية',
  'code.reversal': 'عكس حصة',
  'code.reversal_failed': 'إعادة حصة بعد فشل رد المبلغ أو ربح اعتراض',
  'code.debt_recovery': 'استيفاء دَين',
  'code.debt_returned': 'إعادة دَين مستوفى',
  'code.cash_netting': 'محتفظ به من النقد المستلم',
  'code.cash_overpaid': 'تحويل مصرفي يزيد على العهدة',
  'code.cash_overpaid_reversed': 'عكس تحويل مصرفي يزيد على العهدة',
  'code.claim': 'صرف رصيد موازٍ',
  'code.claim_reversed': 'عكس حصة مصروفة',
  'code.claim_reversal_failed': 'إعادة حصة مصروفة بعد فشل رد المبلغ',
  'code.payout': 'طلب سحب',
  'code.payout_returned': 'إعادة سحب',
};
