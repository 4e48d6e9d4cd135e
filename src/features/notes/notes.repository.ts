/** All SQL of notes. They are only added and read; a note belongs to the team that wrote it, whoever's object it is about. */
import { type RawBuilder, sql } from 'kysely';
import { bool, int8, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId, type PublicIdPrefix } from '../../base/database/public-id.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { NoteObject, NoteObjectKind } from './note-objects.ts';

const columns = { id: int8, authorId: text, text, createdAt: timestamptz };

export type Note = RowOf<typeof columns> & {
  /** Null once the person's account was deleted. */
  authorName: string | null;
};

export async function insertNote(
  tx: Tx,
  { holderId, mode }: Book,
  { kind, id }: NoteObject,
  { authorId, text: words, at }: { authorId: string; text: string; at: Date },
): Promise<bigint> {
  const row = await tx
    .insertInto('notes')
    .values({ holderId, mode, objectKind: kind, objectId: id, authorId, text: words, createdAt: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

/** Newest first. */
export async function listNotes(
  db: Database | Tx,
  { holderId, mode }: Book,
  { kind, id }: NoteObject,
  { after, limit }: Page,
): Promise<Note[]> {
  const from = after === undefined ? sql`true` : sql`n.id < ${after}`;
  const notes = await query(columns)`
    select n.id, n.author_id as "authorId", n.text, n.created_at as "createdAt" from notes n
    where n.holder_id = ${holderId} and n.mode = ${mode} and n.object_kind = ${kind} and n.object_id = ${id} and ${from}
    order by n.id desc limit ${limit}`.execute(db);
  const names = await findNames(db, [...new Set(notes.map(({ authorId }) => authorId))]);
  return notes.map((note) => ({ ...note, authorName: names.get(note.authorId) ?? null }));
}

async function findNames(db: Database | Tx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const people = await db.selectFrom('people').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(people.map(({ id, name }) => [id, name]));
}

/** How many notes each of these objects has, as `kind/id`; those without any are left out. */
export async function countNotes(
  db: Database,
  { holderId, mode }: Book,
  objects: readonly NoteObject[],
): Promise<ReadonlyMap<string, number>> {
  if (objects.length === 0) return new Map();
  const rows = await query({ kind: text, id: text, count: int8 })`
    select n.object_kind as kind, n.object_id as id, count(*) as count
    from ${unnested('o', objects, { kind: text, id: text })}
    join notes n on n.holder_id = ${holderId} and n.mode = ${mode} and n.object_kind = o.kind and n.object_id = o.id
    group by n.object_kind, n.object_id`.execute(db);
  return new Map(rows.map(({ kind, id, count }) => [`${kind}/${id}`, Number(count)]));
}

type Where = (book: Book, id: string) => RawBuilder<unknown> | undefined;

const numeric = /^[1-9]\d{0,17}$/;
const currency = /^[A-Z]{3}$/;

/** In the team's own book. */
const own =
  (table: string, column = 'id'): Where =>
  ({ holderId, mode }, id) =>
    sql`select from ${sql.table(table)} x where x.holder_id = ${holderId} and x.mode = ${mode} and x.${sql.ref(column)} = ${id}`;

const ownWhere: Partial<Record<NoteObjectKind, Where>> = {
  order: own('orders', 'partner_order_ref'),
  order_refund: own('order_refunds'),
  settlement: ({ holderId, mode }, id) =>
    numeric.test(id)
      ? sql`select from settlements x where x.holder_id = ${holderId} and x.mode = ${mode} and x.id = ${BigInt(id)}`
      : undefined,
  settlement_schedule: (_, id) => (/^(schedule|\*|[A-Z]{3})$/.test(id) ? sql`select` : undefined),
  shortfall: (_, id) => (currency.test(id) ? sql`select` : undefined),
  cash_handover: own('cash_handovers'),
  link: ({ holderId, mode }, id) =>
    numeric.test(id)
      ? sql`select from links x
          where x.company_id = ${holderId} and x.id = ${BigInt(id)} and (x.serves_live or ${mode} = 'test')`
      : undefined,
  webhook_endpoint: own('webhook_endpoints'),
  payment: own('payments'),
  customer: ({ holderId, mode }, id) =>
    numeric.test(id)
      ? sql`select from customers x where x.holder_id = ${holderId} and x.mode = ${mode} and x.id = ${BigInt(id)}`
      : undefined,
  refund: own('refunds'),
  dispute: own('disputes'),
  // A payee's may be in a company's book.
  payout: ({ holderId, mode }, id) => {
    const bookId = holderOfPublicId('po', id);
    return bookId === undefined
      ? undefined
      : sql`select from payouts x
          where x.holder_id = ${bookId} and x.mode = ${mode} and x.id = ${id} and ${holderId} in (x.holder_id, x.owner_holder_id)`;
  },
  top_up: own('top_ups'),
  debt_settlement: own('debt_settlements'),
};

/** In whose book it is, its id says. */
const anyones =
  (table: string, prefix: PublicIdPrefix, column = 'id'): Where =>
  ({ mode }, id) => {
    const holderId = holderOfPublicId(prefix, id);
    return holderId === undefined ? undefined : own(table, column)({ holderId, mode }, id);
  };

const operatorWhere: Partial<Record<NoteObjectKind, Where>> = {
  account: (_, id) => (numeric.test(id) ? sql`select from holders x where x.id = ${BigInt(id)}` : undefined),
  payment: anyones('payments', 'pay'),
  refund: anyones('refunds', 'ref'),
  // Their ids are the providers'.
  dispute: ({ mode }, id) => sql`select from disputes x where x.mode = ${mode} and x.id = ${id}`,
  payout: anyones('payouts', 'po'),
  top_up: anyones('top_ups', 'top'),
  debt_settlement: anyones('debt_settlements', 'dst'),
  late_capture: anyones('late_captures', 'att', 'attempt_id'),
  statement_line: ({ mode }, id) =>
    numeric.test(id) ? sql`select from statement_lines x where x.mode = ${mode} and x.id = ${BigInt(id)}` : undefined,
  person: (_, id) => sql`select from people x where x.id = ${id}`,
  books: (_, id) => (id === 'books' ? sql`select` : undefined),
  backup: (_, id) => (id === 'backup' ? sql`select` : undefined),
};

/** Whether the team may name such an object. @param isOperator then of any holder. */
export async function isNoteObject(
  db: Database | Tx,
  book: Book,
  { kind, id }: NoteObject,
  isOperator: boolean,
): Promise<boolean> {
  const where = (isOperator ? operatorWhere : ownWhere)[kind]?.(book, id);
  if (where === undefined) return false;
  const { found } = await query({ found: bool })`select exists (${where}) as found`.executeTakeFirstOrThrow(db);
  return found;
}
