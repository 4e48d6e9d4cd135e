/**
 * The authenticated caller. Every use case that writes takes an `Actor` as its first argument and passes it on. The
 * interface that authenticated the request creates it, once per request; it is never stored and holds no secret.
 */
import type { Mode } from '../../base/money/mode.ts';
import type { HolderKind, HolderStatus, MemberRole, OperatorRole } from './roles.ts';

/** The source of a request; null when there is no request or the value is unknown. */
type Origin = { requestId: string | null; address: string | null };

/** The holder a person acts for, with their role in it. */
export type ActingFor =
  | { holderId: bigint; holderKind: HolderKind; holderStatus: HolderStatus; role: MemberRole }
  | { holderId: bigint; holderKind: 'service'; holderStatus: HolderStatus; role: OperatorRole };

/** All null when they act only for themselves. */
export type Acting = ActingFor | { holderId: null; holderKind: null; holderStatus: null; role: null };

/** A signed-in person. The role is read from the database on each request. */
export type PersonActor = {
  kind: 'person';
  personId: string;
  sessionId: string | null;
  mode: Mode;
  /** When the second factor was last passed in this session; null if never. */
  freshAt: Date | null;
  /** The session opens one account and nothing that is the person's own: the account's provider opened it. */
  isBound?: boolean;
} & Acting &
  Origin;

/** An API key pair, with its holder and its one mode. */
export type KeyActor = {
  kind: 'key';
  clientId: string;
  holderId: bigint;
  holderKind: 'company' | 'merchant';
  holderStatus: HolderStatus;
  mode: Mode;
} & Origin;

/** A browser at the checkout, signed in or not. Knowing the payment's address is its authorization. */
export type PayerActor = { kind: 'payer'; personId: string | null } & Origin;

/** A browser without a session. */
export type VisitorActor = { kind: 'visitor' } & Origin;

/** A payment provider, through a webhook whose signature was verified. */
type ProviderActor = { kind: 'provider'; name: string } & Origin;

/** A shell user on the server, always an operator. */
export type CommandActor = { kind: 'command'; user: string } & Origin;

/** A background job, identified by its name. */
export type SystemActor = { kind: 'system'; job: string } & Origin;

export type Actor = PersonActor | KeyActor | PayerActor | VisitorActor | ProviderActor | CommandActor | SystemActor;

/** For calls outside any request. */
const noOrigin: Origin = Object.freeze({ requestId: null, address: null });

/** A person acting only for themselves, such as signing out or answering an invitation. */
export const actingForSelf: Acting = Object.freeze({
  holderId: null,
  holderKind: null,
  holderStatus: null,
  role: null,
});

type Session = {
  personId: string;
  sessionId: string | null;
  mode: Mode;
  freshAt: Date | null;
  /** The account that the session is bound to; null or absent for the person's own session. */
  account?: object | null;
};

export const personActor = (
  { personId, sessionId, mode, freshAt, account = null }: Session,
  acting: Acting,
  // Another actor may stand for the origin: no more than the origin is taken from it.
  { requestId, address }: Origin = noOrigin,
): PersonActor => ({
  kind: 'person',
  personId,
  sessionId,
  mode,
  freshAt,
  ...(account !== null && { isBound: true }),
  ...acting,
  requestId,
  address,
});

/** The fields of an authenticated key pair that identify the actor. */
type KeyFacts = Pick<KeyActor, 'clientId' | 'holderId' | 'holderKind' | 'holderStatus' | 'mode'>;

export const keyActor = (
  { clientId, holderId, holderKind, holderStatus, mode }: KeyFacts,
  { requestId, address }: Origin = noOrigin,
): KeyActor => ({ kind: 'key', clientId, holderId, holderKind, holderStatus, mode, requestId, address });

export const payerActor = (personId: string | null, origin: Origin = noOrigin): PayerActor => ({
  kind: 'payer',
  personId,
  ...origin,
});

export const visitorActor = (origin: Origin = noOrigin): VisitorActor => ({ kind: 'visitor', ...origin });

export const providerActor = (name: string, origin: Origin = noOrigin): ProviderActor => ({
  kind: 'provider',
  name,
  ...origin,
});

/** @param user the operating system user name. */
export const commandActor = (user: string): CommandActor => ({ kind: 'command', user, ...noOrigin });

export const systemActor = (job: string): SystemActor => ({ kind: 'system', job, ...noOrigin });

export const originOf = (request: { id: string; ip: string }): Origin => ({
  requestId: request.id,
  address: request.ip,
});
