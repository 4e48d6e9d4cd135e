/** SQL of who holds more cash than it may, or for longer, and of who was told. In live mode only: test money needs no mail. */
import { sql } from 'kysely';
import { int4, int8, nullable, oneOf, type RowOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { oldestHeld } from './held-cash.repository.ts';

const passing = {
  holderId: int8,
  linkId: int8,
  currency: text,
  /** What it holds, in minor units. */
  held: int8,
  /** How much it may hold, in minor units, where it holds more; and for how many days, where it holds some for longer. */
  limit: nullable(int8),
  days: nullable(int4),
  linkName: text,
  payeeId: int8,
  companyName: text,
};

export type PassedLimits = RowOf<typeof passing>;

/** Everyone who holds more than the company allows, or for longer, by company. What is not settled is not in anyone's hands yet. */
export const listPassedLimits = (db: Database, now: Date): Promise<PassedLimits[]> =>
  query(passing)`
    select * from (
      select a.holder_id as "holderId", l.id as "linkId", a.currency, a.balance as held,
        case when a.balance > (s.limits ->> a.currency)::bigint then (s.limits ->> a.currency)::bigint end as limit,
        case when ${oldestHeld} < ${now}::timestamptz - make_interval(days => s.days_max) then s.days_max end as days,
        l.name as "linkName", l.holder_id as "payeeId", h.name as "companyName"
      from cash_settings s
      join accounts a on a.holder_id = s.holder_id and a.mode = s.mode and a.kind = 'link_cash' and a.balance > 0
      join links l on l.company_id = a.holder_id and l.id = a.link_id
      join holders h on h.id = s.holder_id
      where s.mode = 'live' and s.is_tracked) held
    where "limit" is not null or days is not null
    order by "holderId", "linkName", "linkId", currency`.execute(db);

const warned = { holderId: int8, linkId: int8, currency: text, passed: oneOf('amount', 'days') };

/** Which limit of whom was passed. */
export type Warned = RowOf<typeof warned>;

export const listWarned = (db: Database): Promise<Warned[]> =>
  query(warned)`
    select holder_id as "holderId", link_id as "linkId", currency, passed from cash_warnings where mode = 'live'`.execute(
    db,
  );

const ofWarned = ({ holderId, linkId, currency, passed }: Warned) => sql`
  holder_id = ${holderId} and mode = 'live' and currency = ${currency} and link_id = ${linkId} and passed = ${passed}`;

/** It is within the limit again. */
export async function forgetWarned(tx: Tx, one: Warned): Promise<void> {
  await command`delete from cash_warnings where ${ofWarned(one)}`.execute(tx);
}

/** @returns whether it is to be told now: for the first time, or of its age, if it was told before `before`. */
export async function takeWarning(tx: Tx, one: Warned, at: Date, before: Date): Promise<boolean> {
  const { holderId, linkId, currency, passed } = one;
  const isNew = await command`
    insert into cash_warnings (holder_id, mode, currency, link_id, passed, told_at)
    values (${holderId}, 'live', ${currency}, ${linkId}, ${passed}, ${at}) on conflict do nothing`.execute(tx);
  if (isNew > 0 || passed === 'amount') return isNew > 0;
  const again = await command`
    update cash_warnings set told_at = ${at} where ${ofWarned(one)} and told_at <= ${before}`.execute(tx);
  return again > 0;
}
