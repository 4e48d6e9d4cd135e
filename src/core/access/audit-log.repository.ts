/** All SQL of the audit log. Entries are only inserted and read; nothing in the service updates or deletes one. */

import { type RawBuilder, sql } from 'kysely';
import { bool, int8, jsonb, nullable, oneOf, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type Mode, modes } from '../../base/money/mode.ts';

export type NewEntry = {
  actorKind: string;
  actorId: string | null;
  role: string | null;
  sessionId: string | null;
  address: string | null;
  requestId: string | null;
  holderId: bigint | null;
  mode: Mode | null;
  action: string;
  objectKind: string;
  objectId: string;
  /** JSON text. */
  before: string | null;
  after: string | null;
};

export async function insertEntry(tx: Tx, entry: NewEntry): Promise<void> {
  await command`
    insert into audit_log (actor_kind, actor_id, role, session_id, address, request_id, holder_id, mode, action,
      object_kind, object_id, before, after)
    values (${entry.actorKind}, ${entry.actorId}, ${entry.role}, ${entry.sessionId}, ${entry.address},
      ${entry.requestId}, ${entry.holderId}, ${entry.mode}, ${entry.action}, ${entry.objectKind}, ${entry.objectId},
      ${entry.before}::jsonb, ${entry.after}::jsonb)`.execute(tx);
}

/** Whether the last entry of the object has the same actor, action and facts. The caller has locked the object. */
export async function isLastEntry(tx: Tx, entry: NewEntry): Promise<boolean> {
  const last = await query({ isSame: bool })`
    select a.action = ${entry.action} and a.actor_kind = ${entry.actorKind} and a.actor_id = ${entry.actorId}
      and a.before is not distinct from ${entry.before}::jsonb
      and a.after is not distinct from ${entry.after}::jsonb as "isSame"
    from audit_log a
    where a.object_kind = ${entry.objectKind} and a.object_id = ${entry.objectId} and a.holder_id = ${entry.holderId}
    order by a.id desc limit 1`.executeTakeFirst(tx);
  return last?.isSame === true;
}

/** Who last did this with each of the objects, by its id; those are left out with which it was not done. */
export async function findLastActors(
  db: Database,
  { holderId, mode, action, kind }: { holderId: bigint; mode: Mode; action: string; kind: string },
  objectIds: readonly string[],
): Promise<ReadonlyMap<string, { kind: string; id: string | null }>> {
  if (objectIds.length === 0) return new Map();
  const rows = await query({ objectId: text, actorKind: text, actorId: nullable(text) })`
    select distinct on (a.object_id) a.object_id as "objectId", a.actor_kind as "actorKind", a.actor_id as "actorId"
    from audit_log a
    where a.object_kind = ${kind} and a.object_id = any(${objectIds}::text[]) and a.holder_id = ${holderId}
      and a.mode = ${mode} and a.action = ${action}
    order by a.object_id, a.id desc`.execute(db);
  return new Map(rows.map(({ objectId, actorKind, actorId }) => [objectId, { kind: actorKind, id: actorId }]));
}

/** When this was last done in a book; undefined if not within the time that entries are kept. */
export async function findLastTime(
  db: Database,
  { holderId, mode, action }: { holderId: bigint; mode: Mode; action: string },
): Promise<Date | undefined> {
  const last = await query({ at: timestamptz })`
    select at from audit_log
    where holder_id = ${holderId} and mode = ${mode} and action = ${action} order by id desc limit 1`.executeTakeFirst(
    db,
  );
  return last?.at;
}

/** Who did this to the object last; null where it was no person, or nobody within the time that entries are kept. */
export async function findLastPerson(
  tx: Tx,
  { action, holderId, object }: { action: string; holderId: bigint; object: { kind: string; id: string } },
): Promise<string | null> {
  const last = await query({ personId: nullable(text) })`
    select case when actor_kind = 'person' then actor_id end as "personId" from audit_log
    where object_kind = ${object.kind} and object_id = ${object.id} and holder_id = ${holderId} and action = ${action}
    order by id desc limit 1`.executeTakeFirst(tx);
  return last?.personId ?? null;
}

/** Purges entries older than two years through a function of the owner: the service's role may not delete. */
export async function purgeOldEntries(db: Database): Promise<bigint> {
  const row = await query({ purged: int8 })`select purge_audit_log() as purged`.executeTakeFirst(db);
  return row?.purged ?? 0n;
}

type Facts = Record<string, unknown>;

const columns = {
  id: int8,
  at: timestamptz,
  actorKind: oneOf('person', 'key', 'payer', 'visitor', 'provider', 'command', 'system'),
  actorId: nullable(text),
  /** Of the person who acted, or set what acted by itself. Null once their account is erased. */
  personName: nullable(text),
  personEmail: nullable(text),
  /** What the API key that acted is called. */
  keyName: nullable(text),
  role: nullable(text),
  address: nullable(text),
  requestId: nullable(text),
  holderId: nullable(int8),
  holderName: nullable(text),
  mode: nullable(oneOf(...modes)),
  action: text,
  objectKind: text,
  objectId: text,
  before: nullable(jsonb<Facts>()),
  after: nullable(jsonb<Facts>()),
};

