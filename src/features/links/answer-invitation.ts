/**
 * Viewing, accepting and declining an invitation, by the token of its link or by its id. Only a person whose confirmed
 * email address is the invited one may answer; by its id, they alone may view it. The invitation's row is locked first, so that of concurrent answers only one counts. Viewing must change
 * nothing.
 */

import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { type PersonActor, personActor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { hashOfToken } from '../../core/access/link-token.ts';
import { type HolderStatus, mayOnlyRead } from '../../core/access/roles.ts';
import type { Mail } from '../../core/mail/mail.ts';
import { queueNotice } from '../../core/mail/queue-mail.ts';
import type { Words } from '../../core/mail/words.ts';
import { actingFor, membershipsThatMay } from '../holders/acting.ts';
import { listOwners } from '../holders/addresses.ts';
import { insertHolder } from '../holders/holders.repository.ts';
import {
  findMembership,
  insertMember,
  listMemberships,
  lockMemberships,
  type Membership,
} from '../holders/members.repository.ts';
import { type Invitation, invitationPrefix, nameLengthMax, statusAt } from './invitation.ts';
import { acceptedMail, declinedMail } from './invitation-mails.ts';
import {
  type AskedInvitation,
  findAskedInvitation,
  findConfirmedEmail,
  findInvitationByToken,
  type Lock,
  setDecided,
} from './invitations.repository.ts';
import type { InvitationDeps } from './invite.ts';
import { findActiveLink, findLink, insertLink, type LinkHistory } from './links.repository.ts';
import { publishInvitation, publishLinkCreated } from './publish-invitation-events.ts';
import { markWidened } from './widen-link.ts';

/**
 * Why an invitation can't be answered. `own`: this person accepted it before. `wrong_account`: signed in with another
 * address. `sender`: the same, by a member of the company that sent it. `unconfirmed`: the person's address is not
 * confirmed. `signed_out`: nobody is signed in.
 */
type Refusal =
  | { reason: 'own'; linkId: bigint }
  | { reason: 'accepted' | 'declined' | 'revoked' | 'expired' }
  | { reason: 'signed_out' | 'wrong_account' | 'sender' | 'unconfirmed' | 'company_suspended' };

/** Who looks at an invitation. `email`: theirs, if it is confirmed. */
type Asks = { personId: string; email: string | undefined; isSender?: boolean };

/** A holder of the person that could be linked. */
type OwnHolder = { id: bigint; name: string; status: HolderStatus };

export type Look = {
  invitation: AskedInvitation;
  refusal: Refusal | undefined;
  holders: OwnHolder[];
  /** With `own`: what was linked. */
  linkedHolderId: bigint | undefined;
};

/**
 * Pure. Anyone with the link may learn that an invitation has ended; an open one is shown only to the invited address.
 */
export function judge(invitation: AskedInvitation, asks: Asks | undefined, now: Date): Refusal | undefined {
  const status = statusAt(invitation, now);
  if (status === 'accepted' && asks !== undefined && asks.personId === invitation.personId) {
    return { reason: 'own', linkId: invitation.linkId as bigint };
  }
  if (status !== 'pending') return { reason: status };
  if (asks === undefined) return { reason: 'signed_out' };
  if (asks.email !== invitation.email && asks.isSender) return { reason: 'sender' };
  if (asks.email === undefined) return { reason: 'unconfirmed' };
  if (asks.email !== invitation.email) return { reason: 'wrong_account' };
  return mayOnlyRead(invitation.companyStatus) ? { reason: 'company_suspended' } : undefined;
}

async function find(
  db: Database | Tx,
  handle: string,
  personId: string | undefined,
  { now, lock }: { now: Date; lock: Lock },
): Promise<{ invitation: AskedInvitation; refusal: Refusal | undefined }> {
  const isId = handle.startsWith(`${invitationPrefix}_`);
  const invitation = await (isId ? findById(db, handle, lock) : findInvitationByToken(db, hashOfToken(handle), lock));
  if (invitation === undefined) throw new AppError('not_found', { message: unknownInvitation });
  const asks = personId === undefined ? undefined : await asksOf(db, personId, invitation);
  // A link was sent to whoever has its token; an id is no secret.
  if (isId && asks?.email !== invitation.email) throw new AppError('not_found', { message: unknownInvitation });
  return { invitation, refusal: judge(invitation, asks, now) };
}

async function findById(db: Database | Tx, id: string, lock: Lock): Promise<AskedInvitation | undefined> {
  const companyId = holderOfPublicId(invitationPrefix, id);
  return companyId === undefined ? undefined : findAskedInvitation(db, companyId, id, lock);
}

async function asksOf(db: Database | Tx, personId: string, { companyId }: AskedInvitation): Promise<Asks> {
  const [email, membership] = [await findConfirmedEmail(db, personId), await findMembership(db, personId, companyId)];
  return { personId, email, isSender: membership !== undefined };
}

/**
 * @param handle the token of its link, or its id. @param personId the signed-in person, if any.
 * @throws AppError `not_found` for an unknown token, and for the id of an invitation to another address.
 */
export async function viewInvitation(
  { db, now }: Pick<InvitationDeps, 'db' | 'now'>,
  handle: string,
  personId: string | undefined,
): Promise<Look> {
  const found = await find(db, handle, personId, { now: now(), lock: 'look' });
  const { invitation, refusal } = found;
  if (refusal?.reason === 'own') {
    const link = await findLink(db, invitation.companyId, refusal.linkId);
    return { ...found, holders: [], linkedHolderId: link?.holderId };
  }
  const mayAnswer = personId !== undefined && refusal === undefined;
  const own = mayAnswer ? (await listMemberships(db, personId)).filter((one) => one.kind === invitation.type) : [];
  return { ...found, holders: linkable(own), linkedHolderId: undefined };
}

const unknownInvitation = 'There is no such invitation.';

/** A closed account is no more. */
const linkable = (own: readonly Membership[]): OwnHolder[] =>
  membershipsThatMay(own, 'links.make')
    .filter(({ status }) => status !== 'closed')
    .map(({ holderId: id, name, status }) => ({ id, name, status }));

/**
 * `holderId`: which of the person's holders to link, required if there are several. `name`: of the new holder if there
 * is none. `another`: to open a new one beside those that there are, so that two invitations accepted at once by someone
 * without a holder open one.
 */
type Choice = { holderId: bigint | undefined; name: string; another?: boolean | undefined };

export type Acceptance =
  | { ok: true; invitation: AskedInvitation; linkId: bigint; holderId: bigint; wasLinked: boolean }
  | { ok: false; reason: 'refused' | 'choose' | 'name' | 'holder_not_active' };

/** Creates the link, once. @throws AppError `not_found`. */
export function acceptInvitation(
  actor: PersonActor,
  deps: InvitationDeps,
  handle: string,
  choice: Choice,
): Promise<Acceptance> {
  const { db, clock } = deps;
  const { personId } = actor;
  authorize(actor, 'invitations.answer', { personId });
  return inTransaction(db, async (tx) => {
    const now = deps.now();
    const { invitation, refusal } = await find(tx, handle, personId, { now, lock: 'lock' });
    // A repeated request: answered with the existing link.
    if (refusal?.reason === 'own') {
      const { holderId } = (await findLink(tx, invitation.companyId, refusal.linkId)) as LinkHistory;
      return { ok: true, invitation, linkId: refusal.linkId, holderId, wasLinked: true };
    }
    if (refusal !== undefined) return { ok: false, reason: 'refused' };
    const { companyId, type, name, servesLive } = invitation;
    const own = await lockMemberships(tx, personId, type);
    const chosen = chooseHolder(linkable(own), choice);
    if (!chosen.ok) return chosen;

    const holderId = chosen.holderId ?? (await openHolder(tx, personId, invitation, choice.name.trim()));
    const present = await findActiveLink(tx, companyId, { holderId, type });
    const linkId = present?.id ?? (await insertLink(tx, companyId, { holderId, type, name, servesLive }));
    const accepted = await setDecided(tx, invitation, 'accepted', { at: now, linkId, personId });
    if (present === undefined) {
      const made = (await findLink(tx, companyId, linkId)) as LinkHistory;
      await publishLinkCreated(actor, tx, clock, made, invitation.id);
      const member = own.find((one) => one.holderId === holderId);
      await appendAudit(member === undefined ? actor : personActor(actor, actingFor(member), actor), tx, {
        action: 'links.make',
        holderId,
        mode: servesLive ? null : 'test',
        object: { kind: 'link', id: String(linkId) },
        after: { company: companyId, type, name, invitation: invitation.id },
      });
    } else if (servesLive && !present.servesLive) await markWidened(actor, tx, clock, present);
    await publishInvitation(actor, tx, clock, accepted as Invitation);
    await mailOwners(tx, companyId, (words) => acceptedMail(words, { name, type, linkId }));
    return { ok: true, invitation, linkId, holderId, wasLinked: present !== undefined };
  });
}

/** @returns false when it can't be declined any more. @throws AppError `not_found`. */
export function declineInvitation(actor: PersonActor, deps: InvitationDeps, handle: string): Promise<boolean> {
  const { db, clock } = deps;
  const { personId } = actor;
  authorize(actor, 'invitations.answer', { personId });
  return inTransaction(db, async (tx) => {
    const at = deps.now();
    const { invitation, refusal } = await find(tx, handle, personId, { now: at, lock: 'lock' });
    // Declining creates nothing, so it is allowed while the company is suspended.
    if (refusal !== undefined && refusal.reason !== 'company_suspended') return false;
    const { companyId, type, name } = invitation;

    const declined = await setDecided(tx, invitation, 'declined', { at, personId });
    await publishInvitation(actor, tx, clock, declined as Invitation);
    await mailOwners(tx, companyId, (words) => declinedMail(words, { name, type }));
    return true;
  });
}

type Chosen =
  | { ok: true; holderId: bigint | undefined }
  | { ok: false; reason: 'choose' | 'name' | 'holder_not_active' };

/** Pure. A holder that is suspended is no reason to open another one. */
export function chooseHolder(owned: readonly OwnHolder[], { holderId, name, another = false }: Choice): Chosen {
  const isBarred = owned.length > 0 && owned.every((holder) => holder.status === 'suspended');
  if (isBarred) return { ok: false, reason: 'holder_not_active' };
  const usable = owned.filter((holder) => holder.status !== 'suspended');
  if (usable.length === 0 || another) {
    const length = [...name.trim()].length;
    return length >= 1 && length <= nameLengthMax ? { ok: true, holderId: undefined } : { ok: false, reason: 'name' };
  }
  if (usable.length === 1 && holderId === undefined) return { ok: true, holderId: usable[0]?.id };
  return usable.some((holder) => holder.id === holderId) ? { ok: true, holderId } : { ok: false, reason: 'choose' };
}

/**
 * A company that is in live mode vouches for the restaurant that it invites there. One that was invited in test mode
 * alone is pending, as if it had signed up by itself: otherwise anyone could open accounts that take real payments. A
 * courier takes none.
 */
async function openHolder(
  tx: Tx,
  personId: string,
  { type, servesLive }: Pick<Invitation, 'type' | 'servesLive'>,
  name: string,
): Promise<bigint> {
  const holderId = await insertHolder(tx, type, name, servesLive || type === 'courier' ? 'active' : 'pending');
  await insertMember(tx, holderId, personId, 'owner');
  return holderId;
}

const ownersMailedMax = 20;

export async function mailOwners(tx: Tx, holderId: bigint, write: (words: Words) => Mail): Promise<void> {
  const owners = (await listOwners(tx, holderId)).filter((owner) => owner.emailVerified).slice(0, ownersMailedMax);
  for (const owner of owners) await queueNotice(tx, 'links', owner, write);
}
