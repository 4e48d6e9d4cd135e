/**
 * An invitation to become a member of a holder, and its rules: deadline and limits. Pure. The deadline is a
 * security rule and applies to both modes, so it uses the real clock.
 */
import type { Role } from '../../core/access/roles.ts';

/** Resending makes an expired invitation pending again. `accepted` and `revoked` are final. */
export type MemberInvitationStatus = 'pending' | 'accepted' | 'revoked' | 'expired';

export type MemberInvitation = {
  holderId: bigint;
  id: string;
  email: string;
  role: Role;
  /** Of its mail. Null: the person's, or English. */
  language: string | null;
  status: MemberInvitationStatus;
  personId: string | null;
  createdAt: Date;
  expiresAt: Date;
};

export const goodForDays = 7;
const dayMs = 86_400_000;

export const expiryOf = (now: Date): Date => new Date(now.getTime() + goodForDays * dayMs);

/** Maximum mails of one holder per day (UTC): in total, before it is active, and to one address. */
export const mailsPerDayMax = { active: 50, pending: 20 } as const;
export const mailsPerAddressAndDayMax = 5;

/** A pending invitation expires exactly at its deadline; no job has to record it. */
export const memberStatusAt = (
  { status, expiresAt }: Pick<MemberInvitation, 'status' | 'expiresAt'>,
  now: Date,
): MemberInvitationStatus => (status === 'pending' && expiresAt.getTime() <= now.getTime() ? 'expired' : status);

/** Why an open invitation is not for who looks at it. `member`: they belong to the holder already. */
export type Looker = 'signed_out' | 'invited' | 'other_address' | 'unconfirmed' | 'member';

/** @param person undefined when nobody is signed in; without an email when its address is not confirmed. */
export function lookerOf(
  invitation: Pick<MemberInvitation, 'email'>,
  person: { email: string | undefined; isMember: boolean } | undefined,
): Looker {
  if (person === undefined) return 'signed_out';
  if (person.isMember) return 'member';
  if (person.email === undefined) return 'unconfirmed';
  return person.email === invitation.email ? 'invited' : 'other_address';
}
