/** Who makes the demo's data: whoever runs the command, or what a holder's own test key would. */
import { commandActor, type KeyActor, keyActor } from '../access/actor.ts';

export const demo = commandActor('demo');

export const demoKey = (holderId: bigint, holderKind: KeyActor['holderKind']): KeyActor =>
  keyActor({ clientId: 'demo', holderId, holderKind, holderStatus: 'active', mode: 'test' });
