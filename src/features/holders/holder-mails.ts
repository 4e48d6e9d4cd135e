/** The mails about a holder's admission and suspension. Pure. */
import { type Mail, writeMail } from '../../core/mail/mail.ts';

type To = { recipient: string; name: string };

export const approvalWaitsMail = ({ recipient, name }: To): Mail =>
  writeMail({
    recipient,
    subject: `${name} requests live mode`,
    before: [
      `${name} has finished testing and requests live mode, to take real money.`,
      'Open the inbox in the dashboard to approve or decline the request.',
    ],
  });

export const approvedMail = ({ recipient, name }: To): Mail =>
  writeMail({
    recipient,
    subject: `${name} can go live`,
    before: [
      `${name} was approved. You can now take real money.`,
      'Sign in, switch to live mode and create live keys to begin.',
    ],
  });

export const refusedMail = ({ recipient, name }: To, reason: string): Mail =>
  writeMail({
    recipient,
    subject: `${name} was not approved for live mode`,
    before: [
      `Your request to take real money with ${name} was not approved.`,
      `Reason: ${reason}`,
      'You can keep using test mode. Correct the details and send the request again from your dashboard.',
    ],
  });

export const suspendedMail = ({ recipient, name }: To, reason: string): Mail =>
  writeMail({
    recipient,
    subject: `${name} is suspended`,
    before: [
      `${name} was suspended. You can still sign in and view everything, but nothing can be changed and no payouts are made.`,
      `Reason: ${reason}`,
    ],
  });

export const resumedMail = ({ recipient, name }: To): Mail =>
  writeMail({
    recipient,
    subject: `${name} is active again`,
    before: [`The suspension of ${name} was lifted. Everything works as before.`],
  });
