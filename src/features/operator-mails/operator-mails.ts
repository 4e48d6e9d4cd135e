/** The mails to the operator's people, in English, about items waiting in their inbox, and about books that do not balance. Pure. */
import { type Mail, writeMail } from '../../core/mail/mail.ts';
import type { Words } from '../../core/mail/words.ts';
import { type Head, headText } from '../../core/seals/head.ts';
import type { Waiting } from './waiting.repository.ts';

const lines: Record<keyof Waiting, (count: bigint) => string> = {
  approvals: (count) => (count === 1n ? '1 request to go live' : `${count} requests to go live`),
  requested: (count) => (count === 1n ? '1 payout to approve' : `${count} payouts to approve`),
  approved: (count) =>
    count === 1n ? '1 approved payout to send to the bank' : `${count} approved payouts to send to the bank`,
  captures: (count) =>
    count === 1n
      ? '1 late capture that the provider declined to return'
      : `${count} late captures that the provider declined to return`,
  transfers: (count) => (count === 1n ? '1 incoming transfer to review' : `${count} incoming transfers to review`),
};

/** @param head of the seals, if there are new ones. @returns undefined when there is nothing to say. */
export function inboxMail(words: Words, publicUrl: string, waiting: Waiting, head: Head | undefined): Mail | undefined {
  const shown = (Object.keys(lines) as (keyof Waiting)[]).filter((kind) => waiting[kind] > 0n);
  if (shown.length === 0 && head === undefined) return undefined;
  const isWaiting = shown.length > 0;
  return writeMail(words, {
    subject: isWaiting ? 'Your inbox has items that are more than a day old' : 'Your records are sealed',
    before: isWaiting
      ? ['Waiting for your decision:', ...shown.map((kind) => lines[kind](waiting[kind]))]
      : ['No decision has been waiting for more than a day.'],
    link: { label: 'Open the inbox', address: `${publicUrl}/` },
    after:
      head === undefined
        ? []
        : [
            `Everything up to ${head.sealedAt.toISOString()} is sealed. Keep this email: with the line below, npx sluice verify --sealed can later prove that nothing was changed, added or removed.`,
            headText(head),
          ],
  });
}

/** @param checks what does not hold, with how many rows. */
export function unbalancedMail(
  words: Words,
  publicUrl: string,
  checks: readonly { name: string; count: number }[],
): Mail {
  return writeMail(words, {
    subject: 'The books do not balance',
    before: ['A verification of the ledger failed. These checks did not pass:'],
    facts: checks.map(({ name, count }) => [name, count === 1 ? '1 violation' : `${count} violations`]),
    link: { label: 'Open the dashboard', address: `${publicUrl}/` },
    after: [
      'See the violations under "Books" in the dashboard, or run: npx sluice verify --full. Never edit the tables by hand.',
    ],
  });
}
