/** The mail to a company's people, in English, when a run fell short of funds. Pure. */

import type { Mode } from '../../base/money/mode.ts';
import { dashboardAddress, type Mail, writeMail } from '../../core/mail/mail.ts';
import type { Words } from '../../core/mail/words.ts';

/** Amounts in minor units. */
export type Shortfall = {
  currency: string;
  /** What all waiting orders and refunds need beyond the clearing balance. */
  missing: bigint;
  clearing: bigint;
  ordersWaiting: number;
};

export function fundsMissingMail(
  words: Words,
  company: string,
  { holderId, mode }: { holderId: bigint; mode: Mode },
  shortfall: Shortfall,
): Mail {
  const { currency, ordersWaiting } = shortfall;
  const amount = (minor: bigint): string => words.money(minor, currency);
  const orders = ordersWaiting === 1 ? '1 order is waiting' : `${ordersWaiting} orders are waiting`;
  const missing = amount(shortfall.missing);
  return writeMail(words, {
    subject: `${mode === 'test' ? 'Test: ' : ''}Clearing is ${missing} short`,
    before: [
      `A settlement of ${company} could not pay everyone: ${orders} for funds in ${currency}${mode === 'test' ? ', in test mode' : ''}.`,
      `Clearing has ${amount(shortfall.clearing)}. Top it up by ${missing}, and waiting orders settle automatically, oldest first.`,
    ],
    link: { label: 'Top up clearing', address: dashboardAddress({ holderId, mode }, 'wallets') },
  });
}
