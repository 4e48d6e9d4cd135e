/**
 * Finds the orders that cannot settle as their company means them to: a split without a payee puts an order on hold, and
 * splits that do not add up to its amount leave money in clearing or take some from it. Only orders that may still settle.
 */
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { int8 } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';

/** For `orders o`: those among which broken ones are, as the index `orders_broken_splits` has them. */
export const mayHaveBrokenSplits: RawBuilder<SqlBool> = sql<SqlBool>`
  (o.settlement_status in ('unsettled', 'awaiting_funds', 'on_hold')
   and (o.warnings <> '{}' or jsonb_path_exists(o.splits, '$[*] ? (@.type != "partner" && @.ref == null)')))`;

/** For `orders o` of this holder. */
export const hasBrokenSplits = (holderId: bigint): RawBuilder<SqlBool> => sql<SqlBool>`
  (${mayHaveBrokenSplits}
   and ((select sum((s ->> 'amount')::bigint) from jsonb_array_elements(o.splits) s) <> o.total_amount
     or (not o.is_shadow and exists (
       select from jsonb_array_elements(o.splits) with ordinality s (split, line)
       where s.split ->> 'type' <> 'partner' and (s.split ->> 'amount')::bigint - coalesce(o.uncaptured[s.line], 0) > coalesce(o.reduced[s.line], 0)
         and not exists (
           select from links l
           where l.company_id = ${holderId} and l.id = (s.split ->> 'ref')::bigint and l.type = s.split ->> 'type')))))`;

/** @returns those of these orders whose splits are broken. */
export async function findBrokenSplits(db: Database, holderId: bigint, ids: readonly bigint[]): Promise<Set<bigint>> {
  if (ids.length === 0) return new Set();
  const rows = await query({ id: int8 })`
    select o.id from orders o
    where o.holder_id = ${holderId} and o.id = any(${ids}::bigint[]) and ${hasBrokenSplits(holderId)}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
