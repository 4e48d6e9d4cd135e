/**
 * A company invites a merchant or courier by mail. The invitation and its mail are written in one transaction. A
 * company's invitations are created one after the other, so that an address has one open invitation per type and the
 * limits are exact. The token is mailed, and must never be returned.
 */

import type { Clock, Now } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Language } from '../../base/languages/languages.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { hashOfToken, newToken } from '../../core/access/link-token.ts';
import { mayOnlyRead } from '../../core/access/roles.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import { findReader } from '../../core/mail/readers.repository.ts';
import {
  dayOf,
  expiryOf,
  type Invitation,
  mailsPerAddressAndDayMax,
  mailsPerDayMax,
  openMax,
  secondsUntilTomorrow,
  statusAt,
} from './invitation.ts';
import { invitationMail } from './invitation-mails.ts';
import {
  addMail,
  type Company,
  countMails,
  countOpen,
  findInvitation,
  insertInvitation,
  lockCompany,
  lockPending,
  setDecided,
  setInvitesLive,
  setRenewed,
} from './invitations.repository.ts';
import { linkObject, madeBy } from './link-modes.ts';
import { publishInvitation } from './publish-invitation-events.ts';

export type InvitationDeps = { db: Database; clock: Clock; publicUrl: string; now: Now };

/** Already validated: a normalized email address, and a name of at most 100 characters. `language`: of the mail. */
export type Invite = Pick<Invitation, 'email' | 'type' | 'name'> & { language?: Language | undefined };

/**
 * If the address has an open invitation of this type, that one is returned and no mail is sent. Made in test mode, it
 * serves live mode too once live mode asks for it.
 * @throws AppError `company_not_active`, `validation_failed` (too many are open), `rate_limited` (too many mails).
 */
export async function invite(
  actor: Actor,
  tx: Tx,
  deps: InvitationDeps,
  companyId: bigint,
  wanted: Invite,
): Promise<{ invitation: Invitation; made: boolean }> {
  const made = madeBy(actor);
  authorize(actor, 'invitations.send', linkObject(actor, companyId, made));
  return sendInvitation(actor, tx, deps, companyId, { ...wanted, ...made });
}

/** `invite` without the permission check, for use cases that have made their own. */
export async function sendInvitation(
  actor: Actor,
  tx: Tx,
  deps: InvitationDeps,
  companyId: bigint,
  { email, type, name, language, servesLive }: Invite & Pick<Invitation, 'servesLive'>,
): Promise<{ invitation: Invitation; made: boolean }> {
  const now = deps.now();
  const company = activeOf(await lockCompany(tx, companyId));
  const pending = await lockPending(tx, companyId, { email, type });
  if (pending !== undefined && statusAt(pending, now) === 'pending') {
    const widens = servesLive && !pending.servesLive;
    return { invitation: widens ? await setInvitesLive(tx, pending) : pending, made: false };
  }
  await refuseTooManyOpen(tx, companyId, now);
  await refuseTooManyMails(tx, company, email, now);

  if (pending !== undefined) await expire(actor, tx, deps, pending);
  const token = newToken();
  const id = newPublicId('inv', companyId);
  const times = { createdAt: now, expiresAt: expiryOf(now) };
  const invitation = await insertInvitation(tx, {
    companyId,
    id,
    email,
    type,
    name,
    servesLive,
    language: language ?? null,
    ...times,
    tokenHash: hashOfToken(token),
  });
  await mailInvitation(tx, deps, { invitation, company, token, now });
  return { invitation, made: true };
}

/**
 * Sends a new token with a new deadline, for a pending or expired invitation; the link mailed before stops working.
 * @throws AppError `not_found`, `invalid_state`, `company_not_active`, `validation_failed`, `rate_limited`.
 */
export async function resendInvitation(
  actor: Actor,
  tx: Tx,
  deps: InvitationDeps,
  companyId: bigint,
  id: string,
): Promise<Invitation> {
  const now = deps.now();
  const locked = await lockCompany(tx, companyId);
  const found = await findInvitation(tx, companyId, id, 'lock');
  authorize(actor, 'invitations.resend', linkObject(actor, companyId, found ?? madeBy(actor)));
  const company = activeOf(locked);
  if (found === undefined) throw new AppError('not_found', { message: noInvitation });
  const status = statusAt(found, now);
  if (status !== 'pending' && status !== 'expired') throw wrongState(status);
  if (status === 'expired') {
    await refuseTooManyOpen(tx, companyId, now);
    const other = await lockPending(tx, companyId, found);
    if (other !== undefined && other.id !== id) {
      throw new AppError('invalid_state', {
        message: `The invitation is expired, and ${other.id} has taken its place.`,
      });
    }
  }
  await refuseTooManyMails(tx, company, found.email, now);

  const token = newToken();
  const renewed = { tokenHash: hashOfToken(token), expiresAt: expiryOf(now) };
  const invitation = await setRenewed(tx, found, renewed);
  await mailInvitation(tx, deps, { invitation, company, token, now });
  return invitation;
}

export const noInvitation = 'No invitation has this id.';
export const noBeneficiary = 'No beneficiary has this id.';

export const wrongState = (status: string): AppError =>
  new AppError('invalid_state', { message: `The invitation is ${status}.` });

/** Records that an invitation has expired. The row must be locked and pending. */
export async function expire(
  actor: Actor,
  tx: Tx,
  { clock }: Pick<InvitationDeps, 'clock'>,
  pending: Invitation,
): Promise<void> {
  const expired = await setDecided(tx, pending, 'expired', { at: pending.expiresAt });
  if (expired !== undefined) await publishInvitation(actor, tx, clock, expired);
}

/** A company that is not admitted yet may send invitations, a suspended one may not. */
function activeOf(company: Company | undefined): Company {
  if (company === undefined || mayOnlyRead(company.status)) throw new AppError('company_not_active');
  return company;
}

async function refuseTooManyOpen(tx: Tx, companyId: bigint, now: Date): Promise<void> {
  if ((await countOpen(tx, companyId, now)) < openMax) return;
  throw new AppError('validation_failed', { message: `There are ${openMax} open invitations; revoke some first.` });
}

/** A company that is not admitted yet can use test mode only, and must not write to many strangers. */
async function refuseTooManyMails(tx: Tx, { id, status }: Company, email: string, now: Date): Promise<void> {
  const sent = await countMails(tx, id, { day: dayOf(now), email });
  const allMax = mailsPerDayMax[status === 'active' ? 'active' : 'pending'];
  const retryAfterSeconds = secondsUntilTomorrow(now);
  if (sent.toAddress >= mailsPerAddressAndDayMax) {
    const message = `At most ${mailsPerAddressAndDayMax} invitations a day are emailed to one address.`;
    throw new AppError('rate_limited', { message, retryAfterSeconds });
  }
  if (sent.all >= allMax) {
    const message = `At most ${allMax} invitations a day are emailed for ${status === 'active' ? 'one' : 'a pending'} company.`;
    throw new AppError('rate_limited', { message, retryAfterSeconds });
  }
}

type Mailing = { invitation: Invitation; company: Company; token: string; now: Date };

async function mailInvitation(
  tx: Tx,
  deps: InvitationDeps,
  { invitation, company, token, now }: Mailing,
): Promise<void> {
  const { companyId, email, type, servesLive, language } = invitation;
  await addMail(tx, companyId, { day: dayOf(now), email });
  const facts = { publicUrl: deps.publicUrl, company, type, servesLive, token };
  await queueMail(tx, await findReader(tx, email, language), (words) => invitationMail(words, facts));
}
