/**
 * What a merge invitation is, and its rules: states, deadline, bounds, tokens. Pure, but for drawing a token. The
 * deadline is security, not business, and serves both modes: it keeps the real clock. A token is a secret: it stands in
 * the mail and nowhere else.
 */
import { createHash } from 'node:crypto';
import { randomBase62 } from '../database/public-id.ts';
import type { Link } from '../holders/links.repository.ts';

export type InvitationStatus = 'pending' | 'accepted' | 'declined' | 'revoked' | 'expired';

/** Sent again, an expired one is pending anew. The others are final. */
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
  linkId: bigint | null;
  personId: string | null;
  createdAt: Date;
  expiresAt: Date;
  decidedAt: Date | null;
};

export const goodForDays = 14;
export const nameLengthMax = 100;
/** Open invitations of one company. */
export const openMax = 1_000;
/** Mails of one company's invitations on one day (UTC), and those of them to one address. */
export const mailsPerDayMax = 200;
export const mailsPerAddressAndDayMax = 5;

const dayMs = 86_400_000;
const tokenBytes = 32;

export const expiryOf = (now: Date): Date => new Date(now.getTime() + goodForDays * dayMs);

/** A pending one ends at the very instant of its deadline, whether or not a sweep has written so. */
export const statusAt = (
  { status, expiresAt }: Pick<Invitation, 'status' | 'expiresAt'>,
  now: Date,
): InvitationStatus => (status === 'pending' && expiresAt.getTime() <= now.getTime() ? 'expired' : status);

/** When more mails may be sent: the next day begins at midnight, UTC. */
export const secondsUntilTomorrow = (now: Date): number => Math.ceil((dayMs - (now.getTime() % dayMs)) / 1_000);

export const dayOf = (now: Date): string => now.toISOString().slice(0, 10);

export const newToken = (): string => randomBase62(tokenBytes);

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export const normalEmail = (text: string): string => text.trim().toLowerCase();

/** Enough to recognise one's own address by, and too little to write to another's: `a…@example.com`. */
export function maskedEmail(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}…${email.slice(at)}`;
}

/** The present instant; a test hands in its own. */
export type Now = () => Date;
export const realNow: Now = () => new Date();
