/** Short ways to make those who act. */

import type { Mode } from '../../src/base/money/mode.ts';
import {
  type Acting,
  actingForSelf,
  commandActor,
  type KeyActor,
  keyActor,
  type PersonActor,
  payerActor,
  personActor,
  providerActor,
  systemActor,
  visitorActor,
} from '../../src/core/access/actor.ts';
import type { HolderKind, HolderStatus, MemberRole, OperatorRole } from '../../src/core/access/roles.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';

type Book = { holderId: bigint; mode: Mode };

/** The key pair of a company's book, or of a merchant's. */
export const keyOf = (
  { holderId, mode }: Book,
  changes: { holderKind?: 'company' | 'merchant'; holderStatus?: HolderStatus } = {},
): KeyActor =>
  keyActor({
    clientId: `pk_${mode}_${'0'.repeat(24)}`,
    holderId,
    holderKind: 'company',
    holderStatus: 'active',
    mode,
    ...changes,
  });

/** The key pair of a merchant's book. */
export const shopKey = (book: Book): KeyActor => keyOf(book, { holderKind: 'merchant' });

/** A member of a holder, an owner unless told otherwise, whose second factor is fresh. */
export const memberOf = (
  { holderId, mode }: Book,
  changes: {
    role?: MemberRole;
    holderKind?: HolderKind;
    holderStatus?: HolderStatus;
    personId?: string;
    freshAt?: Date | null;
  } = {},
): PersonActor => {
  const { role = 'owner', holderKind = 'company', holderStatus = 'active', personId = 'someone' } = changes;
  const freshAt = changes.freshAt === undefined ? new Date() : changes.freshAt;
  const acting: Acting = { holderId, holderKind, holderStatus, role };
  return personActor({ personId, sessionId: 'a-session', mode, freshAt }, acting);
};

/** One of the operator's people, whose second factor is fresh. */
export const operator = (role: OperatorRole = 'administrator', mode: Mode = 'live'): PersonActor =>
  personActor(
    { personId: `the ${role}`, sessionId: 'a-session', mode, freshAt: new Date() },
    { holderId: serviceHolderId, holderKind: 'service', holderStatus: 'active', role },
  );

/** Someone who is signed in and acts for no holder. */
export const signedIn = (personId: string): PersonActor =>
  personActor({ personId, sessionId: 'a-session', mode: 'live', freshAt: null }, actingForSelf);

export const shell = commandActor('tester');

/** A browser at the checkout, not signed in. */
export const payer = payerActor(null);

export const visitor = visitorActor();

export const provider = providerActor('stripe');

export const job = systemActor('a job');
