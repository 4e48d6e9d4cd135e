/** The mail to a shop's people about payments that customers can't make. Pure. */
import { type Mail, writeMail } from '../../../core/mail/mail.ts';
import type { MailString } from '../../../core/mail/strings/en.ts';
import type { Words } from '../../../core/mail/words.ts';
import type { Payment } from '../../payments/payment.ts';
import type { UnpayableReason } from './unpayable.repository.ts';

const ids: Record<UnpayableReason, Record<'subject' | 'text' | 'next', MailString>> = {
  not_approved: {
    subject: 'unpayable.notApproved.subject',
    text: 'unpayable.notApproved.text',
    next: 'unpayable.notApproved.next',
  },
  suspended: {
    subject: 'unpayable.suspended.subject',
    text: 'unpayable.suspended.text',
    next: 'unpayable.suspended.next',
  },
  no_card_payments: {
    subject: 'unpayable.noCards.subject',
    text: 'unpayable.noCards.text',
    next: 'unpayable.noCards.next',
  },
};

type Facts = {
  name: string;
  payment: Pick<Payment, 'id' | 'holderId' | 'mode'>;
  reason: UnpayableReason;
  publicUrl: string;
};

export function unpayableMail(words: Words, { name, payment, reason, publicUrl }: Facts): Mail {
  const { t } = words;
  const { subject, text, next } = ids[reason];
  return writeMail(words, {
    subject: t(subject, { name }),
    before: [t(text, { payment: payment.id }), t(next)],
    link: { label: t('mail.openDashboard'), address: `${publicUrl}/h/${payment.holderId}/${payment.mode}` },
    after: [t('unpayable.once')],
  });
}
