/**
 * SQL of what is explored: each metric is a list of facts (when, currency, amount, how many they are, whether they count, seconds, and
 * what they are grouped by), which one statement adds up by part of the period and another by group. Reads the features' tables; writes nothing.
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
      return operatorFacts(explored, book.mode, range, by);
  }
}

/** @param of the facts that are summed; all by default. */
function summed(
  isTimed: boolean,
  of = sql`true`,
): Record<'count' | 'outOf' | 'amount' | 'median' | 'slow', RawBuilder<unknown>> {
  // Both of the same call, which PostgreSQL then makes once: it sorts all facts.
  const share = (place: 1 | 2) =>
    isTimed
      ? sql`((percentile_disc(array[0.5, 0.9]) within group (order by f.seconds) filter (where ${of}))[${sql.lit(place)}])::bigint`
      : sql`null::bigint`;
  return {
    count: sql`coalesce(sum(f.times) filter (where f.counts and ${of}), 0)::bigint`,
    outOf: sql`coalesce(sum(f.times) filter (where ${of}), 0)::bigint`,
    amount: sql`coalesce(sum(f.amount) filter (where f.counts and ${of}), 0)::text`,
    median: share(1),
    slow: share(2),
  };
}

const isTimed = ({ metric }: Explored): boolean => metric === 'time_to_pay';

/** By currency, the whole (`place` null) and each part (from 0) that has any. */
export function sumParts(db: Database, explored: Explored, book: Book, range: FactsIn) {
  const { count, outOf, amount, median, slow } = summed(isTimed(explored));
  return query({ currency: text, place: nullable(int4), ...figures })`
    select f.currency, f.place, ${count} as count, ${outOf} as "outOf", ${amount} as amount, ${median} as median, ${slow} as slow
    from (select f.*, width_bucket(f.at, ${range.starts}::timestamptz[]) - 1 as place
      from (${factsOf(explored, book, range, 'none')}) f) f
    group by grouping sets ((f.currency, f.place), (f.currency))
    order by 1, 2`.execute(db);
}

type Times = { shown: FactsIn; before: FactsIn | null };

const groupFigures = {
  ...figures,
  countThen: int8,
  outOfThen: int8,
  amountThen: text,
  medianThen: nullable(int8),
  slowThen: nullable(int8),
};

/**
 * A group has the facts that name it; the empty one those without. Of each currency the largest now, and then those that
 * there were only at the other time.
 */
export function sumGroups(
  db: Database,
  explored: Explored,
  book: Book,
  { shown, before }: Times,
  { by, limit }: { by: Grouping; limit: number },
) {
  const [now, then] = [summed(isTimed(explored), sql`f.is_now`), summed(isTimed(explored), sql`not f.is_now`)];
  const other = before && sql`union all select f.*, false as is_now from (${factsOf(explored, book, before, by)}) f`;
  return query({ currency: text, key: text, ...groupFigures })`
    select g.currency, g.key, g.count, g."outOf", g.amount, g.median, g.slow, g."countThen", g."outOfThen", g."amountThen",
      g."medianThen", g."slowThen"
    from (
      select f.currency, coalesce(f.key, '') as key,
        ${now.count} as count, ${now.outOf} as "outOf", ${now.amount} as amount, ${now.median} as median, ${now.slow} as slow,
        ${then.count} as "countThen", ${then.outOf} as "outOfThen", ${then.amount} as "amountThen",
        ${then.median} as "medianThen", ${then.slow} as "slowThen",
        row_number() over (
          partition by f.currency
          order by sum(f.amount) filter (where f.counts and f.is_now) desc nulls last,
            sum(f.amount) filter (where f.counts and not f.is_now) desc nulls last, coalesce(f.key, '')) as place
      from (select f.*, true as is_now from (${factsOf(explored, book, shown, by)}) f ${other ?? sql``}) f
      group by f.currency, coalesce(f.key, '')) g
    where g.place <= ${limit}
    order by g.currency, g.place`.execute(db);
}

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
