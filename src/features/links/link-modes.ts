/**
 * Which modes a link serves, or the link that an invitation leads to. One made in live mode serves both; one made in
 * test mode serves test alone until the company widens it. Test mode must never change what live money uses. Pure.
 */

import { type Mode, modes } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';

type Serving = { servesLive: boolean };

export const serves = ({ servesLive }: Serving, mode: Mode): boolean => servesLive || mode === 'test';

export const modesOf = (serving: Serving): Mode[] => modes.filter((mode) => serves(serving, mode));

/** The mode in which people and keys act. Everyone else acts on both modes. */
const actsInTest = (actor: Actor): boolean =>
  (actor.kind === 'person' || actor.kind === 'key') && actor.mode === 'test';

/**
 * A link, or an invitation, as the object of an action. What serves test alone belongs to test mode, and in live mode
 * everything is reached as what both modes share.
 */
export const linkObject = (
  actor: Actor,
  holderId: bigint,
  { servesLive }: Serving,
): { holderId: bigint; mode: 'test' | null } => ({ holderId, mode: actsInTest(actor) && !servesLive ? 'test' : null });

/** What this actor makes: a link that serves the modes the actor may use. */
export const madeBy = (actor: Actor): Serving => ({ servesLive: !actsInTest(actor) });
