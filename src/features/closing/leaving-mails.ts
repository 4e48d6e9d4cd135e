/** The mails about accounts that were closed, and to people whose own account was deleted. Pure. */
import { type Mail, writeMail } from '../../core/mail/mail.ts';

type To = { recipient: string; name: string };

export const closedMail = ({ recipient, name }: To): Mail =>
  writeMail({
    recipient,
    subject: `The account ${name} is closed`,
    before: [
      `The account ${name} was closed. Its API keys and links have ended, and it takes no more money.`,
      'For a year, you can still sign in, view everything and download statements.',
      'If this was a mistake, the operator of this service can reopen it.',
    ],
  });

export const reopenedMail = ({ recipient, name }: To, reason: string): Mail =>
  writeMail({
    recipient,
    subject: `The account ${name} is open again`,
    before: [
      `The operator of this service reopened the account ${name}.`,
      `Reason: ${reason}`,
      'API keys, links, bank accounts and webhook endpoints were not restored. Set up the ones you need.',
    ],
  });

/** The last one. No copy of it is kept. */
export const erasedMail = (recipient: string, by: 'person' | 'operator'): Mail =>
  writeMail({
    recipient,
    subject: 'Your account is deleted',
    before: [
      by === 'person'
        ? 'As you asked, your account was deleted, along with your name, your email address and everything you used to sign in.'
        : 'The operator of this service deleted your account, along with your name, your email address and everything you used to sign in.',
      'Records of payments and payouts are kept without your name, because the books must balance and the law requires them. Bank details used for payouts are kept for as long as the law requires.',
      'This is the last email to this address. You can sign up with it again at any time, with a new account.',
    ],
  });
