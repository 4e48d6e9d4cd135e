/** The texts of mails in English, in ICU's message format, by feature. */
import { account } from './en/account.ts';
import { business } from './en/business.ts';
import { money } from './en/money.ts';

export const en = { ...business, ...account, ...money } as const;

export type MailString = keyof typeof en;
