/**
 * What a company's clearing pays before anything else may spend from it (docs/ledger.md, "Waiting refunds"). The rows
 * are the features' own; the sum is needed by every use case that spends from or credits clearing.
 */
import { type RawBuilder, sql } from 'kysely';
import { int8, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Book } from './accounts.ts';

/**
 * What waits for clearing, in minor units: refunds, and what failed refunds owe the parties of their orders. Whatever
 * else is to be paid first joins this sum. Decide from it only while clearing is locked: rows start and stop waiting
 * only under this lock.
 */
export async function sumReserved(
  db: Database | Tx,
  { holderId, mode, currency }: Book & { currency: string },
): Promise<bigint> {
  const inCurrency = sql`holder_id = ${holderId} and mode = ${mode} and currency = ${currency}`;
  const { sum } = await query({ sum: int8 })`
    select (
      (select coalesce(sum(amount), 0) from order_refunds where ${inCurrency} and status = 'awaiting_funds')
      + (select coalesce(sum(restitution_amount), 0) from order_refunds
        where ${inCurrency} and restitution = 'awaiting_funds'))::bigint as sum`.executeTakeFirstOrThrow(db);
  return sum;
}

const due = (
  alias: string,
): string => `((select sum((split ->> 'amount')::bigint) from jsonb_array_elements(${alias}.splits) as split)
  - coalesce((select sum(less) from unnest(${alias}.uncaptured || ${alias}.reduced) as less), 0))`;

/** What an order still costs clearing when it settles, in minor units: the shares of what it collects less what refunds took. */
export const dueInSql = (alias: string): RawBuilder<unknown> => sql.raw(due(alias));

/**
 * What is reserved in clearing for an order that may still settle, in minor units. `reservedFor` in
 * src/features/orders/reserved-shares.ts is the same rule.
 */
export const reservedInSql = (alias: string): RawBuilder<unknown> =>
  sql.raw(`case
    when ${alias}.payment_source <> 'service' or ${alias}.is_shadow or ${alias}.paid_at is null then 0
    when ${alias}.charged_back_amount = 0 then ${due(alias)}
    else least(${due(alias)},
      greatest(coalesce(${alias}.captured_amount, ${alias}.total_amount) - ${alias}.refunded_amount - ${alias}.charged_back_amount, 0)) end`);

/** Orders, under the alias `o`, that were paid at the checkout and have not settled. */
const isPaidAndOpen = sql`o.payment_source = 'service' and not o.is_shadow and o.paid_at is not null
  and o.settlement_status in ('unsettled', 'awaiting_funds', 'on_hold')`;

/**
 * The shares of orders that were paid at the checkout and have not settled, in minor units: what their own settlement or
 * refund takes from clearing, and nothing else may. Decide from it only while clearing is locked, as from `sumReserved`.
 */
export async function sumPaidOrders(
  db: Database | Tx,
  { holderId, mode, currency }: Book & { currency: string },
): Promise<bigint> {
  // Text, because the sum may exceed a bigint.
  const { sum } = await query({ sum: text })`
    select coalesce(sum(${reservedInSql('o')}), 0)::text as sum
    from orders o
    where o.holder_id = ${holderId} and o.mode = ${mode} and o.currency = ${currency}
      and ${isPaidAndOpen}`.executeTakeFirstOrThrow(db);
  return BigInt(sum);
}

/** `sumReserved` and `sumPaidOrders` together, by currency, for those who look: no decision is made from it. */
export async function listReserved(db: Database, { holderId, mode }: Book): Promise<Map<string, bigint>> {
  const inBook = sql`holder_id = ${holderId} and mode = ${mode}`;
  const rows = await query({ currency: text, sum: text })`
    select currency, sum(amount)::text as sum from (
      select currency, amount from order_refunds where ${inBook} and status = 'awaiting_funds'
      union all
      select currency, restitution_amount from order_refunds where ${inBook} and restitution = 'awaiting_funds'
      union all
      select o.currency, ${reservedInSql('o')} from orders o
      where ${inBook} and ${isPaidAndOpen}) reserved
    group by currency`.execute(db);
  return new Map(rows.map(({ currency, sum }) => [currency, BigInt(sum)]));
}
