/** The mails to a payee about a payout, by the state that it came to. Pure. */
import { type Mail, shownMoney, writeMail } from '../../core/mail/mail.ts';
import type { Payout } from './payout.ts';

type Words = { subject: string; what: string; after: readonly string[] };
type Amounts = { shown: string; net: string };

const backAgain =
  'The full amount, including the fee, is back in your balance. Anything you owe is deducted from it first.';

const words = {
  approved: ({ shown }: Amounts): Words => ({
    subject: `Your ${shown} payout is approved`,
    what: `Your ${shown} payout is approved and will be sent to your bank next.`,
    after: [],
  }),
  sent: ({ shown, net }: Amounts): Words => ({
    subject: `Your ${shown} payout is on its way`,
    what: `${net} was sent to your bank account. It usually arrives within two banking days.`,
    after: [],
  }),
  completed: ({ shown, net }: Amounts): Words => ({
    subject: `Your ${shown} payout was paid`,
    what: `${net} was paid to your bank account.`,
    after: [],
  }),
  rejected: ({ shown }: Amounts): Words => ({
    subject: `Your ${shown} payout was rejected`,
    what: `Your ${shown} payout was rejected before it was sent to the bank.`,
    after: [backAgain],
  }),
  failed: ({ shown }: Amounts): Words => ({
    subject: `Your ${shown} payout was returned`,
    what: `The bank didn't pay out the ${shown}, or returned it.`,
    after: [backAgain, 'Check the bank account on file before you request another payout.'],
  }),
} as const;

type Told = keyof typeof words;

/** @returns undefined for a state that the payee brought about. */
export function payoutMail(recipient: string, payout: Payout): Mail | undefined {
  const { id, mode, status, amount, fee, currency, reason } = payout;
  if (!(status in words)) return undefined;
  const show = (minor: bigint): string => shownMoney(minor, currency);
  const { subject, what, after } = words[status as Told]({ shown: show(amount), net: show(amount - fee) });
  const test = mode === 'test';
  return writeMail({
    recipient,
    subject: `${test ? 'Test: ' : ''}${subject}`,
    before: [test ? `In test mode: ${what}` : what, ...(reason === null ? [] : [`Reason: ${reason}`])],
    facts: [['Payout', id], ['Amount', show(amount)], ...(fee === 0n ? [] : ([['Fee', show(fee)]] as const))],
    after,
  });
}
