/**
 * SQL of what is explored: each metric is a list of facts (when, currency, amount, whether it counts, seconds, and what it is
 * grouped by), which one statement adds up by part of the period and another by group. Reads the features' tables; writes nothing.
 */
import { type RawBuilder, sql } from 'kysely';
import { int4, int8, nullable, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { companyFacts } from './company-facts.repository.ts';
import type { FactsIn } from './facts-in.ts';
import type { Explored, Grouping } from './metrics.ts';
import { operatorFacts } from './operator-facts.repository.ts';
import { shopFacts } from './shop-facts.repository.ts';

/** Minor units. `count` are those that count, of `outOf`; of seconds, half are at most `median`, nine of ten at most `slow`. */
const figures = { count: int8, outOf: int8, amount: text, median: nullable(int8), slow: nullable(int8) };

function factsOf(explored: Explored, book: Book, range: FactsIn, by: Grouping): RawBuilder<unknown> {
  switch (explored.of) {
    case 'company':
      return companyFacts(explored.metric, book, range, by);
    case 'shop':
      return shopFacts(explored.metric, book, range, by);
    case 'operator':
      return operatorFacts(explored.metric, book.mode, range, by);
  }
}

const summed = (isTimed: boolean): RawBuilder<unknown> => sql`
  count(*) filter (where f.counts) as count, count(*) as "outOf", coalesce(sum(f.amount) filter (where f.counts), 0)::text as amount,
  ${isTimed ? sql`(percentile_disc(0.5) within group (order by f.seconds))::bigint` : sql`null::bigint`} as median,
  ${isTimed ? sql`(percentile_disc(0.9) within group (order by f.seconds))::bigint` : sql`null::bigint`} as slow`;

const isTimed = ({ metric }: Explored): boolean => metric === 'time_to_pay';

/** By currency, the whole (`place` null) and each part (from 0) that has any. */
export const sumParts = (db: Database, explored: Explored, book: Book, range: FactsIn) =>
  query({ currency: text, place: nullable(int4), ...figures })`
    select f.currency, f.place, ${summed(isTimed(explored))}
    from (select f.*, width_bucket(f.at, ${range.starts}::timestamptz[]) - 1 as place
      from (${factsOf(explored, book, range, 'none')}) f) f
    group by grouping sets ((f.currency, f.place), (f.currency))
    order by 1, 2`.execute(db);

/** A group has the facts that name it; the empty one those without. The largest first. */
export const sumGroups = (
  db: Database,
  explored: Explored,
  book: Book,
  range: FactsIn,
  { by, currency, limit }: { by: Grouping; currency: string; limit: number },
) =>
  query({ key: text, ...figures })`
    select coalesce(f.key, '') as key, ${summed(isTimed(explored))}
    from (${factsOf(explored, book, range, by)}) f
    where f.currency = ${currency}
    group by 1
    order by sum(f.amount) filter (where f.counts) desc nulls last, 1
    limit ${limit}`.execute(db);

/** The figures of certain groups, to stand beside those of another time. */
export const sumNamedGroups = (
  db: Database,
  explored: Explored,
  book: Book,
  range: FactsIn,
  { by, currency, keys }: { by: Grouping; currency: string; keys: readonly string[] },
) =>
  query({ key: text, ...figures })`
    select coalesce(f.key, '') as key, ${summed(isTimed(explored))}
    from (${factsOf(explored, book, range, by)}) f
    where f.currency = ${currency} and coalesce(f.key, '') = any(${keys}::text[])
    group by 1`.execute(db);

type Named = { key: string; name: string };

/** The names of a company's payees, by link id. */
export const nameLinks = (db: Database, companyId: bigint, keys: readonly string[]): Promise<Named[]> =>
  query({ key: text, name: text })`
    select id::text as key, name from links where company_id = ${companyId} and id::text = any(${keys}::text[])`.execute(
    db,
  );

export const nameAccounts = (db: Database, keys: readonly string[]): Promise<Named[]> =>
  query({ key: text, name: text })`
    select id::text as key, name from holders where id::text = any(${keys}::text[])`.execute(db);

/** What holders own or wait to be paid out. */
const held = ['clearing', 'commission', 'wallet', 'earnings', 'payouts_pending'];

/** Money held now, by currency; minor units. */
export const sumHeld = (db: Database, mode: Mode) =>
  query({ currency: text, amount: text })`
    select a.currency, sum(a.balance)::text as amount
    from accounts a
    where a.mode = ${mode} and a.kind = any(${held}::text[])
    group by a.currency having sum(a.balance) <> 0
    order by 1`.execute(db);

export const countActive = (db: Database) =>
  query({ companies: int8, shops: int8, couriers: int8, customers: int8 })`
    select count(*) filter (where kind = 'company') as companies, count(*) filter (where kind = 'merchant') as shops,
      count(*) filter (where kind = 'courier') as couriers, count(*) filter (where kind = 'customer') as customers
    from holders where status = 'active'`.executeTakeFirstOrThrow(db);
