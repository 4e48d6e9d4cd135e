/**
 * The kinds of mail that a person may switch off. Every other mail is always sent: it is about the security of an
 * account, about what may be done with it, or proves a payment. Pure.
 */
export const mailKinds = [
  'top_ups',
  'payouts',
  'statements',
  'funds',
  'payments',
  'disputes',
  'debts',
  'cash',
  'links',
  'webhooks',
  'views',
  'operator',
] as const;

export type MailKind = (typeof mailKinds)[number];

export const isMailKind = (text: string): text is MailKind => (mailKinds as readonly string[]).includes(text);
