/** The mails to a payee about a payout, by the state that it came to. Pure. */
import { dashboardAddress, type Mail, writeMail } from '../../core/mail/mail.ts';
import type { MailString } from '../../core/mail/strings/en.ts';
import type { Words } from '../../core/mail/words.ts';
import type { Payout } from './payout.ts';

type Ids = { subject: MailString; text: MailString; after: readonly MailString[] };

const ids = {
  approved: { subject: 'payout.approved.subject', text: 'payout.approved.text', after: [] },
  sent: { subject: 'payout.sent.subject', text: 'payout.sent.text', after: [] },
  completed: { subject: 'payout.completed.subject', text: 'payout.completed.text', after: [] },
  rejected: { subject: 'payout.rejected.subject', text: 'payout.rejected.text', after: ['payout.backAgain'] },
  failed: {
    subject: 'payout.failed.subject',
    text: 'payout.failed.text',
    after: ['payout.backAgain', 'payout.checkAccount'],
  },
} as const satisfies Partial<Record<Payout['status'], Ids>>;

/** @returns undefined for a state that the payee brought about. */
export function payoutMail(words: Words, payout: Payout): Mail | undefined {
  const { id, mode, status, amount, fee, currency, reason } = payout;
  if (!(status in ids)) return undefined;
  const { t } = words;
  const show = (minor: bigint): string => words.money(minor, currency);
  const { subject: subjectId, text: textId, after }: Ids = ids[status as keyof typeof ids];
  const shown = { amount: show(amount), net: show(amount - fee) };
  const [subject, text] = [t(subjectId, shown), t(textId, shown)];
  const isTest = mode === 'test';
  return writeMail(words, {
    subject: isTest ? t('mail.test', { subject }) : subject,
    before: [
      isTest ? t('payout.inTestMode', { text }) : text,
      ...(reason === null ? [] : [t('mail.because', { reason })]),
    ],
    facts: [
      [t('payout.id'), id],
      [t('mail.amount'), show(amount)],
      ...(fee === 0n ? [] : ([[t('payout.fee'), show(fee)]] as const)),
    ],
    link: {
      label: t('mail.open.payouts'),
      address: dashboardAddress({ holderId: payout.ownerHolderId, mode }, 'payouts'),
    },
    after: after.map((one) => t(one)),
  });
}
