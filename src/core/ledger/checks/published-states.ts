/**
 * docs/ledger.md, "What verify proves" 12: a row's state is what the last event about it says, because an event is appended
 * in the transaction that changes the row. An event that is there is compared; old events are purged. What an event says is in
 * `published-rows.ts`.
 */
import { type RawBuilder, sql } from 'kysely';
import type { Check, Scope } from './check.ts';
import { type PublishedRow, publishedRows } from './published-rows.ts';

/**
 * Positions are counted in each book; those that were not given yet are the newest. The positions of the oldest events do not
 * say what came first where several had the same time: a birth did, and what can only go on has gone on.
 */
const last = (scope: Scope, { events, types, key, of, onward }: PublishedRow): RawBuilder<unknown> => sql`
  select distinct on (e.holder_id, ${sql.raw(key)}) e.holder_id, ${sql.raw(key)} as about, e.id, e.data, e.type
  from ${scope.eventsAbout(events)} e
  where e.type in (${listOf(types)}) ${of === undefined ? sql`` : sql.raw(`and ${of}`)}
  order by e.holder_id, ${sql.raw(key)}, ${onward ? sql`array_position(array[${listOf(types)}], e.type) desc` : sql`e.type = ${sql.lit(types[0])}`}, e.position desc nulls first, e.appended desc`;

const listOf = (types: readonly string[]): RawBuilder<unknown> => sql.join(types.map((type) => sql.lit(type)));

const differing = ({ facts }: PublishedRow): RawBuilder<unknown> =>
  sql.join(
    facts.map(([name, stored, event, field]) =>
      sql.raw(
        `case when l.data -> '${field}' is not null and (${stored}) is distinct from (${event}) then '${name} is ' || coalesce((${stored})::text, 'none') || ', published as ' || coalesce((${event})::text, 'none') end`,
      ),
    ),
  );

/** Compared as the column's own type, or every row would be held against every event; a damaged id is nobody's. */
const idOf = ({ idType }: PublishedRow): RawBuilder<unknown> =>
  idType === 'text' ? sql`l.about` : sql`case when l.about ~ '^[0-9]{1,18}$' then l.about::bigint end`;

const compared = (scope: Scope, one: PublishedRow): RawBuilder<unknown> => sql`
  select ${sql.lit(`${one.name} `)} || x.id || ' (holder ' || l.holder_id || ')' as row,
    d.differences || ' by ' || l.type || ' ' || l.id as problem
  from (select holder_id, about, id, type, data::jsonb as data from (${last(scope, one)}) e offset 0) l
  join ${one.rows(scope)} x on x.${sql.raw(one.holder)} = l.holder_id and x.id = ${idOf(one)}
  cross join lateral (select concat_ws('; ', ${differing(one)}) as differences) d
  where d.differences <> ''`;

/** Each kind of row by itself: no statement spans two kinds. */
export const publishedStateChecks: readonly Check[] = publishedRows.map((one) => ({
  name: `${one.title} are as their last event says`,
  query: (scope) => compared(scope, one),
}));
