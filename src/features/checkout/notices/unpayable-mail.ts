/** The mail to a shop's people about payments that customers can't make. Pure. */
import { type Mail, writeMail } from '../../../core/mail/mail.ts';
import type { Payment } from '../../payments/payment.ts';
import type { UnpayableReason } from './unpayable.repository.ts';

const texts: Record<UnpayableReason, { subject: (name: string) => string; why: string; next: string }> = {
  not_approved: {
    subject: (name) => `${name} cannot take live payments yet`,
    why: 'The account is not approved for live mode yet, so the customer saw that the payment cannot be made.',
    next: 'Request live mode in the dashboard. Until then, send customers test payments only.',
  },
  suspended: {
    subject: (name) => `${name} cannot take payments`,
    why: 'The account is suspended, so the customer saw that the payment cannot be made.',
    next: 'Contact the operator of this service to have the suspension lifted.',
  },
  no_card_payments: {
    subject: (name) => `Customers of ${name} cannot pay by card`,
    why: 'This service has no payment provider in live mode, so the customer could only pay from a Sluice wallet.',
    next: 'Ask the operator of this service to connect a payment provider.',
  },
};

export function unpayableMail(facts: {
  recipient: string;
  name: string;
  payment: Pick<Payment, 'id' | 'holderId' | 'mode'>;
  reason: UnpayableReason;
  publicUrl: string;
}): Mail {
  const { recipient, name, payment, reason, publicUrl } = facts;
  const { subject, why, next } = texts[reason];
  return writeMail({
    recipient,
    subject: subject(name),
    before: [`A customer opened the payment ${payment.id}. ${why}`, next],
    link: { label: 'Open the dashboard', address: `${publicUrl}/h/${payment.holderId}/${payment.mode}` },
    after: ['You get this email at most once a day for the same reason.'],
  });
}
