/**
 * Whether an actor may do something to an object: asked once, by the use case, before anything is read that the actor may
 * not see. What is not the actor's own is nowhere (404); what is, without the right, is forbidden (403).
 */
import { AppError } from '../errors/app-error.ts';
import type { Mode } from '../money/mode.ts';
import type { Actor, KeyActor, PersonActor } from './actor.ts';
import { type Action, type Cell, type Column, rowOf } from './permissions.ts';
import { type MemberRole, memberRoles } from './roles.ts';

/** A second factor is fresh for this long. */
export const freshMaxMs = 10 * 60_000;

/**
 * What an action is done to: something of a holder's, in one mode or (null) shared by both; or a person's own account.
 * Undefined: there is no such thing.
 */
export type AccessObject = { holderId: bigint; mode: Mode | null } | { personId: string } | undefined;

type Verdict = 'allowed' | 'fresh' | 'refused';

/**
 * @param unknownMessage what an unknown object is answered with: the same words for a foreign one.
 * @throws AppError `not_found`; `forbidden`; `company_not_active` or `merchant_not_active`; `second_factor_required`.
 */
export function authorize(actor: Actor, action: Action, object: AccessObject, unknownMessage?: string): void {
  if (!canSee(actor, object)) {
    throw new AppError('not_found', unknownMessage === undefined ? {} : { message: unknownMessage });
  }
  const verdict = judge(actor, action, object);
  if (verdict === 'refused') throw new AppError('forbidden');
  if ('holderId' in object && isBarred(actor, action, object)) throw notActive(actor);
  if (verdict === 'fresh' && !isFresh(actor)) throw new AppError('second_factor_required');
}

/** Whether `authorize` would let it happen; a second factor can still be asked for. For pages that show what can be done. */
export function mayDo(actor: Actor, action: Action, object: AccessObject): boolean {
  if (!canSee(actor, object) || judge(actor, action, object) === 'refused') return false;
  return !('holderId' in object && isBarred(actor, action, object));
}

/** The roles of a company, merchant or courier that may do this with live money: whom to write to about it. */
export const rolesThatMay = (action: Action): MemberRole[] =>
  memberRoles.filter((role) => verdictOf(rowOf(action)[role], 'live') !== 'refused');

type Known = Exclude<AccessObject, undefined>;

/** Own and in this mode. Who has no holder was let in by other means: an address, a signature, the shell. */
function canSee(actor: Actor, object: AccessObject): object is Known {
  if (object === undefined) return false;
  if (actor.kind !== 'person' && actor.kind !== 'key') return true;
  if ('personId' in object) return actor.kind === 'person' && actor.personId === object.personId;
  if (actor.holderKind !== 'service' && actor.holderId !== object.holderId) return false;
  return object.mode === null || object.mode === actor.mode;
}

/** What both modes share is live money's too: it takes the live right. */
function judge(actor: Actor, action: Action, object: Known): Verdict {
  const row = rowOf(action);
  const kind = actor.kind === 'person' || actor.kind === 'key' ? actor.holderKind : null;
  if (kind !== null && kind !== 'service' && 'holderId' in object && !row.of.includes(kind)) return 'refused';
  const mode = 'holderId' in object ? (object.mode ?? 'live') : 'live';
  return verdictOf(row[columnOf(actor)], mode);
}

function verdictOf(cell: Cell | undefined, mode: Mode): Verdict {
  switch (cell) {
    case 'yes':
      return 'allowed';
    case 'test':
      return mode === 'test' ? 'allowed' : 'refused';
    case 'fresh':
      return 'fresh';
    case 'live_fresh':
      return mode === 'test' ? 'allowed' : 'fresh';
    case undefined:
      return 'refused';
  }
}

/** Where the actor stands in the table. */
function columnOf(actor: Actor): Column {
  if (actor.kind === 'key') return actor.holderKind === 'company' ? 'company_key' : 'merchant_key';
  if (actor.kind !== 'person') return actor.kind;
  switch (actor.holderKind) {
    case null:
      return 'person';
    case 'service':
      if (actor.role === 'finance') return 'operator_finance';
      return actor.role === 'viewer' ? 'operator_viewer' : actor.role;
    case 'customer':
      return actor.role === 'owner' || actor.role === 'finance' ? 'customer' : 'viewer';
    default:
      return actor.role;
  }
}

/** A pending holder uses test mode only; a suspended one only reads. */
function isBarred(actor: Actor, action: Action, object: { mode: Mode | null }): boolean {
  if (actor.kind !== 'person' && actor.kind !== 'key') return false;
  if (actor.holderStatus === 'pending') return (object.mode ?? actor.mode) === 'live';
  return actor.holderStatus === 'suspended' && rowOf(action).reads !== true;
}

function notActive(actor: Actor): AppError {
  const { holderKind } = actor as PersonActor | KeyActor;
  if (holderKind === 'company') return new AppError('company_not_active');
  if (holderKind === 'merchant') return new AppError('merchant_not_active');
  return new AppError('forbidden', { message: 'The account is not active.' });
}

const isFresh = (actor: Actor): boolean =>
  actor.kind === 'person' && actor.freshAt !== null && Date.now() - actor.freshAt.getTime() <= freshMaxMs;
