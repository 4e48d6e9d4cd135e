/**
 * A merge invitation and its rules: states, deadline, limits, tokens. Pure, except for drawing a token. The deadline is
 * a security rule and applies to both modes, so it uses the real clock. A token is a secret: it must appear only in the
 * mail, or once in the answer to the member who copies a link.
 */
import type { Link } from './links.repository.ts';

export type InvitationStatus = 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired';

/** Resending makes an expired invitation pending again. The other states are final. */
export const invitationTransitions: Readonly<Record<InvitationStatus, readonly InvitationStatus[]>> = Object.freeze({
  pending: ['accepted', 'declined', 'revoked', 'expired'],
  expired: ['pending'],
  accepted: [],
  declined: [],
  revoked: [],
});

export type Invitation = {
  companyId: bigint;
  id: string;
  position: bigint;
  email: string;
  type: Link['type'];
  name: string;
  status: InvitationStatus;
  /** Whether the link will serve live mode too. */
  servesLive: boolean;
  /** Of its mail. Null: the person's, or English. */
  language: string | null;
  linkId: bigint | null;
  personId: string | null;
  createdAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
};

/** Prefix of invitation ids. No token contains the underscore that follows it. */
export const invitationPrefix = 'inv';
export const goodForDays = 14;
export const nameLengthMax = 100;
/** Maximum open invitations of one company. */
export const openMax = 1_000;
/** Maximum invitation mails of one company per day (UTC): in total, before it is active, and to one address. */
export const mailsPerDayMax = { active: 200, pending: 20 } as const;
export const mailsPerAddressAndDayMax = 5;

const dayMs = 86_400_000;

export const expiryOf = (now: Date): Date => new Date(now.getTime() + goodForDays * dayMs);

/** A pending invitation expires exactly at its deadline, even if the job has not recorded it yet. */
export const statusAt = (
  { status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>,
  now: Date,
): InvitationStatus => (status === 'pending' && expiresAt.getTime() <= now.getTime() ? 'expired' : status);

/** Seconds until more mails may be sent: the next day starts at midnight UTC. */
export const secondsUntilTomorrow = (now: Date): number => Math.ceil((dayMs - (now.getTime() % dayMs)) / 1_000);

export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

/** `a…@example.com`: enough for the owner to recognize the address, too little for anyone else to write to it. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}
