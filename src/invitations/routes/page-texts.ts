/**
 * The texts shown when an invitation can't be answered. They must never include the invited address or who answered.
 */
import type { Refusal } from '../answer-invitation.ts';

type Ending = { title: string; status: number; text: string; otherAccount?: boolean };

export const endings: Readonly<Record<Exclude<Refusal['reason'], 'own' | 'signed_out'>, Ending>> = {
  accepted: {
    title: 'This invitation was used',
    status: 410,
    text: 'It was accepted, and works once. Whoever accepted it sees the link under Companies.',
  },
  declined: {
    title: 'This invitation was declined',
    status: 410,
    text: 'No link was made. If you changed your mind, ask the company to invite you again.',
  },
  revoked: {
    title: 'This invitation was taken back',
    status: 410,
    text: 'The company revoked it before it was accepted. Ask the company if you expected otherwise.',
  },
  expired: {
    title: 'This invitation has expired',
    status: 410,
    text: 'An invitation works for 14 days. Ask the company to send it again.',
  },
  wrong_account: {
    title: 'This invitation is for another address',
    status: 403,
    text: 'You are signed in with a different address than the one it was sent to. Sign in with that one to see it.',
    otherAccount: true,
  },
  unconfirmed: {
    title: 'Your address is not confirmed yet',
    status: 403,
    text: 'Follow the link in the mail of your sign-up, then open this invitation again.',
    otherAccount: true,
  },
  company_suspended: {
    title: 'This company is not active at present',
    status: 409,
    text: 'The invitation can’t be accepted now. It stays open until its end; try again later.',
  },
};
