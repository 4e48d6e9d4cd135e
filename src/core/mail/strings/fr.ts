/** The texts of mails in French. */
import type { MailString } from './en.ts';

export const strings: Partial<Record<MailString, string>> = {
  'mail.signature': 'Paiements par Sluice',
};
