/** Notes of a team about an object: for its own members alone, in the mode they act in, and never changed. */
import type { Clock } from '../../base/clock/clock.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Action } from '../../core/access/permissions.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { type NoteObject, noteLengthMax, noteObjects, operatorNoteObjects, readNote } from './note-objects.ts';
import { insertNote, isNoteObject, listNotes, type Note } from './notes.repository.ts';

const noObject = 'There is no such object.';

const isOperator = ({ holderKind }: PersonActor): boolean => holderKind === 'service';

/** @throws AppError `forbidden`; `not_found` for an object of another holder or mode, or of a kind that this team has none of. */
async function admit(
  actor: PersonActor,
  db: Database | Tx,
  book: Book,
  object: NoteObject,
  act: 'read' | 'write',
): Promise<void> {
  authorize(actor, isOperator(actor) ? `operator_notes.${act}` : `notes.${act}`, book);
  const kinds: Partial<Record<string, Action>> = isOperator(actor) ? operatorNoteObjects : noteObjects;
  const needs = kinds[object.kind];
  if (needs === undefined) throw new AppError('not_found', { message: noObject });
  authorize(actor, needs, book);
  if (!(await isNoteObject(db, book, object, isOperator(actor))))
    throw new AppError('not_found', { message: noObject });
}

/** Newest first. @throws as `admit`. */
export async function readNotes(
  actor: PersonActor,
  db: Database,
  book: Book,
  object: NoteObject,
  page: Page,
): Promise<Note[]> {
  await admit(actor, db, book, object, 'read');
  return listNotes(db, book, object, page);
}

/** @throws as `admit`; `validation_failed` for a text that cannot be stored or says nothing. */
export async function writeNote(
  actor: PersonActor,
  tx: Tx,
  { clock }: { clock: Clock },
  book: Book,
  object: NoteObject,
  written: string,
): Promise<Note> {
  await admit(actor, tx, book, object, 'write');
  const text = readNote(written);
  if (text === undefined) {
    throw invalidField('text', `must be 1 to ${noteLengthMax} characters of plain text`);
  }

  const at = clock.now(book.holderId, book.mode);
  const id = await insertNote(tx, book, object, { authorId: actor.personId, text, at });
  await appendAudit(actor, tx, {
    action: isOperator(actor) ? 'operator_notes.write' : 'notes.write',
    holderId: book.holderId,
    mode: book.mode,
    object,
    after: { note: id },
  });
  const [note] = await listNotes(tx, book, object, { after: id + 1n, limit: 1 });
  return note as Note;
}
