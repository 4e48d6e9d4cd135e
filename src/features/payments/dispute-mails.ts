/**
 * The mails to a shop's people about a dispute: it was opened, won, or lost, its deadline is near, or its evidence was refused; and
 * about a transfer that the bank took back. Pure.
 */
import { serviceHolderId } from '../../core/ledger/post.ts';
import { dashboardAddress, type Mail, writeMail } from '../../core/mail/mail.ts';
import type { Words } from '../../core/mail/words.ts';
import type { PostedDispute } from './disputes.repository.ts';
import { recalled } from './recall.ts';

type DisputeNews = 'opened' | 'won' | 'lost' | 'refused' | 'recalled' | 'undone';

/** The change to announce, if any. @param before undefined for a dispute that was not known. */
export function newsOf(
  before: PostedDispute | undefined,
  { status, reason }: PostedDispute,
): Exclude<DisputeNews, 'refused'> | undefined {
  if (reason === recalled && before?.status === status) return undefined;
  if (reason === recalled) return status === 'won' ? 'undone' : 'recalled';
  const isDecided = status === 'won' || status === 'lost';
  if (isDecided) return before?.status === status ? undefined : status;
  return before === undefined ? 'opened' : undefined;
}

const amountOf = (words: Words, { amount, currency }: PostedDispute): string => words.money(amount, currency);
const timeOf = (words: Words, at: Date) => ({ day: words.day(at), clock: words.clock(at) });

export function disputeMail(words: Words, news: DisputeNews, dispute: PostedDispute): Mail {
  const { t } = words;
  const shown = { amount: amountOf(words, dispute) };
  const said = (subject: string, ...before: string[]): Mail => mailOf(words, dispute, subject, before);
  switch (news) {
    case 'opened': {
      const { evidenceDueAt } = dispute;
      const due =
        evidenceDueAt === null ? t('dispute.opened.soon') : t('dispute.opened.until', timeOf(words, evidenceDueAt));
      return said(t('dispute.opened.subject', shown), t('dispute.opened.text'), due);
    }
    case 'won':
      return said(t('dispute.won.subject', shown), t('dispute.won.text'));
    case 'lost':
      return said(t('dispute.lost.subject', shown), t('dispute.lost.text'));
    case 'recalled':
      return said(t('dispute.recalled.subject', shown), t('dispute.recalled.text'), t('dispute.recalled.noRefund'));
    case 'undone':
      return said(t('dispute.undone.subject', shown), t('dispute.undone.text'));
    case 'refused':
      return said(t('dispute.refused.subject', shown), t('dispute.refused.text'));
  }
}

/** @param dueAt the deadline as it is now. */
export function reminderMail(words: Words, dispute: PostedDispute, dueAt: Date): Mail {
  const { t } = words;
  const due = timeOf(words, dueAt);
  return mailOf(words, dispute, t('dispute.reminder.subject', { amount: amountOf(words, dispute), day: due.day }), [
    t('dispute.reminder.text', due),
    t('dispute.reminder.where'),
  ]);
}

/** To the operator, in English, of evidence that the provider takes another way than by API. */
export function handOverMail(words: Words, dispute: PostedDispute, holderName: string, provider: string): Mail {
  const { evidenceDueAt } = dispute;
  const due = evidenceDueAt === null ? undefined : timeOf(words, evidenceDueAt);
  const place = { holderId: serviceHolderId, mode: dispute.mode };
  return mailOf(
    words,
    dispute,
    `Hand over evidence for a ${amountOf(words, dispute)} dispute`,
    [
      `${holderName} submitted evidence, and ${provider} takes none by API. Send it to the provider, and confirm it in the dashboard, under Disputes.`,
      ...(due === undefined ? [] : [`It is accepted until ${due.day}, ${due.clock} (UTC).`]),
    ],
    dashboardAddress(place, `operator/disputes/${encodeURIComponent(dispute.id)}`),
  );
}

function mailOf(
  words: Words,
  dispute: PostedDispute,
  subject: string,
  before: readonly string[],
  address = dashboardAddress(dispute, `disputes/${encodeURIComponent(dispute.id)}`),
): Mail {
  const { t } = words;
  const { id, paymentId, mode, reason } = dispute;
  return writeMail(words, {
    subject: mode === 'test' ? t('mail.test', { subject }) : subject,
    before,
    link: { label: t('mail.open.dispute'), address },
    facts: [
      [t('mail.payment'), paymentId],
      [t('dispute.id'), id],
      ...(reason === null
        ? []
        : ([[t('mail.reason'), t('dispute.reason', { reason, other: reason.replaceAll('_', ' ') })]] as const)),
    ],
  });
}
