/**
 * Which rows an incremental verification checks together with those that changed (changed.ts): a row, its refunds, and the same
 * row's transfers in another book.
 */
import { type RawBuilder, sql } from 'kysely';
import { serviceHolderId } from '../post.ts';
import type { SubjectTable } from './check.ts';

const service = sql.raw(`${serviceHolderId}::bigint`);

export type Companion = { table: SubjectTable; rows: RawBuilder<unknown> };

/** Rows that lead from one table's changed rows to another's: a row of `table` for each that `rows` finds. */
const companion = (table: SubjectTable, rows: RawBuilder<unknown>): Companion => ({ table, rows });

/** Who may owe the service. */
const debtors = sql`select distinct holder_id from accounts where kind = 'debt'`;

/**
 * Further rows that must be checked together with a changed one, each list completing what the ones before found. A
 * payment or refund has transfers in a customer's book, and a collection, dispute, top-up or fee of an order in the service's:
 * they are found under the other holder with the same id, from either side.
 */
export const companions: readonly Companion[] = [
  companion(
    'orders',
    sql`
      select l.holder_id, l.order_id from touched_shadow_claims k
      join shadow_claim_lines l on l.holder_id = k.holder_id and l.claim_id = k.id`,
  ),
  companion(
    'refunds',
    sql`
      select r.holder_id, r.id from touched_refunds k
      join payment_attempts a on a.payer_holder_id = k.holder_id
      join refunds r on r.holder_id = a.holder_id and r.payment_id = a.payment_id and r.id = k.id`,
  ),
  companion(
    'payments',
    sql`
      select a.holder_id, a.payment_id from touched_payments k
      join payment_attempts a on a.payer_holder_id = k.holder_id and a.payment_id = k.id`,
  ),
  companion(
    'payments',
    sql`
      select a.holder_id, a.payment_id from touched_payment_attempts k
      join payment_attempts a on a.holder_id = k.holder_id and a.id = k.id`,
  ),
  companion(
    'disputes',
    sql`
      select d.holder_id, d.id from touched_disputes k
      join disputes d on d.id = k.id where k.holder_id = ${service}`,
  ),
  companion(
    'debt_settlements',
    sql`
      select d.holder_id, d.id from touched_debt_settlements k
      join debt_settlements d on d.id = k.id where k.holder_id = ${service}`,
  ),
  companion(
    'top_ups',
    sql`
      select u.holder_id, u.id from touched_top_ups k
      join top_ups u on u.id = k.id where k.holder_id = ${service}`,
  ),
  companion(
    'orders',
    sql`
      select o.holder_id, o.id from touched_orders k
      join (${debtors}) d on k.holder_id = ${service}
      join orders o on o.holder_id = d.holder_id and o.id = k.id`,
  ),
  companion(
    'order_refunds',
    sql`
      select r.holder_id, r.id from touched_order_refunds k
      join (${debtors}) d on k.holder_id = ${service}
      join order_refunds r on r.holder_id = d.holder_id and r.id = k.id`,
  ),
  companion(
    'payments',
    sql`
      select d.holder_id, d.payment_id from touched_disputes k
      join disputes d on d.holder_id = k.holder_id and d.id = k.id`,
  ),
  companion(
    'payments',
    sql`
      select p.holder_id, p.id from touched_orders k
      join payments p on p.holder_id = k.holder_id and p.order_id = k.id`,
  ),
  companion(
    'payments',
    sql`
      select r.holder_id, r.payment_id from touched_refunds k
      join refunds r on r.holder_id = k.holder_id and r.id = k.id`,
  ),
  companion(
    'orders',
    sql`
      select p.holder_id, p.order_id from touched_payments k
      join payments p on p.holder_id = k.holder_id and p.id = k.id and p.order_id is not null`,
  ),
  companion(
    'refunds',
    sql`
      select r.holder_id, r.id from touched_payments k
      join refunds r on r.holder_id = k.holder_id and r.payment_id = k.id`,
  ),
  companion(
    'disputes',
    sql`
      select d.holder_id, d.id from touched_payments k
      join disputes d on d.holder_id = k.holder_id and d.payment_id = k.id`,
  ),
  companion(
    'order_refunds',
    sql`
      select r.holder_id, r.id from touched_refunds k
      join order_refunds r on r.holder_id = k.holder_id and r.payment_refund_id = k.id`,
  ),
  companion(
    'orders',
    sql`
      select r.holder_id, r.order_id from touched_order_refunds k
      join order_refunds r on r.holder_id = k.holder_id and r.id = k.id`,
  ),
  companion(
    'order_refunds',
    sql`
      select r.holder_id, r.id from touched_orders k
      join order_refunds r on r.holder_id = k.holder_id and r.order_id = k.id`,
  ),
  companion(
    'shadow_payments',
    sql`
      select l.holder_id, l.payment_id from touched_orders k
      join shadow_payment_lines l on l.holder_id = k.holder_id and l.order_id = k.id`,
  ),
  companion(
    'payments',
    sql`
      select a.payer_holder_id, a.payment_id from touched_payments k
      join payment_attempts a on a.holder_id = k.holder_id and a.payment_id = k.id and a.payer_holder_id is not null`,
  ),
  companion(
    'refunds',
    sql`
      select a.payer_holder_id, r.id from touched_refunds k
      join refunds r on r.holder_id = k.holder_id and r.id = k.id
      join payment_attempts a on a.holder_id = r.holder_id and a.payment_id = r.payment_id
        and a.payer_holder_id is not null`,
  ),
  companion(
    'orders',
    sql`
      select ${service}, o.id from touched_orders k
      join orders o on o.holder_id = k.holder_id and o.id = k.id and o.fee > 0`,
  ),
  companion(
    'order_refunds',
    sql`
      select ${service}, r.id from touched_order_refunds k
      join order_refunds r on r.holder_id = k.holder_id and r.id = k.id
      join orders o on o.holder_id = r.holder_id and o.id = r.order_id and o.fee > 0`,
  ),
  companion('disputes', sql`select ${service}, k.id from touched_disputes k`),
  companion('debt_settlements', sql`select ${service}, k.id from touched_debt_settlements k`),
  companion('top_ups', sql`select ${service}, k.id from touched_top_ups k`),
  companion('fee_collections', sql`select ${service}, k.id from touched_fee_collections k`),
  companion(
    'fee_collections',
    sql`
      select f.holder_id, f.id from touched_fee_collections k
      join holders h on h.id::text = split_part(k.id, ':', 1)
      join fee_collections f on f.holder_id = h.id and f.id = k.id`,
  ),
];
