/** The mail to a company's people when a run fell short of funds. Pure. */

import type { Mode } from '../../base/money/mode.ts';
import { type Mail, shownMoney, writeMail } from '../../core/mail/mail.ts';

/** Amounts in minor units. */
export type Shortfall = {
  currency: string;
  /** What all waiting orders and refunds need beyond the clearing balance. */
  missing: bigint;
  clearing: bigint;
  ordersWaiting: number;
};

export function fundsMissingMail(recipient: string, company: string, mode: Mode, shortfall: Shortfall): Mail {
  const { currency, ordersWaiting } = shortfall;
  const amount = (minor: bigint): string => shownMoney(minor, currency);
  const orders = ordersWaiting === 1 ? '1 order is waiting' : `${ordersWaiting} orders are waiting`;
  const missing = amount(shortfall.missing);
  return writeMail({
    recipient,
    subject: `${mode === 'test' ? 'Test: ' : ''}Clearing is ${missing} short`,
    before: [
      `A settlement of ${company} could not pay everyone: ${orders} for funds in ${currency}${mode === 'test' ? ', in test mode' : ''}.`,
      `Clearing has ${amount(shortfall.clearing)}. Top it up by ${missing}, and waiting orders settle automatically, oldest first.`,
    ],
  });
}
