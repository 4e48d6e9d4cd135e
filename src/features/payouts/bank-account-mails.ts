/** The mail to a holder's owners about a bank account on file. Pure. */
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import type { Words } from '../../core/mail/words.ts';
import { type BankAccount, maskedNumber } from './bank-account.ts';

export type AccountNews = 'added' | 'removed';

export function bankAccountMail(words: Words, bankAccount: BankAccount, news: AccountNews): Mail {
  const { t } = words;
  const account = maskedNumber(bankAccount);
  return writeMail(words, {
    subject: t(news === 'added' ? 'bankAccount.added.subject' : 'bankAccount.removed.subject'),
    before: [t(news === 'added' ? 'bankAccount.added.text' : 'bankAccount.removed.text', { account })],
    after: [t('mail.unexpected')],
  });
}
