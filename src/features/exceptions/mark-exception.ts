/** Assigning an exception to a member of the team, and saying that one was dealt with, where nothing else shows it. */
import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { findMembership } from '../holders/members.repository.ts';
import type { ExceptionKind, Source } from './exception.ts';
import { saveAssignee, saveDone } from './sources.repository.ts';

type Named = { kind: ExceptionKind; objectId: string };

type Desk = { clock: Clock; book: Book; sources: readonly Source[] };

const action = <Act extends 'assign' | 'finish'>({ holderKind }: PersonActor, act: Act) =>
  holderKind === 'service' ? (`operator_exceptions.${act}` as const) : (`exceptions.${act}` as const);

/** @throws AppError `not_found` for what is no exception of this team, or no longer one. */
async function findSource(tx: Tx, { clock, book, sources }: Desk, { kind, objectId }: Named): Promise<Source> {
  const source = sources.find((one) => one.kind === kind);
  if (source === undefined || !(await source.find({ db: tx, clock, book }, objectId))) {
    throw new AppError('not_found', { message: 'There is no such exception: it may have been dealt with.' });
  }
  return source;
}

/**
 * @param personId a member of the team; null: nobody.
 * @throws AppError `forbidden`; `not_found`; `validation_failed` for someone who is no member.
 */
export async function assignException(
  actor: PersonActor,
  tx: Tx,
  desk: Desk,
  named: Named,
  personId: string | null,
): Promise<void> {
  const { book } = desk;
  authorize(actor, action(actor, 'assign'), book);
  await findSource(tx, desk, named);
  if (personId !== null && (await findMembership(tx, personId, book.holderId)) === undefined) {
    throw invalidField('person_id', 'is not a member of this team');
  }

  await saveAssignee(tx, { book, ...named }, personId);
  await appendAudit(actor, tx, {
    action: action(actor, 'assign'),
    ...book,
    object: { kind: 'exception', id: `${named.kind}/${named.objectId}` },
    after: { assignee: personId },
  });
}

/** @throws AppError `forbidden`; `not_found`; `invalid_state` for a kind that ends when it is fixed. */
export async function finishException(actor: PersonActor, tx: Tx, desk: Desk, named: Named): Promise<void> {
  const { book, clock } = desk;
  authorize(actor, action(actor, 'finish'), book);
  const source = await findSource(tx, desk, named);
  if (!source.endsByHand) throw new AppError('invalid_state', { message: 'This exception ends when it is fixed.' });

  await saveDone(tx, { book, ...named }, actor.personId, clock.now(book.holderId, book.mode));
  await appendAudit(actor, tx, {
    action: action(actor, 'finish'),
    ...book,
    object: { kind: 'exception', id: `${named.kind}/${named.objectId}` },
    after: { done: true },
  });
}
