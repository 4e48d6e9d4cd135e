/** The texts of mails in Italian. */
import type { MailString } from './en.ts';

export const strings: Partial<Record<MailString, string>> = {
  'mail.signature': 'Pagamenti con Sluice',
};
