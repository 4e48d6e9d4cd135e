/** The texts of mails in Spanish. */
import type { MailString } from './en.ts';

export const strings: Partial<Record<MailString, string>> = {
  'mail.signature': 'Pagos con Sluice',
};
