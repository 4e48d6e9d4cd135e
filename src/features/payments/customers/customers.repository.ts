/** SQL of a shop's customers: the list, and what one of them paid, got back and paid with. Reads only. */
import { type RawBuilder, sql } from 'kysely';
import {
  bool,
  int8,
  nullable,
  oneOf,
  type RowOf,
  selectList,
  text,
  timestamptz,
} from '../../../base/database/columns.ts';
import type { Page, SortedPlace } from '../../../base/database/page.ts';
import type { Database } from '../../../base/database/pool.ts';
import { query } from '../../../base/database/statement.ts';
import { countRows, type Totals } from '../../../base/database/totals.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import type { PaymentKey } from '../payment.ts';

const stored = { id: int8, name: text, email: text, payments: int8, firstPaidAt: timestamptz, lastPaidAt: timestamptz };
const columns = { ...stored, hasAccount: bool, lastPaidUs: int8 };

export type Customer = RowOf<typeof columns>;

const select = sql`
  select ${selectList(stored, 'c')}, c.payer_holder_id is not null as "hasAccount",
    (extract(epoch from c.last_paid_at) * 1000000)::bigint as "lastPaidUs"
  from customers c`;

export type CustomerFilter = {
  /** A part of the name or address. */
  search?: string | undefined;
  /** The last payment was at this time or later, and before that one. */
  from?: Date | undefined;
  to?: Date | undefined;
};

function isListed({ holderId, mode }: Book, { search, from, to }: CustomerFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`c.holder_id = ${holderId} and c.mode = ${mode}`];
  if (search !== undefined) {
    const sought = search.trim().toLowerCase();
    conditions.push(sql`(strpos(c.name_key, ${sought}) > 0 or strpos(c.email_key, ${sought}) > 0)`);
  }
  if (from !== undefined) conditions.push(sql`c.last_paid_at >= ${from}`);
  if (to !== undefined) conditions.push(sql`c.last_paid_at < ${to}`);
  return sql.join(conditions, sql` and `);
}

/** The one who paid last first. @param page.after microseconds of the last payment, and the id. */
export function listCustomers(
  db: Database,
  book: Book,
  { after, limit, ...filter }: Page<SortedPlace> & CustomerFilter,
): Promise<Customer[]> {
  const conditions = [isListed(book, filter)];
  if (after !== undefined) {
    conditions.push(
      sql`(c.last_paid_at, c.id) < ('epoch'::timestamptz + ${after.key}::bigint * interval '1 microsecond', ${after.id})`,
    );
  }
  return query(columns)`
    ${select} where ${sql.join(conditions, sql` and `)}
    order by c.last_paid_at desc, c.id desc limit ${limit}`.execute(db);
}

/** How many `listCustomers` lists on all its pages. */
export const countCustomers = (db: Database, book: Book, filter: CustomerFilter): Promise<Totals> =>
  countRows(db, sql`select c.id from customers c where ${isListed(book, filter)}`);

export const findCustomer = (db: Database, { holderId, mode }: Book, id: bigint): Promise<Customer | undefined> =>
  query(columns)`
    ${select} where c.holder_id = ${holderId} and c.mode = ${mode} and c.id = ${id}`.executeTakeFirst(db);

/** Whose a payment is; null for one without an address, and for a minute after it was paid. */
export async function findCustomerOfPayment(db: Database | Tx, { holderId, id }: PaymentKey): Promise<bigint | null> {
  const row = await query({ customerId: nullable(int8) })`
    select customer_id as "customerId" from payments where holder_id = ${holderId} and id = ${id}`.executeTakeFirst(db);
  return row?.customerId ?? null;
}

const paidSums = { customerId: int8, currency: text, paid: text };

/** In minor units: what each of these customers paid in each currency, before refunds; the largest of each first. */
export async function sumOfCustomers(
  db: Database,
  { holderId }: Book,
  ids: readonly bigint[],
): Promise<Map<bigint, RowOf<typeof paidSums>[]>> {
  if (ids.length === 0) return new Map();
  const rows = await query(paidSums)`
    select coalesce(p.customer_id, 0) as "customerId", p.currency, sum(coalesce(p.captured_amount, p.amount))::text as paid
    from payments p
    where p.holder_id = ${holderId} and p.customer_id = any(${ids}::bigint[])
    group by 1, 2 order by 1, sum(coalesce(p.captured_amount, p.amount)) desc, 2`.execute(db);
  return Map.groupBy(rows, ({ customerId }) => customerId);
}

/** By currency, in minor units: what was paid, what of it was refunded, and what the customer's bank took back. */
export const sumOfCustomer = (db: Database, { holderId }: Book, id: bigint) =>
  query({ currency: text, payments: int8, paid: text, refunded: text, chargedBack: text })`
    select p.currency, count(*) as payments, sum(coalesce(p.captured_amount, p.amount))::text as paid,
      sum(p.refunded_amount)::text as refunded, sum(p.charged_back_amount)::text as "chargedBack"
    from payments p
    where p.holder_id = ${holderId} and p.customer_id = ${id}
    group by 1 order by sum(coalesce(p.captured_amount, p.amount)) desc, 1`.execute(db);

/** The cards that they paid with, the last one first. */
export const listCardsOfCustomer = (db: Database, { holderId }: Book, id: bigint, limit: number) =>
  query({ lastFour: text, brand: nullable(text), payments: int8, lastUsedAt: timestamptz })`
    select coalesce(a.card_last_four, '') as "lastFour", max(a.card_brand) as brand, count(*) as payments, max(p.created_at) as "lastUsedAt"
    from payments p
    join payment_attempts a on a.holder_id = p.holder_id and a.payment_id = p.id and a.status = 'succeeded'
    where p.holder_id = ${holderId} and p.customer_id = ${id} and a.card_last_four is not null
    group by 1 order by max(p.created_at) desc, 1 limit ${limit}`.execute(db);

/** Newest first. */
export const listRefundsOfCustomer = (db: Database, { holderId, mode }: Book, id: bigint, limit: number) =>
  query({
    id: text,
    paymentId: text,
    refundRef: text,
    status: oneOf('pending', 'succeeded', 'failed'),
    amount: int8,
    currency: text,
    createdAt: timestamptz,
  })`
    select r.id, r.payment_id as "paymentId", r.refund_ref as "refundRef", r.status, r.amount, r.currency,
      r.created_at as "createdAt"
    from payments p
    join refunds r on r.holder_id = p.holder_id and r.payment_id = p.id and r.mode = ${mode}
    where p.holder_id = ${holderId} and p.customer_id = ${id}
    order by r.created_at desc, r.id limit ${limit}`.execute(db);
