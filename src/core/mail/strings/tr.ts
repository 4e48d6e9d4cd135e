/** The texts of mails in Turkish. */
import type { MailString } from './en.ts';

export const strings: Partial<Record<MailString, string>> = {
  'mail.signature': 'Ödemeler Sluice ile',
};
