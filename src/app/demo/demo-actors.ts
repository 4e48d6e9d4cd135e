/** The actors that create the demo data: the command itself, a holder's own test key, a person, or a payer. */

import type { Mode } from '../../base/money/mode.ts';
import {
  actingForSelf,
  commandActor,
  type KeyActor,
  keyActor,
  type PersonActor,
  payerActor,
  personActor,
} from '../../core/access/actor.ts';
import type { HolderKind } from '../../core/access/roles.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';

export const demo = commandActor('demo');

export const demoKey = (holderId: bigint, holderKind: KeyActor['holderKind']): KeyActor =>
  keyActor({ clientId: 'demo', holderId, holderKind, holderStatus: 'active', mode: 'test' });

/** A holder's owner, in test mode unless another is named. */
export const demoOwner = (
  holderId: bigint,
  holderKind: HolderKind,
  personId: string,
  mode: Mode = 'test',
): PersonActor =>
  personActor(
    { personId, sessionId: null, mode, freshAt: null },
    { holderId, holderKind, holderStatus: 'active', role: 'owner' },
  );

/** An administrator of the service who has just given a code. */
export const demoAdministrator = (personId: string, freshAt: Date): PersonActor =>
  personActor(
    { personId, sessionId: null, mode: 'live', freshAt },
    { holderId: serviceHolderId, holderKind: 'service', holderStatus: 'active', role: 'administrator' },
  );

/** Someone who acts for themselves alone. */
export const demoPerson = (personId: string): PersonActor =>
  personActor({ personId, sessionId: null, mode: 'test', freshAt: null }, actingForSelf);

export const demoPayer = payerActor(null);
