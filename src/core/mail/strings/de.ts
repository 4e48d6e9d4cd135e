/** The texts of mails in German. */
import type { MailString } from './en.ts';

export const strings: Partial<Record<MailString, string>> = {
  'mail.signature': 'Zahlungen mit Sluice',
};
