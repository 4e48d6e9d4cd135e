/** The texts of mails in Greek. */
import type { MailString } from './en.ts';

export const strings: Partial<Record<MailString, string>> = {
  'mail.signature': 'Πληρωμές μέσω Sluice',
};
