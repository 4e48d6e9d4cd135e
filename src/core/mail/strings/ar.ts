/** The texts of mails in Arabic. */
import type { MailString } from './en.ts';

export const strings: Partial<Record<MailString, string>> = {
  'mail.signature': 'المدفوعات عبر Sluice',
};
