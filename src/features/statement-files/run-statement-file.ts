/**
 * What the jobs of a file share: they act for whoever asked, tell how far they are, and end in a state that a person can see.
 * A process that dies leaves the job to the queue; a file of which several die is given up.
 */
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { catalog } from '../../base/errors/catalog.ts';
import { type PersonActor, personActor } from '../../core/access/actor.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { actingFor } from '../holders/acting.ts';
import { findMembership } from '../holders/members.repository.ts';
import { problemOf } from './statement-file.ts';
import { beginRun, endRun, type FileWork, saveFailure, saveProgress } from './statement-files.repository.ts';
import { FileGone } from './stored-bytes.ts';

const crashesMax = 3;
const progressEveryMs = 250;

export type JobKey = { id: bigint; revision: number };

/** With the role that the person has now. @throws AppError `forbidden` for who is no operator any more. */
async function requesterOf(db: Database, work: FileWork): Promise<PersonActor> {
  const { requestedBy: personId, sessionId, mode, freshAt, requestId, address } = work;
  const membership = await findMembership(db, personId, serviceHolderId);
  if (membership === undefined) throw new AppError('forbidden');
  return personActor({ personId, sessionId, mode, freshAt }, actingFor(membership), { requestId, address });
}

/** @param work ends the run itself, with the state that it comes to. @throws what the queue should repeat it after. */
export async function runFile(
  db: Database,
  key: JobKey,
  state: 'reading' | 'importing',
  work: (file: FileWork, actor: PersonActor) => Promise<void>,
): Promise<void> {
  const file = await beginRun(db, key, state);
  if (file === undefined) return;
  try {
    if (file.crashes > crashesMax) {
      const message = `The service stopped ${crashesMax} times while it worked on this file. Download a shorter period.`;
      throw new AppError('invalid_state', { message });
    }
    await work(file, await requesterOf(db, file));
  } catch (error) {
    if (error instanceof FileGone) return;
    if (error instanceof AppError && catalog[error.code].http < 500) return fail(db, key, state, error);
    await endRun(db, key).catch(() => {});
    throw error;
  }
}

/** Codes after which it can be asked for again as it is. */
const passing = ['second_factor_required', 'forbidden'];

async function fail(db: Database, key: JobKey, state: 'reading' | 'importing', error: AppError): Promise<void> {
  const messages = error.details.length > 0 ? error.details.map(({ message }) => message) : [error.message];
  await saveFailure(db, key, {
    state: state === 'importing' && passing.includes(error.code) ? 'ready' : 'refused',
    problems: messages.map(problemOf),
    needsSecondFactor: error.code === 'second_factor_required',
  });
}

/** Tells how far a run is, seldom enough. @param total in any unit, as what is done. */
export function createProgress(db: Database, key: JobKey, total: bigint) {
  let done = 0n;
  let saved = performance.now();
  return {
    add(more: number): void {
      done += BigInt(more);
      if (performance.now() - saved < progressEveryMs) return;
      saved = performance.now();
      // Only people look at it.
      void saveProgress(db, key, done < total ? done : total, total).catch(() => {});
    },
  };
}
