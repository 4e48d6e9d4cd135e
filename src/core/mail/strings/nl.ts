/** The texts of mails in Dutch. */
import type { MailString } from './en.ts';

export const strings: Partial<Record<MailString, string>> = {
  'mail.signature': 'Betalingen via Sluice',
};
