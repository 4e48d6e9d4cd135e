/** SQL of one payee for its company: what it holds and owes there, and what it earned in a period. Reads only. */
import { sql } from 'kysely';
import { int4, int8, nullable, text } from '../../../base/database/columns.ts';
import { writtenSince } from '../../../base/database/first-id-since.ts';
import type { Database } from '../../../base/database/pool.ts';
import { query } from '../../../base/database/statement.ts';
import { unnested } from '../../../base/database/unnested.ts';
import type { Book } from '../../../core/ledger/accounts.ts';

/** By currency; minor units. */
export const listBalancesOfLink = (db: Database, { holderId, mode }: Book, linkId: bigint) =>
  query({ currency: text, available: nullable(int8), debt: nullable(int8) })`
    select a.currency, sum(a.balance) filter (where a.kind = 'earnings')::bigint as available,
      sum(a.balance) filter (where a.kind = 'link_debt')::bigint as debt
    from accounts a
    where a.holder_id = ${holderId} and a.mode = ${mode} and a.link_id = ${linkId}
      and a.kind in ('earnings', 'link_debt')
    group by 1 order by 1`.execute(db);

/** What links of a book can pay out, by link and currency, the largest first; minor units. */
export const listAvailable = (db: Database, { holderId, mode }: Book, linkIds: readonly bigint[]) =>
  query({ linkId: int8, currency: text, available: int8 })`
    select k.id as "linkId", a.currency, sum(a.balance)::bigint as available
    from ${unnested(
      'k',
      linkIds.map((id) => ({ id })),
      { id: int8 },
    )}
    join accounts a on a.holder_id = ${holderId} and a.mode = ${mode} and a.kind = 'earnings' and a.link_id = k.id
    group by 1, 2 order by 3 desc, 2`.execute(db);

/** What refunds took from a share, from its earnings or as a debt, and what was given back of it because one failed. */
const taken = sql.raw("('reversal', 'claim_reversed', 'reversal_debt')");
const givenBack = sql.raw("('reversal_failed', 'claim_reversal_failed', 'reversal_debt_failed', 'debt_returned')");

/**
 * What a link earned, and what refunds took from it, between the edges of a period's parts; minor units.
 * @param edges in order. @param writtenSince no row of the period was written before. @returns rows with the place of the
 * edge that begins their part.
 */
export const sumEarned = (
  db: Database,
  { holderId, mode }: Book,
  linkId: bigint,
  edges: readonly [Date, ...Date[]],
  writtenFrom: Date,
) => {
  const last = edges.at(-1) as Date;
  const moves = (end: 'from_account_id' | 'to_account_id') => sql`
    select t.code, t.amount, t.created_at from transfers t
    where t.holder_id = a.holder_id and ${sql.ref(`t.${end}`)} = a.id
      and ${writtenSince('t.id', 'transfers', holderId, writtenFrom)}
      and t.created_at >= ${edges[0]} and t.created_at < ${last}`;
  return query({ place: int4, currency: text, shares: int8, earned: text, takenBack: text })`
    select width_bucket(t.created_at, ${edges}::timestamptz[]) - 1 as place, a.currency,
      count(*) filter (where t.code in ('settlement', 'claim')) as shares,
      coalesce(sum(t.amount) filter (where t.code in ('settlement', 'claim')), 0)::text as earned,
      (coalesce(sum(t.amount) filter (where t.code in ${taken}), 0)
        - coalesce(sum(t.amount) filter (where t.code in ${givenBack}), 0))::text as "takenBack"
    from accounts a
    cross join lateral (${moves('to_account_id')} union all ${moves('from_account_id')}) t
    where a.holder_id = ${holderId} and a.mode = ${mode} and a.link_id = ${linkId}
      and a.kind in ('earnings', 'link_debt')
      and t.code in ('settlement', 'claim', 'reversal', 'claim_reversed', 'reversal_debt', 'reversal_failed',
        'claim_reversal_failed', 'reversal_debt_failed', 'debt_returned')
    group by 1, 2
    order by 1, 2`.execute(db);
};