export type StoredEntry = RowOf<typeof columns>;

export type AuditFilter = {
  /** Whose log; undefined for all. */
  holderId?: bigint | undefined;
  /** Entries of the other mode are left out, those of both modes are not. */
  mode?: Mode | undefined;
  action?: string | undefined;
  /** The whole id of an object, request or actor, or part of a person's name or address. */
  search?: string | undefined;
  actorId?: string | undefined;
  objectKind?: string | undefined;
  objectId?: string | undefined;
  /** Inclusive, and exclusive. */
  from?: Date | undefined;
  to?: Date | undefined;
};

/** Newest first. */
export async function listEntries(db: Database, filter: AuditFilter, { after, limit }: Page): Promise<StoredEntry[]> {
  const { holderId, mode, action, search, actorId, objectKind, objectId, from, to } = filter;
  const conditions: RawBuilder<unknown>[] = [sql`true`];
  if (holderId !== undefined) conditions.push(sql`a.holder_id = ${holderId}`);
  if (mode !== undefined) conditions.push(sql`(a.mode is null or a.mode = ${mode})`);
  if (action !== undefined) conditions.push(sql`a.action = ${action}`);
  if (actorId !== undefined) conditions.push(sql`a.actor_id = ${actorId}`);
  if (objectKind !== undefined) conditions.push(sql`a.object_kind = ${objectKind}`);
  if (objectId !== undefined) conditions.push(sql`a.object_id = ${objectId}`);
  if (from !== undefined) conditions.push(sql`a.at >= ${from}`);
  if (to !== undefined) conditions.push(sql`a.at < ${to}`);
  if (search !== undefined) conditions.push(await matching(db, search));
  if (after !== undefined) conditions.push(sql`a.id < ${after}`);
  return query(columns)`
    select a.id, a.at, a.actor_kind as "actorKind", a.actor_id as "actorId", p.name as "personName",
      p.email as "personEmail", nullif(k.label, '') as "keyName", a.role, a.address, a.request_id as "requestId", a.holder_id as "holderId",
      h.name as "holderName", a.mode, a.action, a.object_kind as "objectKind", a.object_id as "objectId", a.before, a.after
    from audit_log a
    left join people p on p.id = case when a.actor_kind in ('person', 'payer') then a.actor_id else a.after ->> 'setBy' end
    left join api_keys k on a.actor_kind = 'key' and k.client_id = a.actor_id
    left join holders h on h.id = a.holder_id
    where ${sql.join(conditions, sql` and `)}
    order by a.id desc limit ${limit}`.execute(db);
}

/** More people than this are so many that some of the newest entries are theirs. */
const peopleMax = 200;

/**
 * The condition of a search. Few people are looked up first, so that their entries, like those of an object or a request,
 * are found by an index.
 */
async function matching(db: Database, search: string): Promise<RawBuilder<unknown>> {
  const called = sql`(strpos(lower(p.email), lower(${search})) > 0 or strpos(lower(p.name), lower(${search})) > 0)`;
  const people = await query({ id: text })`
    select p.id from people p where ${called} limit ${peopleMax + 1}`.execute(db);
  const ids = people.map(({ id }) => id);
  const ofPeople =
    ids.length > peopleMax ? called : sql`(a.actor_kind in ('person', 'payer') and a.actor_id = any(${ids}::text[]))`;
  return sql`(a.object_id = ${search} or a.actor_id = ${search} or a.request_id = ${search} or ${ofPeople})`;
}

const changeColumns = {
  objectId: text,
  at: timestamptz,
  actorKind: oneOf('person', 'key', 'payer', 'visitor', 'provider', 'command', 'system'),
  actorId: nullable(text),
  /** Null once the person's account is erased. */
  personName: nullable(text),
  reason: nullable(text),
};
export type LastChange = RowOf<typeof changeColumns>;
/** When an object was changed last, by whom and why; by the object's id. The log is kept for two years: older changes are not known. */
export async function findLastChanges(
  db: Database,
  action: string,
  objectKind: string,
  objectIds: readonly string[],
): Promise<Map<string, LastChange>> {
  const rows = await query(changeColumns)`
    select distinct on (a.object_id) a.object_id as "objectId", a.at, a.actor_kind as "actorKind",
      a.actor_id as "actorId", p.name as "personName", a.after ->> 'reason' as reason
    from audit_log a left join people p on a.actor_kind = 'person' and p.id = a.actor_id
    where a.object_kind = ${objectKind} and a.object_id = any(${[...objectIds]}::text[]) and a.action = ${action}
    order by a.object_id, a.id desc`.execute(db);
  return new Map(rows.map((row) => [row.objectId, row]));
}
