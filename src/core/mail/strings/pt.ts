/** The texts of mails in Portuguese. */
import type { MailString } from './en.ts';

export const strings: Partial<Record<MailString, string>> = {
  'mail.signature': 'Pagamentos com Sluice',
};
