/** SQL that all sources share: a page of rows with who deals with each, how many there are, and marks. A source says where its rows are. */
import { type RawBuilder, sql } from 'kysely';
import { bool, int8, jsonb, nullable, oneOf, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Action } from '../../core/access/permissions.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import {
  type After,
  type AssignedTo,
  countMax,
  type Effect,
  type Exception,
  type ExceptionKind,
  exceptionKinds,
  noEffect,
  type Reader,
  rowsMax,
  type Source,
  type SourcePage,
} from './exception.ts';

type Part = RawBuilder<unknown>;

/** Where the rows of a kind are, and what each column is. */
export type Rows = {
  /** What follows `from`, with a `where` to which more conditions can be added. */
  from: Part;
  id: Part;
  /** By default the id. */
  key?: Part;
  since: Part;
  /** The oldest first, as an index has them. */
  order: Part;
  /** Joins the rows of a page `x` again by their keys, where the columns below cost too much to be read of all rows. */
  again?: Part;
  dueAt?: Part;
  label?: Part;
  holderId?: Part;
  holderName?: Part;
  amount?: Part;
  currency?: Part;
  reason?: Part;
  said?: Part;
  facts?: Part;
};

type SqlSource = {
  kind: ExceptionKind;
  needs: Action;
  endsByHand?: boolean;
  /** What the fix does with the amount of the row. */
  effect?: Effect['code'];
  rows(book: Book, now: Date, db: Database): Rows | Promise<Rows>;
  foresee?: Source['foresee'];
};

const columns = {
  objectId: text,
  key: text,
  since: timestamptz,
  at: int8,
  dueAt: nullable(timestamptz),
  label: nullable(text),
  holderId: nullable(int8),
  holderName: nullable(text),
  amount: nullable(int8),
  currency: nullable(text),
  reason: nullable(text),
  said: nullable(text),
  facts: nullable(jsonb<Record<string, unknown>>()),
  assigneeId: nullable(text),
};

const none = sql`null`;

export function sqlSource({ kind, needs, endsByHand = false, effect, rows, foresee }: SqlSource): Source {
  const own = async ({ db, book, clock }: Reader) => rows(book, clock.now(book.holderId, book.mode), db);
  return {
    kind,
    needs,
    endsByHand,
    from: async (reader) => (await own(reader)).from,
    list: async (reader, page) => {
      const found = await listRows(reader.db, reader.book, kind, await own(reader), page);
      return found.map((row) => toException(kind, row, effect));
    },
    find: async (reader, objectId) => isThere(reader.db, await own(reader), objectId),
    ...(foresee === undefined ? {} : { foresee }),
  };
}

function toException(kind: ExceptionKind, row: RowOf<typeof columns>, code: Effect['code'] | undefined): Exception {
  const { holderId, holderName, ...rest } = row;
  const { amount, currency } = row;
  return {
    ...rest,
    kind,
    by: null,
    holder: holderId === null || holderName === null ? null : { id: holderId, name: holderName },
    effect: code === undefined ? null : { ...noEffect, code, amount, currency },
  };
}

const detailsOf = (
  rows: Rows,
): Part => sql`(${rows.dueAt ?? none})::timestamptz as due_at, (${rows.label ?? none})::text as label,
  (${rows.holderId ?? none})::bigint as holder_id, (${rows.holderName ?? none})::text as holder_name,
  (${rows.amount ?? none})::bigint as amount, (${rows.currency ?? none})::text as currency,
  (${rows.reason ?? none})::text as reason, (${rows.said ?? none})::text as said, (${rows.facts ?? none})::jsonb as facts`;

async function listRows(
  db: Database,
  { holderId, mode }: Book,
  kind: ExceptionKind,
  rows: Rows,
  { after, limit, assigned, account }: SourcePage,
): Promise<RowOf<typeof columns>[]> {
  const { again } = rows;
  const page = sql`
    select x.*, b.person_id as assignee_id
    from (
      select (${rows.id})::text as id, (${rows.key ?? rows.id})::text collate "C" as key, (${rows.since})::timestamptz as since
        ${again === undefined ? sql`, ${detailsOf(rows)}` : sql``}
      from ${rows.from}
        ${account === undefined ? sql`` : sql`and (${rows.holderId ?? none})::bigint = ${account}`}
      order by ${rows.order} limit ${rowsMax}) x
    left join exception_marks m on m.holder_id = ${holderId} and m.mode = ${mode} and m.kind = ${kind}
      and m.object_id = x.id
    left join members b on b.holder_id = ${holderId} and b.person_id = m.assignee_id
    where m.done_at is null and ${isAfter(after)} and ${isAssigned(assigned)}
    order by x.since, x.key limit ${limit}`;
  return query(columns)`
    with page as materialized (${page})
    select coalesce(y.id) as "objectId", coalesce(y.key) as key, coalesce(y.since) as since,
      (extract(epoch from y.since) * 1000000)::bigint as at, coalesce(y.due_at) as "dueAt", coalesce(y.label) as label,
      coalesce(y.holder_id) as "holderId", coalesce(y.holder_name) as "holderName", coalesce(y.amount) as amount,
      coalesce(y.currency) as currency, coalesce(y.reason) as reason, coalesce(y.said) as said, y.facts,
      coalesce(y.assignee_id) as "assigneeId"
    from (${again === undefined ? sql`select * from page` : sql`select x.*, ${detailsOf(rows)} from page x ${again}`}) y
    order by y.since, y.key`.execute(db);
}

