/** The mails to a payee about a payout, by the state that it came to. Pure. */
import { type Mail, writeMail } from '../mail/mail.ts';
import { formatDecimal } from '../money/amount.ts';
import { exponentOf } from '../money/currency.ts';
import type { Payout } from './payout.ts';

type Words = { subject: string; what: string; after: readonly string[] };
type Amounts = { shown: string; net: string };

const backAgain =
  'The full amount, including the fee, is back in the account it was drawn from. Anything you owe is recovered from it first.';

const words = {
  approved: ({ shown }: Amounts): Words => ({
    subject: `Your payout of ${shown} is approved`,
    what: `The payout of ${shown} is approved and will be sent to your bank next.`,
    after: [],
  }),
  sent: ({ shown, net }: Amounts): Words => ({
    subject: `Your payout of ${shown} is on its way`,
    what: `${net} was sent to your bank account. Banks usually take one or two banking days.`,
    after: [],
  }),
  completed: ({ shown, net }: Amounts): Words => ({
    subject: `Your payout of ${shown} was paid`,
    what: `The bank paid ${net} into your account.`,
    after: [],
  }),
  rejected: ({ shown }: Amounts): Words => ({
    subject: `Your payout of ${shown} was rejected`,
    what: `The payout of ${shown} was rejected before it was sent to the bank.`,
    after: [backAgain],
  }),
  failed: ({ shown }: Amounts): Words => ({
    subject: `Your payout of ${shown} came back`,
    what: `The bank did not pay the payout of ${shown}, or returned it.`,
    after: [backAgain, 'Check the bank account on file before you request another payout.'],
  }),
} as const;

type Told = keyof typeof words;

/** @returns undefined for a state that the payee brought about. */
export function payoutMail(recipient: string, payout: Payout): Mail | undefined {
  const { id, mode, status, amount, fee, currency, reason } = payout;
  if (!(status in words)) return undefined;
  const show = (minor: bigint): string => `${formatDecimal(minor, exponentOf(currency))} ${currency}`;
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
