/** All SQL of the balances of statements, and of the lines that stand between two of them. */
import { int4, int8, type RowOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { sentRows, taken, unnested } from '../../base/database/unnested.ts';
import { isDecided, isOfItsOwn, type Outside } from './reconciliation.repository.ts';
import type { LineSums, Neighbors, StatementPeriod } from './statement-balances.ts';

type PlacedPeriod = StatementPeriod & { place: number };

const sentPeriods = sentRows<PlacedPeriod>()({
  place: int4,
  currency: text,
  firstOn: taken(text, ({ firstOn }: PlacedPeriod) => firstOn),
  lastOn: taken(text, ({ lastOn }: PlacedPeriod) => lastOn),
  opening: int8,
  closing: int8,
});

export async function insertPeriods(tx: Tx, importId: bigint, periods: readonly StatementPeriod[]): Promise<void> {
  if (periods.length === 0) return;
  const rows = periods.map((one, at) => ({ ...one, place: at + 1 }));
  await command`
    insert into statement_balances (import_id, place, currency, first_on, last_on, opening, closing)
    select ${importId}::bigint, p.place, p.currency, p.first_on::date, p.last_on::date, p.opening, p.closing
    from ${sentPeriods.as('p', rows)}`.execute(tx);
}

const period = { account: text, currency: text, firstOn: text, lastOn: text, opening: int8, closing: int8 };

export async function listPeriods(db: Database | Tx, { mode, source }: Outside): Promise<RowOf<typeof period>[]> {
  return query(period)`
    select i.account, b.currency, b.first_on::text as "firstOn", b.last_on::text as "lastOn", b.opening, b.closing
    from statement_balances b join statement_imports i on i.id = b.import_id
    where i.mode = ${mode} and i.source = ${source}
    order by i.account, b.currency, b.import_id, b.place`.execute(db);
}

const sums = {
  bothDecided: int8,
  bothAll: int8,
  beforeDecided: int8,
  beforeAll: int8,
  betweenDecided: int8,
  betweenAll: int8,
};

/** For each of the neighbors, in their order. @param names under which statements of the account were imported. */
export async function sumLinesBetween(
  db: Database | Tx,
  { mode, source }: Outside,
  names: readonly string[],
  neighbors: readonly Neighbors[],
): Promise<LineSums[]> {
  const asked = neighbors.map(({ first, second }, at) => ({
    ...{ at, currency: second.currency, since: first.firstOn, after: first.lastOn },
    ...{ before: second.firstOn, until: second.lastOn },
  }));
  const rows = await query(sums)`
    select s.* from ${unnested('k', asked, { at: int4, currency: text, since: text, after: text, before: text, until: text })}
    cross join lateral (
      select coalesce(sum(amount) filter (where decided), 0)::bigint as "bothDecided",
        coalesce(sum(amount), 0)::bigint as "bothAll",
        coalesce(sum(amount) filter (where decided and booked_on < k.before::date), 0)::bigint as "beforeDecided",
        coalesce(sum(amount) filter (where booked_on < k.before::date), 0)::bigint as "beforeAll",
        coalesce(sum(amount) filter (where decided and booked_on > k.after::date and booked_on < k.before::date), 0)::bigint as "betweenDecided",
        coalesce(sum(amount) filter (where booked_on > k.after::date and booked_on < k.before::date), 0)::bigint as "betweenAll"
      from (
        select l.amount, l.booked_on, ${isDecided('l')} as decided
        from statement_lines l join statement_imports i on i.id = l.import_id
        where l.mode = ${mode} and l.source = ${source} and i.account = any(${names}::text[]) and l.currency = k.currency
          and l.booked_on between k.since::date and k.until::date and l.direction <> 'unknown' and ${isOfItsOwn('l')}) o) s
    order by k.at`.execute(db);
  return rows.map((row) => ({
    both: { decided: row.bothDecided, all: row.bothAll },
    before: { decided: row.beforeDecided, all: row.beforeAll },
    between: { decided: row.betweenDecided, all: row.betweenAll },
  }));
}
