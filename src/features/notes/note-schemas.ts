/** What answers show of a note. */
import { type Static, Type } from 'typebox';
import { Instant, NullableText, NumericId, Text } from '../../base/schemas/parts.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import type { Note } from './notes.repository.ts';

export const NoteAnswer = Type.Object(
  {
    note_id: NumericId,
    text: Text('Called back, pays on Friday'),
    author: Type.Object({
      name: { ...NullableText, description: 'Null once their account was deleted' },
      is_you: Type.Boolean(),
    }),
    created_at: Instant,
  },
  { title: 'Note', description: 'Seen by the team that wrote it alone, and never changed' },
);

export const presentNote = (note: Note, { personId }: PersonActor): Static<typeof NoteAnswer> => ({
  note_id: Number(note.id),
  text: note.text,
  author: { name: note.authorName, is_you: note.authorId === personId },
  created_at: note.createdAt.toISOString(),
});
