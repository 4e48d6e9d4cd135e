/** The mails to a shop's people about a dispute: it was opened, won, or lost. Pure. */
import { type Mail, shownMoney, writeMail } from '../../core/mail/mail.ts';
import type { PostedDispute } from './disputes.repository.ts';

type DisputeNews = 'opened' | 'won' | 'lost';

/** The change to announce, if any. @param before undefined for a dispute that was not known. */
export function newsOf(before: PostedDispute | undefined, { status }: PostedDispute): DisputeNews | undefined {
  const isDecided = status === 'won' || status === 'lost';
  if (isDecided) return before?.status === status ? undefined : status;
  return before === undefined ? 'opened' : undefined;
}

const dayOf = (at: Date): string => at.toISOString().slice(0, 10);

export function disputeMail(recipient: string, news: DisputeNews, dispute: PostedDispute): Mail {
  const { id, paymentId, amount, currency, mode, reason, evidenceDueAt } = dispute;
  const shown = shownMoney(amount, currency);
  const due =
    evidenceDueAt === null
      ? 'Respond to your payment provider soon.'
      : `Evidence is accepted until ${dayOf(evidenceDueAt)}.`;
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
  }[news];
  return writeMail({
    recipient,
    subject: `${mode === 'test' ? 'Test: ' : ''}${words.subject}`,
    before: words.text,
    facts: [
      ['Payment', paymentId],
      ['Dispute', id],
      ...(reason === null ? [] : ([['Reason', reason.replaceAll('_', ' ')]] as const)),
    ],
  });
}
