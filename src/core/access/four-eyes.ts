/**
 * Four eyes: while the setting is on, nobody decides alone about money that they asked for themselves, in whatever role
 * (docs/operating.md, "Four eyes"). The shell has no second person, so it is refused altogether.
 */
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from './actor.ts';
import { findFourEyes } from './four-eyes.repository.ts';

/** The person behind an act; null for a key pair, a job or the shell. */
export const personOf = (actor: Actor): string | null => (actor.kind === 'person' ? actor.personId : null);

type Involved = readonly (string | null)[];

const isInvolvedIn = (actor: Actor, involved: Involved): boolean =>
  actor.kind === 'person' && involved.includes(actor.personId);

/** Whether the actor may decide about money that these people asked for. @param involved null where it was no person. */
export async function isSecondPerson(actor: Actor, tx: Tx, involved: Involved): Promise<boolean> {
  if (!isInvolvedIn(actor, involved) && actor.kind !== 'command') return true;
  return !(await findFourEyes(tx)).isOn;
}

/**
 * @param involved the people whose money or account it is about; null where it was no person.
 * @param message for a person who is one of them.
 * @throws AppError `forbidden`.
 */
export async function requireSecondPerson(actor: Actor, tx: Tx, involved: Involved, message: string): Promise<void> {
  if (await isSecondPerson(actor, tx, involved)) return;
  throw new AppError('forbidden', { message: isInvolvedIn(actor, involved) ? message : onlyInTheDashboard });
}

const onlyInTheDashboard = 'Four-eyes approval is on: this is decided in the dashboard, by someone who is signed in.';
