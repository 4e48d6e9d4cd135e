/**
 * An owner closes an account: a company's, a shop's, a courier's or a wallet (docs/closing-and-erasing.md, "Closing an
 * account"). Nothing may be unfinished in live mode. The holder is locked first: what would begin to move its money
 * waits for the same lock, and is refused afterwards.
 */

import type { Clock, Now } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import { listWorkingKeys } from '../api-keys/api-keys.repository.ts';
import { endKeyPair } from '../api-keys/manage-keys.ts';
import { decideApprovalRequest } from '../holders/approval-requests.repository.ts';
import {
  findHolder,
  type HolderRow,
  lockHolder,
  setHolderClosed,
  setHolderReopened,
} from '../holders/holders.repository.ts';
import { listTeam, type TeamMember } from '../holders/members.repository.ts';
import { finishLink } from '../links/end-link.ts';
import { findLink, listActiveLinksAround } from '../links/links.repository.ts';
import { revokeAllInvitations } from '../links/revoke-invitation.ts';
import { revokePending } from '../members/member-invitations.repository.ts';
import { endAllBankAccounts } from '../payouts/change-bank-accounts.ts';
import { endAllPayoutSchedules } from '../payouts/change-payout-schedule.ts';
import { pauseAllEndpoints, resumeAddresses } from '../webhooks/pause-endpoint.ts';
import { findObstacles, lockAndFindObstacles } from './find-obstacles.ts';
import { closedMail, reopenedMail } from './leaving-mails.ts';
import { type Obstacle, refuseIfAny } from './obstacles.ts';

export type LeavingDeps = { clock: Clock; publicUrl: string; now: Now };

/** What other caches of this process must drop after the commit. */
export type Ended = { clientIds: string[]; links: { companyId: bigint; id: bigint }[] };

/** For how long the people of a closed account may still read it. */
export const readableDays = 365;

const noHolder = 'No account has this id.';
const notYet = 'The account can’t be closed yet.';

/** @throws AppError `not_found`, `forbidden`. */
export async function findClosingObstacles(actor: Actor, db: Database, holderId: bigint): Promise<Obstacle[]> {
  authorize(actor, 'holders.read_closing', { holderId, mode: null }, noHolder);
  const holder = await findHolder(db, holderId);
  if (holder === undefined) throw new AppError('not_found', { message: noHolder });
  return findObstacles(db, holder);
}

/**
 * Closing a closed account changes nothing.
 * @param name of the account, typed by whoever closes it, so that nobody closes another one.
 * @throws AppError `not_found`, `forbidden`, `second_factor_required`; `validation_failed` (`name`); `invalid_state` that
 * names what is unfinished.
 */
export async function closeAccount(
  actor: Actor,
  tx: Tx,
  deps: LeavingDeps,
  { holderId, name }: { holderId: bigint; name: string },
): Promise<Ended> {
  const holder = await lockHolder(tx, holderId);
  const known = holder !== undefined && holder.kind !== 'service';
  if (known && holder.status === 'closed') {
    authorize(actor, 'holders.read_closing', { holderId, mode: null }, noHolder);
    return { clientIds: [], links: [] };
  }
  authorize(actor, 'holders.close', known ? { holderId, mode: null } : undefined, noHolder);
  if (!known) throw new AppError('not_found', { message: noHolder });
  if (name.trim() !== holder.name) {
    const message = 'must be the name of this account';
    throw invalidField('name', message);
  }
  refuseIfAny(await lockAndFindObstacles(tx, holder), notYet);

  const ended = await closeHolder(actor, tx, deps, holder);
  for (const owner of await listOwningTeam(tx, holderId)) {
    await queueMail(tx, owner, (words) => closedMail(words, holder.name));
  }
  return ended;
}

/**
 * Ends what the account has and marks it as closed. The caller has locked the holder, checked the permission and found
 * no obstacle.
 */
export async function closeHolder(actor: Actor, tx: Tx, deps: LeavingDeps, holder: HolderRow): Promise<Ended> {
  const { id: holderId } = holder;
  const at = deps.now();
  const clientIds = await revokeKeys(actor, tx, holderId, at);
  await pauseAllEndpoints(tx, holderId);
  await revokePending(tx, holderId, at);
  // Before the links: an invitation that is accepted at the same time has made one.
  await revokeAllInvitations(actor, tx, deps, holderId);
  const links = await endLinks(actor, tx, deps, holderId);
  await endAllPayoutSchedules(actor, tx, deps.clock, holderId);
  await endAllBankAccounts(actor, tx, deps.clock, holderId);
  await decideApprovalRequest(tx, holderId, { status: 'refused', reason: 'The account was closed.' }, at);
  await setHolderClosed(tx, holder, at);
  await appendAudit(actor, tx, {
    action: 'holders.close',
    holderId,
    mode: null,
    object: { kind: holder.kind, id: String(holderId) },
    before: { status: holder.status },
    after: { status: 'closed', keys: clientIds.length, links: links.length },
  });
  return { clientIds, links };
}

async function revokeKeys(actor: Actor, tx: Tx, holderId: bigint, at: Date): Promise<string[]> {
  const keys = await listWorkingKeys(tx, holderId, at);
  for (const key of keys) await endKeyPair(actor, tx, { ...key, holderId }, at);
  return keys.map(({ clientId }) => clientId);
}

/** Its owners, each with their own language. */
const listOwningTeam = async (tx: Tx, holderId: bigint): Promise<TeamMember[]> =>
  (await listTeam(tx, holderId)).filter(({ role }) => role === 'owner');

/** Links of either side. */
async function endLinks(actor: Actor, tx: Tx, deps: LeavingDeps, holderId: bigint): Promise<Ended['links']> {
  const ended: Ended['links'] = [];
  for (const { companyId, id } of await listActiveLinksAround(tx, holderId)) {
    const link = await findLink(tx, companyId, id, true);
    if (link?.status !== 'active') continue;
    await finishLink(actor, tx, deps, link, companyId === holderId ? 'company' : 'beneficiary');
    ended.push({ companyId, id });
  }
  return ended;
}

/**
 * The operator opens it again, as what it was before. Keys, links, bank accounts and endpoints stay ended.
 * @throws AppError `not_found`, `forbidden`; `invalid_state` when it is not closed, or has no owner any more.
 */
export async function reopenAccount(actor: Actor, tx: Tx, holderId: bigint, reason: string): Promise<void> {
  const holder = await lockHolder(tx, holderId);
  const known = holder !== undefined && holder.kind !== 'service';
  authorize(actor, 'holders.reopen', known ? { holderId, mode: null } : undefined, noHolder);
  if (!known) throw new AppError('not_found', { message: noHolder });
  if (holder.status !== 'closed') throw new AppError('invalid_state', { message: `The account is ${holder.status}.` });
  const owners = await listOwningTeam(tx, holderId);
  if (owners.length === 0) throw new AppError('invalid_state', { message: 'The account no longer has an owner.' });

  const status = await setHolderReopened(tx, holder);
  await resumeAddresses(tx, holderId);
  await appendAudit(actor, tx, {
    action: 'holders.reopen',
    holderId,
    mode: null,
    object: { kind: holder.kind, id: String(holderId) },
    before: { status: 'closed' },
    after: { status, reason },
  });
  for (const owner of owners) await queueMail(tx, owner, (words) => reopenedMail(words, holder.name, reason));
}
