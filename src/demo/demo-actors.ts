/** The actors that create the demo data: the command itself, a holder's own test key, or a payer. */
import { commandActor, type KeyActor, keyActor, payerActor } from '../access/actor.ts';

export const demo = commandActor('demo');

export const demoKey = (holderId: bigint, holderKind: KeyActor['holderKind']): KeyActor =>
  keyActor({ clientId: 'demo', holderId, holderKind, holderStatus: 'active', mode: 'test' });

export const demoPayer = payerActor(null);
