/**
 * Deletes a person's account: by themselves, or by an administrator for someone who asked by letter
 * (docs/closing-and-erasing.md, "Deleting a person's account"). What they sign in with goes in one transaction, their
 * wallets are closed with it; a job takes their name and address out of what stays.
 */

import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { normalEmail } from '../../base/schemas/email.ts';
import { type Actor, personActor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { enqueue } from '../../core/jobs/enqueue.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { queueLastMail, queueMail } from '../../core/mail/queue-mail.ts';
import { findReader } from '../../core/mail/readers.repository.ts';
import { deletedName } from '../../core/seals/retention.ts';
import { actingFor } from '../holders/acting.ts';
import { type HolderRow, lockHolder, setHolderName } from '../holders/holders.repository.ts';
import { deleteMember, listMemberships, listTeam, type Membership } from '../holders/members.repository.ts';
import { leftMail } from '../members/member-mails.ts';
import { actionOf, isLastLead, leadOf } from '../members/team.ts';
import { deletePerson, type ErasedPerson, findPerson, lockPersonToErase } from '../people/people.repository.ts';
import { closeHolder, type Ended, type LeavingDeps } from './close-account.ts';
import { requestErasure } from './erasures.repository.ts';
import { findObstacles, lockAndFindObstacles } from './find-obstacles.ts';
import { erasedMail } from './leaving-mails.ts';
import { type Obstacle, refuseIfAny } from './obstacles.ts';

const notYet = 'The account can’t be deleted yet.';

/** Why an administrator does it; null: the person does it. */
type Reason = string | null;

export type ErasurePlan = {
  obstacles: Obstacle[];
  /** Accounts of theirs alone, which are closed with it, and those of which they stop being a member. */
  closes: Membership[];
  leaves: Membership[];
};

/** What deleting their account would do, and what stands in its way. Changes nothing. */
export async function planErasure(actor: Actor, db: Database, personId: string, reason: Reason): Promise<ErasurePlan> {
  authorizeErasure(actor, personId, reason, 'read');
  const memberships = await listMemberships(db, personId);
  const parted = await partOf(db, personId, memberships);
  const obstacles = [...parted.obstacles];
  for (const own of parted.closes.filter(({ status }) => status !== 'closed')) {
    obstacles.push(...(await findObstacles(db, { id: own.holderId, ...own })));
  }
  return { ...parted, obstacles };
}

/** @throws AppError `validation_failed` (`email`) when nobody signs in with this address. */
export async function findPersonToErase(actor: Actor, db: Database | Tx, email: string): Promise<string> {
  authorize(actor, 'people.erase', { holderId: serviceHolderId, mode: null });
  const person = await findPerson(db, normalEmail(email));
  if (person === undefined) {
    const message = 'No person signs in with this address.';
    throw new AppError('validation_failed', { message, details: [{ field: 'email', message }] });
  }
  return person.id;
}

/**
 * @param reason of an administrator, for the audit log.
 * @throws AppError `not_found` when there is no such person; `forbidden`; `second_factor_required`; `invalid_state` that
 * names each obstacle.
 */
export async function erasePerson(
  actor: Actor,
  tx: Tx,
  deps: LeavingDeps,
  personId: string,
  reason: Reason,
): Promise<Ended> {
  authorizeErasure(actor, personId, reason, 'erase');
  const person = await lockPersonToErase(tx, personId);
  if (person === undefined) throw new AppError('not_found', { message: 'There is no such person.' });
  const memberships = await listMemberships(tx, personId);
  const holders = await lockHolders(tx, memberships);
  const { closes, leaves, obstacles } = await partOf(tx, personId, memberships);
  const closing = holders.filter(
    ({ id, status }) => status !== 'closed' && closes.some(({ holderId }) => holderId === id),
  );
  for (const holder of closing) obstacles.push(...(await lockAndFindObstacles(tx, holder)));
  refuseIfAny(obstacles, notYet);

  const reader = await findReader(tx, person.email);
  await requestErasure(tx, personId, deps.now());
  const ended: Ended = { clientIds: [], links: [] };
  for (const holder of closing) {
    const one = await closeHolder(actorIn(actor, memberships, holder.id), tx, deps, holder);
    ended.clientIds.push(...one.clientIds);
    ended.links.push(...one.links);
  }
  for (const { holderId } of closes) await setHolderName(tx, holderId, deletedName);
  for (const membership of [...closes, ...leaves]) await leave(actor, tx, person, membership);
  await deletePerson(tx, person);
  await appendAudit(actor, tx, {
    action: reason === null ? 'account.erase' : 'people.erase',
    holderId: reason === null ? null : serviceHolderId,
    mode: null,
    object: { kind: 'person', id: personId },
    after: { closed: closing.map(({ id }) => id), left: leaves.map(({ holderId }) => holderId), reason },
  });
  const by = reason === null ? 'person' : 'operator';
  await queueLastMail(tx, reader, (words) => erasedMail(words, by));
  await enqueue(tx, { name: 'erase_person', payload: { personId }, key: `erase_person:${personId}` });
  return ended;
}

/** In id order, as the memberships are. */
async function lockHolders(tx: Tx, memberships: readonly Membership[]): Promise<HolderRow[]> {
  const locked: HolderRow[] = [];
  for (const { holderId } of memberships) {
    const holder = await lockHolder(tx, holderId);
    if (holder !== undefined) locked.push(holder);
  }
  return locked;
}

function authorizeErasure(actor: Actor, personId: string, reason: Reason, act: 'read' | 'erase'): void {
  if (reason !== null) authorize(actor, 'people.erase', { holderId: serviceHolderId, mode: null });
  else authorize(actor, act === 'read' ? 'account.read_erasure' : 'account.erase', { personId });
}

/** The person in the account that is closed with theirs, as its audit log names them. */
function actorIn(actor: Actor, memberships: readonly Membership[], holderId: bigint): Actor {
  const own = memberships.find((one) => one.holderId === holderId);
  return actor.kind === 'person' && actor.holderKind !== 'service' && own !== undefined
    ? personActor(actor, actingFor(own), actor)
    : actor;
}

/** A wallet and a courier's account are a person's own, as long as nobody else is a member. */
const isPersonal = ({ kind }: Membership, size: number): boolean =>
  kind === 'customer' || (kind === 'courier' && size === 1);

async function partOf(db: Database | Tx, personId: string, memberships: readonly Membership[]): Promise<ErasurePlan> {
  const plan: ErasurePlan = { obstacles: [], closes: [], leaves: [] };
  for (const membership of memberships) {
    const { holderId, kind, name, status } = membership;
    const team = await listTeam(db, holderId);
    if (isPersonal(membership, team.length)) {
      plan.closes.push(membership);
      continue;
    }
    plan.leaves.push(membership);
    if (status === 'closed' || !isLastLead(kind, team, personId)) continue;
    const code = kind === 'service' ? 'last_administrator' : 'last_owner';
    plan.obstacles.push({ code, account: { holderId, name, kind }, count: 1, amounts: [] });
  }
  return plan;
}

/** The owners who stay are told, without the address. */
async function leave(actor: Actor, tx: Tx, person: ErasedPerson, { holderId, kind, name, role }: Membership) {
  const team = await listTeam(tx, holderId);
  await deleteMember(tx, holderId, person.id);
  await appendAudit(actor, tx, {
    action: actionOf(kind, 'leave'),
    holderId,
    mode: null,
    object: { kind: 'person', id: person.id },
    before: { role },
  });
  for (const lead of team) {
    if (lead.role !== leadOf(kind) || lead.personId === person.id) continue;
    await queueMail(tx, lead, (words) => leftMail(words, { team: { kind, name }, member: null }));
  }
}
