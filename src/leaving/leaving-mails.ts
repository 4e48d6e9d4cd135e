/** The mails about accounts that were closed, and to people whose own account was deleted. Pure. */
import { type Mail, writeMail } from '../mail/mail.ts';

type To = { recipient: string; name: string };

export const closedMail = ({ recipient, name }: To): Mail =>
  writeMail({
    recipient,
    subject: `The account ${name} is closed`,
    before: [
      `The account ${name} was closed. Its API keys and links have ended, and it takes no more money.`,
      'For a year you can still sign in, read everything and download statements.',
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
      'API keys, links, bank accounts and webhook endpoints that ended stay ended. Set up those that you need.',
    ],
  });

/** The last one. No copy of it is kept. */
export const erasedMail = (recipient: string, by: 'person' | 'operator'): Mail =>
  writeMail({
    recipient,
    subject: 'Your account is deleted',
    before: [
      by === 'person'
        ? 'As you asked, your account was deleted, and with it your name, your email address and all that you used to sign in.'
        : 'The operator of this service deleted your account, and with it your name, your email address and all that you used to sign in.',
      'Records of payments and payouts stay without your name, because the books must add up and the law asks for them. Bank details of payouts that were made are kept as long as the law asks.',
      'This is the last email to this address. You can sign up with it again at any time, with a new account.',
    ],
  });