const instant = (at: bigint) => sql`timestamptz 'epoch' + ${at}::bigint * interval '1 microsecond'`;

function isAfter(after: After | undefined): Part {
  if (after === undefined) return sql`true`;
  const { at, keys } = after;
  if (keys === 'all') return sql`x.since >= ${instant(at)}`;
  if (keys === 'none') return sql`x.since > ${instant(at)}`;
  return sql`(x.since, x.key) > (${instant(at)}, ${keys.after}::text collate "C")`;
}

function isAssigned({ filter, personId }: AssignedTo): Part {
  if (filter === 'everyone') return sql`true`;
  return filter === 'nobody' ? sql`b.person_id is null` : sql`b.person_id = ${personId}`;
}

/** For a source whose rows end by hand: those that have not. @param id the column with the object's id. */
export const isNotDone = ({ holderId, mode }: Book, kind: ExceptionKind, id: Part): Part => sql`not exists (
  select from exception_marks e
  where e.holder_id = ${holderId} and e.mode = ${mode} and e.kind = ${kind} and e.object_id = (${id})::text
    and e.done_at is not null)`;

/** In one statement, because every screen of the dashboard shows how many there are. */
export async function countRows(
  db: Database,
  sources: readonly { kind: ExceptionKind; from: Part }[],
): Promise<{ kind: ExceptionKind; count: number }[]> {
  if (sources.length === 0) return [];
  const each = sources.map(
    ({ kind, from }) =>
      sql`select ${kind}::text as kind, count(*) as count from (select from ${from} limit ${countMax}) counted`,
  );
  const found = await query({ kind: oneOf(...exceptionKinds), count: int8 })`
    select coalesce(c.kind) as kind, coalesce(c.count) as count
    from (${sql.join(each, sql` union all `)}) c`.execute(db);
  return found.map(({ kind, count }) => ({ kind, count: Number(count) }));
}

async function isThere(db: Database, { from, id, order }: Rows, objectId: string): Promise<boolean> {
  const { found } = await query({ found: bool })`
    select exists (
      select from (select (${id})::text as id from ${from} order by ${order} limit ${rowsMax}) x
      where x.id = ${objectId}) as found`.executeTakeFirstOrThrow(db);
  return found;
}

type MarkKey = { book: Book; kind: ExceptionKind; objectId: string };

/** @param assigneeId null: nobody any more. */
export async function saveAssignee(
  tx: Tx,
  { book: { holderId, mode }, kind, objectId }: MarkKey,
  assigneeId: string | null,
): Promise<void> {
  await command`
    insert into exception_marks (holder_id, mode, kind, object_id, assignee_id)
    values (${holderId}, ${mode}, ${kind}, ${objectId}, ${assigneeId})
    on conflict (holder_id, mode, kind, object_id) do update set assignee_id = excluded.assignee_id`.execute(tx);
}

export async function saveDone(
  tx: Tx,
  { book: { holderId, mode }, kind, objectId }: MarkKey,
  by: string,
  at: Date,
): Promise<void> {
  await command`
    insert into exception_marks (holder_id, mode, kind, object_id, done_by, done_at)
    values (${holderId}, ${mode}, ${kind}, ${objectId}, ${by}, ${at})
    on conflict (holder_id, mode, kind, object_id) do update set done_by = excluded.done_by, done_at = excluded.done_at`.execute(
    tx,
  );
}

const mark = { objectId: text, assigneeId: nullable(text) };

/** Who deals with the objects of a kind, for sources whose rows are computed. */
export async function listMarks(
  db: Database,
  { holderId, mode }: Book,
  kind: ExceptionKind,
): Promise<ReadonlyMap<string, string | null>> {
  const rows = await query(mark)`
    select m.object_id as "objectId", b.person_id as "assigneeId"
    from exception_marks m
    left join members b on b.holder_id = m.holder_id and b.person_id = m.assignee_id
    where m.holder_id = ${holderId} and m.mode = ${mode} and m.kind = ${kind} and m.done_at is null
    limit ${rowsMax}`.execute(db);
  return new Map(rows.map(({ objectId, assigneeId }) => [objectId, assigneeId]));
}
