/**
 * The mails to a shop's people about a dispute: it was opened, won, or lost, its deadline is near, or its evidence was refused; and
 * about a transfer that the bank took back. Pure.
 */
import { type Mail, shownMoney, writeMail } from '../../core/mail/mail.ts';
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

const timeOf = (at: Date): string => `${at.toISOString().slice(0, 10)}, ${at.toISOString().slice(11, 16)} (UTC)`;

const place = 'under Disputes';

export function disputeMail(recipient: string, news: DisputeNews, dispute: PostedDispute): Mail {
  const { amount, currency, evidenceDueAt } = dispute;
  const shown = shownMoney(amount, currency);
  const due =
    evidenceDueAt === null
      ? `Send your evidence soon, in the dashboard, ${place}.`
      : `Send your evidence in the dashboard, ${place}. It is accepted until ${timeOf(evidenceDueAt)}.`;
  const words = {
    opened: {
      subject: `A customer disputed a ${shown} payment`,
      text: [
        "The customer's bank has taken the money back while the dispute is open. It was deducted from your balance.",
        due,
      ],
    },
    won: { subject: `You won the ${shown} dispute`, text: ['The money is back in your balance.'] },
    lost: {
      subject: `You lost the ${shown} dispute`,
      text: ['The customer keeps the money. Do not refund this payment as well.'],
    },
    recalled: {
      subject: `The bank took back a ${shown} transfer`,
      text: [
        'It had paid the payment below. The money was deducted from your balance; what the balance did not cover is a debt.',
        'Do not refund this payment as well.',
      ],
    },
    undone: {
      subject: `A ${shown} transfer was not taken back after all`,
      text: [
        'It was deducted from your balance by mistake. The money is back; what it left as a debt is settled first.',
      ],
    },
    refused: {
      subject: `Your evidence for the ${shown} dispute was not accepted`,
      text: [`The payment provider refused it. See why in the dashboard, ${place}, and submit it again in time.`],
    },
  }[news];
  return mailOf(recipient, dispute, words.subject, words.text);
}

/** @param dueAt the deadline as it is now. */
export function reminderMail(recipient: string, dispute: PostedDispute, dueAt: Date): Mail {
  const shown = shownMoney(dispute.amount, dispute.currency);
  return mailOf(recipient, dispute, `Respond to the ${shown} dispute until ${dueAt.toISOString().slice(0, 10)}`, [
    `Evidence is accepted until ${timeOf(dueAt)}. Nothing was submitted yet. Without evidence the customer keeps the money.`,
    `Send it in the dashboard, ${place}.`,
  ]);
}

/** To the operator, of evidence that the provider takes another way than by API. */
export function handOverMail(recipient: string, dispute: PostedDispute, holderName: string, provider: string): Mail {
  const { amount, currency, evidenceDueAt } = dispute;
  return mailOf(recipient, dispute, `Hand over evidence for a ${shownMoney(amount, currency)} dispute`, [
    `${holderName} submitted evidence, and ${provider} takes none by API. Send it to the provider, and confirm it in the dashboard, ${place}.`,
    ...(evidenceDueAt === null ? [] : [`It is accepted until ${timeOf(evidenceDueAt)}.`]),
  ]);
}

function mailOf(
  recipient: string,
  { id, paymentId, mode, reason }: PostedDispute,
  subject: string,
  before: readonly string[],
): Mail {
  return writeMail({
    recipient,
    subject: `${mode === 'test' ? 'Test: ' : ''}${subject}`,
    before,
    facts: [
      ['Payment', paymentId],
      ['Dispute', id],
      ...(reason === null ? [] : ([['Reason', reason.replaceAll('_', ' ')]] as const)),
    ],
  });
}
