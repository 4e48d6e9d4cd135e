/**
 * Who acts. Every use case that writes takes an `Actor` as its first argument and hands it to what it calls. An actor is
 * made by the interface that has proven it, once a request, and never kept. It holds no secret.
 */
import type { Mode } from '../money/mode.ts';
import type { HolderKind, HolderStatus, MemberRole, OperatorRole } from './roles.ts';

/** Where a request came from; null where there was none, or it is not known. */
export type Origin = { requestId: string | null; address: string | null };

/** For whom a person acts: a holder they are a member of, or nobody but themselves. */
export type Acting =
  | { holderId: bigint; holderKind: HolderKind; holderStatus: HolderStatus; role: MemberRole }
  | { holderId: bigint; holderKind: 'service'; holderStatus: HolderStatus; role: OperatorRole }
  | { holderId: null; holderKind: null; holderStatus: null; role: null };

/** A session. The role is read anew for each request. */
export type PersonActor = {
  kind: 'person';
  personId: string;
  sessionId: string | null;
  mode: Mode;
  /** When the second factor was last passed in this session; null: never. */
  freshAt: Date | null;
} & Acting &
  Origin;

/** An API key pair: its holder, and the one mode it opens. */
export type KeyActor = {
  kind: 'key';
  clientId: string;
  holderId: bigint;
  holderKind: 'company' | 'merchant';
  holderStatus: HolderStatus;
  mode: Mode;
} & Origin;

/** A browser at the checkout, signed in or not. Knowing the payment's address is what lets it act. */
export type PayerActor = { kind: 'payer'; personId: string | null } & Origin;

/** A browser without a session. */
export type VisitorActor = { kind: 'visitor' } & Origin;

/** A payment provider's notice whose signature was verified. */
export type ProviderActor = { kind: 'provider'; name: string } & Origin;

/** Someone at the machine's shell; always an operator. */
export type CommandActor = { kind: 'command'; user: string } & Origin;

/** A job, by its name. */
export type SystemActor = { kind: 'system'; job: string } & Origin;

export type Actor = PersonActor | KeyActor | PayerActor | VisitorActor | ProviderActor | CommandActor | SystemActor;

/** For calls that come from no request. */
export const nowhere: Origin = Object.freeze({ requestId: null, address: null });

/** A person who acts for nobody but themselves: signs out, answers an invitation. */
export const forThemselves: Acting = Object.freeze({
  holderId: null,
  holderKind: null,
  holderStatus: null,
  role: null,
});

type Session = { personId: string; sessionId: string | null; mode: Mode; freshAt: Date | null };

export const personActor = (
  { personId, sessionId, mode, freshAt }: Session,
  acting: Acting,
  origin: Origin = nowhere,
): PersonActor => ({ kind: 'person', personId, sessionId, mode, freshAt, ...acting, ...origin });

/** What of an authenticated pair is who acts. */
export type KeyFacts = Pick<KeyActor, 'clientId' | 'holderId' | 'holderKind' | 'holderStatus' | 'mode'>;

export const keyActor = (
  { clientId, holderId, holderKind, holderStatus, mode }: KeyFacts,
  { requestId, address }: Origin = nowhere,
): KeyActor => ({ kind: 'key', clientId, holderId, holderKind, holderStatus, mode, requestId, address });

export const payerActor = (personId: string | null, origin: Origin = nowhere): PayerActor => ({
  kind: 'payer',
  personId,
  ...origin,
});

export const visitorActor = (origin: Origin = nowhere): VisitorActor => ({ kind: 'visitor', ...origin });

export const providerActor = (name: string, origin: Origin = nowhere): ProviderActor => ({
  kind: 'provider',
  name,
  ...origin,
});

/** @param user the system user's name. */
export const commandActor = (user: string): CommandActor => ({ kind: 'command', user, ...nowhere });

export const systemActor = (job: string): SystemActor => ({ kind: 'system', job, ...nowhere });

/** Where an HTTP request came from. */
export const originOf = (request: { id: string; ip: string }): Origin => ({
  requestId: request.id,
  address: request.ip,
});
