/** A page of the queue as a team sees it: with names, notes, and what each fix does. */
import type { Static } from 'typebox';
import type { PersonActor } from '../../core/access/actor.ts';
import { isAllowed } from '../../core/access/authorize.ts';
import { listTeam } from '../holders/members.repository.ts';
import { countNotes } from '../notes/notes.repository.ts';
import type { Exception, Reader, Source } from './exception.ts';
import { type ExceptionAnswer, noteObjectOf, presentException } from './exception-schemas.ts';
import { sourcesOf } from './sources.ts';

/** Those of the team, of which this person may read the objects. The caller was authorized, so there is a team. */
export function sourcesFor(actor: PersonActor, { book }: Pick<Reader, 'book'>): Source[] {
  const { holderKind } = actor;
  const isDesk = holderKind === 'company' || holderKind === 'merchant' || holderKind === 'service';
  return isDesk ? sourcesOf[holderKind].filter(({ needs }) => isAllowed(actor, needs, book)) : [];
}

export async function presentPage(
  actor: PersonActor,
  { db, book }: Reader,
  sources: readonly Source[],
  rows: readonly Exception[],
): Promise<Static<typeof ExceptionAnswer>[]> {
  if (rows.length === 0) return [];
  const [team, notes] = await Promise.all([listTeam(db, book.holderId), countNotes(db, book, rows.map(noteObjectOf))]);
  const names = new Map(team.map(({ personId, name }) => [personId, name]));
  const byHand = new Set(sources.filter(({ endsByHand }) => endsByHand).map(({ kind }) => kind));
  return rows.map((row) => {
    const { kind, id } = noteObjectOf(row);
    const about = { endsByHand: byHand.has(row.kind), notes: notes.get(`${kind}/${id}`) ?? 0 };
    return presentException(row, { ...about, names, personId: actor.personId });
  });
}
