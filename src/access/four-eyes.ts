/**
 * Four eyes: while the setting is on, nobody decides alone about money that they asked for themselves, in whatever role
 * (docs/operating.md, "Four eyes"). The shell has no second person, so it is refused altogether.
 */
import type { Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import type { Actor } from './actor.ts';
import { findFourEyes } from './four-eyes.repository.ts';

/** The person behind an act; null for a key pair, a job or the shell. */
export const personOf = (actor: Actor): string | null => (actor.kind === 'person' ? actor.personId : null);

/**
 * @param involved the people whose money or account it is about; null where it was no person.
 * @param message for a person who is one of them.
 * @throws AppError `forbidden`.
 */
export async function requireSecondPerson(
  actor: Actor,
  tx: Tx,
  involved: readonly (string | null)[],
  message: string,
): Promise<void> {
  const isInvolved = actor.kind === 'person' && involved.includes(actor.personId);
  if (!isInvolved && actor.kind !== 'command') return;
  if (!(await findFourEyes(tx)).isOn) return;
  throw new AppError('forbidden', { message: isInvolved ? message : onlyInTheDashboard });
}

const onlyInTheDashboard = 'Four eyes is on: this is decided in the dashboard, by someone who is signed in.';
