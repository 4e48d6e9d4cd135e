/** Audits what people do to their own account: no holder's log has it, and the person is the actor. */

import type { Tx } from '../../base/database/transaction.ts';
import { actingForSelf, type PersonActor, personActor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Visit } from './auth.ts';
import type { SessionPerson } from './person.ts';

/** The person of the session, as the actor. */
export const themselves = (person: SessionPerson, { address, requestId }: Visit): PersonActor =>
  personActor({ ...person, mode: 'live' }, actingForSelf, { requestId, address });

/** An account before anyone knows whose: it may not even exist. */
export const anyAccount = Object.freeze({ personId: '' });

export type SecondFactorChange = 'on' | 'off' | 'codes_renewed';

/** @throws AppError `forbidden`. */
export async function recordSecondFactor(
  tx: Tx,
  person: SessionPerson,
  visit: Visit,
  change: SecondFactorChange,
): Promise<void> {
  const actor = themselves(person, visit);
  authorize(actor, 'account.change_second_factor', { personId: person.personId });
  await appendAudit(actor, tx, {
    action: 'account.change_second_factor',
    ...objectOf(person.personId),
    before: { secondFactor: person.secondFactor },
    after: { secondFactor: change !== 'off', change },
  });
}

/** Records a passkey's name as it is added or removed. */
export async function recordPasskey(
  tx: Tx,
  person: SessionPerson,
  visit: Visit,
  { before, after }: { before: string | null; after: string | null },
): Promise<void> {
  await appendAudit(themselves(person, visit), tx, {
    action: 'account.change_passkeys',
    ...objectOf(person.personId),
    before: { passkey: before },
    after: { passkey: after },
  });
}

/** Records that the person has passed their second factor again, which opens the acts that need a fresh one. */
export async function recordSecondFactorPassed(tx: Tx, person: SessionPerson, visit: Visit): Promise<void> {
  await appendAudit(themselves(person, visit), tx, {
    action: 'account.pass_second_factor',
    ...objectOf(person.personId),
  });
}

/** The person who gave a right code, whatever session they have. */
export const factorUser = (personId: string, { address, requestId }: Visit): PersonActor =>
  personActor({ personId, sessionId: null, mode: 'live', freshAt: null }, actingForSelf, { requestId, address });

/** Records a sign-in from a browser that this person has not used before. */
export async function recordNewBrowser(
  tx: Tx,
  personId: string,
  { address, requestId, userAgent }: Visit,
): Promise<void> {
  const session = { personId, sessionId: null, mode: 'live', freshAt: null } as const;
  const actor = personActor(session, actingForSelf, { requestId, address });
  await appendAudit(actor, tx, {
    action: 'account.sign_in',
    ...objectOf(personId),
    after: { browser: userAgent ?? null },
  });
}

const objectOf = (personId: string) => ({ holderId: null, mode: null, object: { kind: 'person', id: personId } });
