/**
 * SQL that gives events their positions, and with them makes the events of payees from the movements of their earnings
 * (docs/contract.md, "Events of payees"). A position is assigned once and must never change.
 */
import { type RawBuilder, sql } from 'kysely';
import { int8, text } from '../database/columns.ts';
import { base62Of, idTimeOf } from '../database/public-id-sql.ts';
import { query } from '../database/statement.ts';
import type { Tx } from '../database/transaction.ts';
import { codesWith } from '../money/currency.ts';
import { insertEvents } from './append-events.ts';
import { earningEvents, tellingTypes } from './earning-events.ts';
import { type EventBook, eventsChannel, inBook } from './events.repository.ts';

const movementsMaxDefault = 10_000;

const texts = (list: readonly string[]): RawBuilder<unknown> => sql`(${sql.join(list.map((one) => sql.lit(one)))})`;

const rules = sql`(values ${sql.join(
  earningEvents.map(
    ({ code, end, account, effect, type }) =>
      sql`(${sql.lit(code)}, ${sql.lit(end)}, ${sql.lit(account)}, ${sql.lit(effect)}, ${sql.lit(type)})`,
  ),
)})`;

/** Minor units as the JSON number of interfaces, without trailing zeros. */
const decimalOf = (amount: RawBuilder<unknown>, currency: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  trim_scale(${amount}::numeric / case
    when ${currency} in ${texts(codesWith(0))} then 1
    when ${currency} in ${texts(codesWith(3))} then 1000
    else 100 end)`;

/** As `Date.toISOString` writes it. */
const instantOf = (at: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`to_char(${at} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** `oldest`: the events that may get a position, with their data when they may tell of earnings. */
const oldest = (limit: number, only: EventBook | undefined) => sql`
  select holder_id, mode, id, type, subject_kind, subject_id, appended,
    case when type in ${texts([...tellingTypes.subject, ...tellingTypes.refund])} then data end as data
  from events
  where position is null and ${inBook(only)}
  order by appended limit ${limit}`;

/**
 * `next`: those that get one in this round, at least one. An order tells of as many movements as it has splits, and one
 * round that made all of them would hold up every reader.
 */
const next = (movementsMax: number) => sql`
  select holder_id, mode, id, type, subject_kind, subject_id, appended, data
  from (
    select *, row_number() over (order by appended) as place,
      sum(case when json_typeof(data -> 'splits') = 'array' then json_array_length(data -> 'splits') else 0 end)
        over (order by appended) as movements
    from oldest) weighed
  where place = 1 or movements <= ${movementsMax}`;

/** `told`: what the transfers belong to of which these events tell. */
const told = sql`
  select holder_id, mode, id, appended, subject_kind as kind, subject_id as subject, data ->> 'partner_order_ref' as ref
  from next where type in ${texts(tellingTypes.subject)}
  union all
  select holder_id, mode, id, appended, 'order_refund', data ->> 'refund_id', data ->> 'partner_order_ref'
  from next where type in ${texts(tellingTypes.refund)}
  union all
  select n.holder_id, n.mode, n.id, n.appended, 'claim', c.id, null
  from next n
  join shadow_claims c on c.holder_id = n.holder_id and c.mode = n.mode and c.claim_ref = n.data ->> 'claim_ref'
  where n.type in ${texts(tellingTypes.claim)}`;

/** `moved`: the movements of earnings among those transfers, each once. */
const moved = sql`
  select distinct on (t.holder_id, t.id) t.holder_id, t.mode, t.id, t.code, t.amount, t.currency, t.created_at,
    t.subject_kind, t.subject_id, r.effect, r.type, a.link_id, told.ref, told.appended, ${idTimeOf(sql`told.id`)} as id_time
  from told
  join transfers t on t.holder_id = told.holder_id and t.mode = told.mode and t.subject_kind = told.kind
    and t.subject_id = told.subject
  join ${rules} as r (code, end_is, account, effect, type) on r.code = t.code
  join accounts a on a.holder_id = t.holder_id
    and a.id = case r.end_is when 'to' then t.to_account_id else t.from_account_id end and a.kind = r.account
  order by t.holder_id, t.id, told.appended`;

/** `payees`: whose movements they are. */
const payees = sql`
  select l.company_id, l.id as link_id, l.holder_id, c.name as company, ${base62Of(sql`l.holder_id`)} as id_holder
  from (select distinct holder_id, link_id from moved) m
  join links l on l.company_id = m.holder_id and l.id = m.link_id
  join holders c on c.id = l.company_id`;

/**
 * `earned`: the movements that are no event yet. Two events may tell of one. Each is looked up by payee and transfer: as
 * an anti-join, the planner would search the index of all payees for each of them.
 */
const earned = sql`
  select p.holder_id as payee, p.company, p.id_holder, m.*
  from moved m
  join payees p on p.company_id = m.holder_id and p.link_id = m.link_id
  left join lateral (
    select true as is_told from events e where e.holder_id = p.holder_id and e.transfer_id = m.id limit 1) e on true
  where e.is_told is null`;

/** `books`: the last position of each book that gets some, and how many of `next` it has. */
const books = sql`
  select b.holder_id, b.mode, b.own, coalesce(
    (select e.position from events e
     where e.holder_id = b.holder_id and e.mode = b.mode and e.position is not null
     order by e.position desc limit 1), 0) as position
  from (
    select holder_id, mode, sum(own) as own
    from (select holder_id, mode, 1 as own from next union all select payee, mode, 0 from earned) every
    group by holder_id, mode) b`;

/** 60 random bits: `newTimedId` has 89, which the ids of one payee and millisecond do not need. */
const randomPart = sql`right(replace(gen_random_uuid()::text, '-', ''), 15)`;

/** The same object as `presentMovement` makes of `GET /earnings/movements`. */
const movementOf = sql`json_build_object(
  'movement_id', n.id::text,
  'code', n.code,
  'effect', n.effect,
  'beneficiary_ref', n.link_id,
  'company', n.company,
  'partner_order_ref', n.ref,
  'payout_id', case when n.subject_kind = 'payout' then n.subject_id end,
  'amount', ${decimalOf(sql`n.amount`, sql`n.currency`)},
  'currency', n.currency,
  'created_at', ${instantOf(sql`n.created_at`)})`;

/**
 * Assigns the next positions in their books to the oldest events without one, and notifies who waits for events of these
 * books. The caller must have the sequencer lock before this statement begins, so that its snapshot includes every
 * assigned position.
 * @param only limits the assignment to one book, and to what its events tell payees; undefined: all books.
 * @param movementsMax of payees' earnings, of which the events tell.
 * @returns the number of positions assigned to events that had none, and whether there may be more.
 */
export async function assignPositions(
  tx: Tx,
  limit: number,
  only?: EventBook,
  movementsMax = movementsMaxDefault,
): Promise<{ positioned: number; isFull: boolean }> {
  const changed = await query({ own: int8, seen: int8, notified: text })`
    with oldest as (${oldest(limit, only)}), next as (${next(movementsMax)}),
    told as (${told}), moved as (${moved}), payees as materialized (${payees}), earned as (${earned}), books as (${books}),
    made as (${insertEvents({
      from: sql`(
        select e.*, books.position + books.own + row_number() over (
          partition by e.payee, e.mode order by e.appended, e.id) as place
        from earned e join books on books.holder_id = e.payee and books.mode = e.mode) n`,
      holderId: sql`n.payee`,
      id: sql`'evt_' || n.id_holder || n.id_time || ${randomPart}`,
      mode: sql`n.mode`,
      type: sql`n.type`,
      subjectKind: sql`n.subject_kind`,
      subjectId: sql`n.subject_id`,
      data: movementOf,
      createdAt: sql`n.created_at`,
      // A payee is told what happened, not which request of the company did it.
      requestId: sql`null::uuid`,
      placed: { position: sql`n.place`, transferId: sql`n.id` },
    })}),
    placed as (
      select n.holder_id, n.id, books.position + row_number() over (
        partition by n.holder_id, n.mode order by n.appended) as place
      from next n join books on books.holder_id = n.holder_id and books.mode = n.mode),
    given as (
      update events e set position = placed.place
      from placed
      where e.holder_id = placed.holder_id and e.id = placed.id)
    select own, (select count(*) from oldest) as seen,
      pg_notify(${eventsChannel}, holder_id || ':' || mode)::text as notified
    from books`.execute(tx);
  const positioned = changed.reduce((sum, { own }) => sum + Number(own), 0);
  const seen = Number(changed[0]?.seen ?? 0);
  return { positioned, isFull: seen === limit || seen > positioned };
}
