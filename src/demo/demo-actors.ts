/** The actors that create the demo data: the command itself, a holder's own test key, or a payer. */
import { commandActor, type KeyActor, keyActor, type PersonActor, payerActor, personActor } from '../access/actor.ts';
import type { HolderKind } from '../access/roles.ts';

export const demo = commandActor('demo');

export const demoKey = (holderId: bigint, holderKind: KeyActor['holderKind']): KeyActor =>
  keyActor({ clientId: 'demo', holderId, holderKind, holderStatus: 'active', mode: 'test' });

/** A holder's owner, in test mode. */
export const demoOwner = (holderId: bigint, holderKind: HolderKind, personId: string): PersonActor =>
  personActor(
    { personId, sessionId: null, mode: 'test', freshAt: null },
    { holderId, holderKind, holderStatus: 'active', role: 'owner' },
  );

export const demoPayer = payerActor(null);
