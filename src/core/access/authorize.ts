/**
 * Authorization of an action on an object. The use case calls it once, before reading anything the actor may not see.
 * An object outside the actor's holder or mode is not found (404); without the permission, it is forbidden (403).
 */
import { AppError } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { ActingFor, Actor, KeyActor, PersonActor } from './actor.ts';
import type { Cell, Column } from './permission-columns.ts';
import { type Action, accountActions, rowOf } from './permissions.ts';
import { type MemberRole, mayOnlyRead, memberRoles } from './roles.ts';

/** How long a second factor counts as fresh. */
export const freshMaxMs = 10 * 60_000;

/**
 * The object of an action: one of a holder, in one mode or shared by both (null), or a person's own account.
 * Undefined when the object does not exist.
 */
export type AccessObject = { holderId: bigint; mode: Mode | null } | { personId: string } | undefined;

type Verdict = 'allowed' | 'fresh' | 'refused';

/**
 * @param unknownMessage the 404 message, the same for an object that does not exist and one of another holder.
 * @throws AppError `not_found`; `forbidden`, or `not_permitted` for a key; `company_not_active` or
 * `merchant_not_active`; `second_factor_required`; `single_sign_on_session` for what is the person's own.
 */
export function authorize(actor: Actor, action: Action, object: AccessObject, unknownMessage?: string): void {
  if (!canSee(actor, object)) {
    throw new AppError('not_found', unknownMessage === undefined ? {} : { message: unknownMessage });
  }
  if (isClosedToBound(actor, action, object)) throw new AppError('single_sign_on_session');
  const verdict = judge(actor, action, object);
  if (verdict === 'refused') throw new AppError(actor.kind === 'key' ? 'not_permitted' : 'forbidden');
  if ('holderId' in object && isBarred(actor, action, object)) throw notActive(actor);
  if (verdict === 'fresh' && !isFresh(actor)) throw new AppError('second_factor_required');
}

/** Whether `authorize` would allow the action, second factor aside. For pages that show the available actions. */
export function isAllowed(actor: Actor, action: Action, object: AccessObject): boolean {
  if (!canSee(actor, object) || isClosedToBound(actor, action, object)) return false;
  if (judge(actor, action, object) === 'refused') return false;
  return !('holderId' in object && isBarred(actor, action, object));
}

/** By mode, and in test mode on what live mode shares, such as a link that serves both. */
type AllowedActions = Record<Mode | 'shared', Action[]>;

/** What a person may do in an account, second factor aside. */
export function allowedActions(person: PersonActor, acting: ActingFor): AllowedActions {
  const { holderId } = acting;
  const inMode = (actingIn: Mode): Action[] => {
    const actor = { ...person, ...acting, mode: actingIn };
    return accountActions.filter((action) =>
      isAllowed(actor, action, { holderId, mode: rowOf(action).shared === 'all' ? null : actingIn }),
    );
  };
  const inTest = { ...person, ...acting, mode: 'test' as const };
  const shared = accountActions.filter(
    (action) => rowOf(action).shared !== undefined && isAllowed(inTest, action, { holderId, mode: null }),
  );
  return { test: inMode('test'), live: inMode('live'), shared };
}

/** The roles of a company, merchant or courier with this permission in live mode: the recipients of mail about it. */
export const rolesThatMay = (action: Action): MemberRole[] =>
  memberRoles.filter((role) => verdictOf(rowOf(action)[role], 'live', 'live') !== 'refused');

type Known = Exclude<AccessObject, undefined>;

/** Same holder and mode. Actors without a holder were admitted otherwise: by an address, a signature or the shell. */
function canSee(actor: Actor, object: AccessObject): object is Known {
  if (object === undefined) return false;
  if (actor.kind !== 'person' && actor.kind !== 'key') return true;
  if ('personId' in object) return actor.kind === 'person' && actor.personId === object.personId;
  if (actor.holderKind !== 'service' && actor.holderId !== object.holderId) return false;
  return object.mode === null || object.mode === actor.mode;
}

/** What is the person's own is closed to a session that an account's provider opened. */
const isClosedToBound = (actor: Actor, action: Action, object: Known): boolean =>
  actor.kind === 'person' && actor.isBound === true && 'personId' in object && rowOf(action).inBound !== true;

/** An object shared by both modes affects live money, so it needs the permission for live mode. */
function judge(actor: Actor, action: Action, object: Known): Verdict {
  const row = rowOf(action);
  const kind = actor.kind === 'person' || actor.kind === 'key' ? actor.holderKind : null;
  if (kind !== null && kind !== 'service' && 'holderId' in object && !row.of.includes(kind)) return 'refused';
  const mode = 'holderId' in object ? (object.mode ?? 'live') : 'live';
  return verdictOf(row[columnOf(actor)], mode, 'mode' in actor ? actor.mode : mode);
}

/** @param actingIn the mode the actor is in; `mode` is the one whose money the action touches. */
function verdictOf(cell: Cell | undefined, mode: Mode, actingIn: Mode): Verdict {
  switch (cell) {
    case 'yes':
      return 'allowed';
    case 'own_mode':
      return mode === actingIn ? 'allowed' : 'refused';
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

/** The actor's column in the permissions table. */
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

/** A pending holder may use test mode only; a suspended or closed one may only read. */
function isBarred(actor: Actor, action: Action, object: { mode: Mode | null }): boolean {
  if (actor.kind !== 'person' && actor.kind !== 'key') return false;
  if (actor.holderStatus === 'pending') return (object.mode ?? actor.mode) === 'live';
  return actor.holderStatus !== null && mayOnlyRead(actor.holderStatus) && rowOf(action).reads !== true;
}

function notActive(actor: Actor): AppError {
  const { holderKind } = actor as PersonActor | KeyActor;
  if (holderKind === 'company') return new AppError('company_not_active');
  if (holderKind === 'merchant') return new AppError('merchant_not_active');
  return new AppError('forbidden', { message: 'The account is not active.' });
}

const isFresh = (actor: Actor): boolean =>
  actor.kind === 'person' && actor.freshAt !== null && Date.now() - actor.freshAt.getTime() <= freshMaxMs;
