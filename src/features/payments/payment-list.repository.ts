/** Lists a shop's payments for its people: searched, filtered, sorted and paged in the database. */

import { type RawBuilder, sql } from 'kysely';
import { bool, int8, nullable, oneOf, selectList, text, timestamptz } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import { readTotals, type Totals } from '../../base/database/totals.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { type FeeMethod, feeMethods } from './fees/fee-rule.ts';
import type { PaymentStatus } from './payment.ts';
import { type PaymentSearch, readSearch, type SearchedAmount } from './payment-search.ts';

/** Newest first, oldest first, largest or smallest amount first. */
export const paymentSorts = ['newest', 'oldest', 'largest', 'smallest'] as const;
export type PaymentSort = (typeof paymentSorts)[number];

/**
 * `disputed`: money is with the customer's bank, and who keeps it is open. `refund_pending`: a refund has no result yet. `refund_failed`: one
 * failed, and what it was about has not been refunded since.
 */
export const attentions = ['disputed', 'refund_pending', 'refund_failed'] as const;
type Attention = (typeof attentions)[number];

/** What a payment is dated by: when it was created or paid, when any of it was refunded, or when it was disputed. */
export const datings = ['created', 'paid', 'refunded', 'disputed'] as const;
type Dating = (typeof datings)[number];

export type PaymentListFilter = {
  search?: string;
  status?: PaymentStatus;
  attention?: Attention;
  currency?: string;
  /** At this time or later, and before that one. */
  dated?: { by: Dating; from: Date | undefined; to: Date | undefined };
  /** By which method it was paid. */
  method?: FeeMethod;
  /** An attempt was declined for this reason; `any`: for whichever. */
  declinedFor?: string;
  /** It was paid or ended unpaid, by this time. */
  finishedBy?: Date;
  customerId?: bigint;
  /** Whether who paid may be searched for. */
  seesPayers: boolean;
};

const columns = {
  id: text,
  mode: oneOf('test', 'live'),
  status: oneOf(
    'created',
    'processing',
    'authorized',
    'succeeded',
    'partially_refunded',
    'refunded',
    'cancelled',
    'expired',
  ),
  amount: int8,
  currency: text,
  custom: nullable(text),
  description: nullable(text),
  trxId: nullable(text),
  payerName: nullable(text),
  payerEmail: nullable(text),
  fee: int8,
  refundedAmount: int8,
  chargedBackAmount: int8,
  manualCapture: bool,
  capturableUntil: nullable(timestamptz),
  captureAmount: nullable(int8),
  capturedAmount: nullable(int8),
  createdAt: timestamptz,
  expiresAt: timestamptz,
  transferUntil: nullable(timestamptz),
  paidAt: nullable(timestamptz),
};
const rowColumns = {
  ...columns,
  /** From the attempt that paid, or authorized it. */
  method: nullable(oneOf(...feeMethods)),
  cardLastFour: nullable(text),
  cardBrand: nullable(text),
};

export type ListedPayment = Awaited<ReturnType<typeof listPayments>>[number];

type PaymentPage = Page<string> & { sort: PaymentSort };

/** @param page.after the id of the payment that the page before this one ended with. */
export function listPayments(db: Database, { holderId, mode }: Book, filter: PaymentListFilter, page: PaymentPage) {
  const conditions = [conditionsOf({ holderId, mode }, filter)];
  if (page.after !== undefined) conditions.push(afterPayment[page.sort](holderId, page.after));
  const where = sql.join(conditions, sql` and `);
  const isByAmount = page.sort === 'largest' || page.sort === 'smallest';
  const ids = isByAmount && filter.search !== undefined ? sortedAsWhole(where, page) : inOrder(where, page);
  return query(rowColumns)`
    select ${selectList(columns, 'p')}, a.method, a.card_last_four as "cardLastFour", a.card_brand as "cardBrand"
    from (${ids}) found
    join payments p on p.holder_id = ${holderId} and p.id = found.id
    left join payment_attempts a on a.holder_id = p.holder_id and a.payment_id = p.id and a.status in ('succeeded', 'authorized')
    order by ${orderBy[page.sort]} limit ${page.limit}`.execute(db);
}

const paymentSums = ['amount', 'fee', 'refunded_amount', 'paid_amount', 'unpaid_amount'] as const;

/** What `listPayments` lists on all its pages. */
export const sumPayments = (db: Database, book: Book, filter: PaymentListFilter): Promise<Totals> =>
  readTotals(
    db,
    sql`
      select p.currency, p.amount, p.fee, p.refunded_amount,
        case when p.paid_at is null then 0 else coalesce(p.captured_amount, p.amount) end as paid_amount,
        case when p.paid_at is null then p.amount else 0 end as unpaid_amount
      from payments p where ${conditionsOf(book, filter)}`,
    paymentSums,
  );

function conditionsOf({ holderId, mode }: Book, filter: PaymentListFilter): RawBuilder<unknown> {
  const conditions: RawBuilder<unknown>[] = [sql`p.holder_id = ${holderId} and p.mode = ${mode}`];
  if (filter.status !== undefined) conditions.push(sql`p.status = ${filter.status}`);
  if (filter.currency !== undefined) conditions.push(sql`p.currency = ${filter.currency}`);
  if (filter.dated !== undefined) conditions.push(datedIn({ holderId, mode }, filter.dated));
  if (filter.method !== undefined) {
    conditions.push(sql`exists (
      select from payment_attempts a
      where a.holder_id = p.holder_id and a.payment_id = p.id and a.status = 'succeeded' and a.method = ${filter.method})`);
  }
  if (filter.declinedFor !== undefined) {
    const forReason = filter.declinedFor === 'any' ? sql`` : sql`and a.error = ${filter.declinedFor}`;
    conditions.push(sql`exists (
      select from payment_attempts a
      where a.holder_id = p.holder_id and a.payment_id = p.id and a.status = 'declined' ${forReason})`);
  }
  if (filter.customerId !== undefined) conditions.push(sql`p.customer_id = ${filter.customerId}`);
  if (filter.finishedBy !== undefined) conditions.push(finishedBy(filter.finishedBy));
  if (filter.attention !== undefined) conditions.push(needing(filter.attention));
  if (filter.search !== undefined) conditions.push(matching(readSearch(filter.search), filter.seesPayers));
  return sql.join(conditions, sql` and `);
}

function datedIn({ holderId, mode }: Book, { by, from, to }: NonNullable<PaymentListFilter['dated']>) {
  const isIn = (column: string): RawBuilder<unknown> => {
    const after = from === undefined ? [] : [sql`${sql.ref(column)} >= ${from}`];
    const before = to === undefined ? [] : [sql`${sql.ref(column)} < ${to}`];
    return sql.join([...after, ...before], sql` and `);
  };
  if (by === 'created') return isIn('p.created_at');
  if (by === 'paid') return isIn('p.paid_at');
  if (by === 'disputed') {
    return sql`p.id in (
      select d.payment_id from disputes d
      where d.holder_id = ${holderId} and d.mode = ${mode} and ${isIn('d.created_at')})`;
  }
  return sql`p.id in (
    select r.payment_id from refunds r
    where r.holder_id = ${holderId} and r.mode = ${mode} and r.status in ('pending', 'succeeded')
      and ${isIn('r.created_at')})`;
}

/** A condition on `payments p`: it was paid, or ended unpaid, as its row says or as its time has passed. */
export const finishedBy = (now: Date): RawBuilder<unknown> => sql`
  (p.paid_at is not null or p.status in ('cancelled', 'expired')
    or (p.status = 'created' and p.expires_at <= ${now} and (p.transfer_until is null or p.transfer_until <= ${now})))`;

const inOrder = (where: RawBuilder<unknown>, { sort, limit }: PaymentPage): RawBuilder<unknown> => sql`
  select p.id from payments p where ${where} order by ${orderBy[sort]} limit ${limit}`;

/** What a search finds: in the order of amounts, all payments would be read from all over the table. */
const sortedAsWhole = (where: RawBuilder<unknown>, { sort, limit }: PaymentPage): RawBuilder<unknown> => sql`
  select p.id from (select p.id, p.amount from payments p where ${where} offset 0) p
  order by ${orderBy[sort]} limit ${limit}`;

const orderBy: Record<PaymentSort, RawBuilder<unknown>> = {
  newest: sql`p.created_at desc, p.id desc`,
  oldest: sql`p.created_at, p.id`,
  largest: sql`p.amount desc, p.id desc`,
  smallest: sql`p.amount, p.id`,
};

/** A payment's time and amount never change, so its place in a list doesn't either. */
const ofPayment = (column: 'created_at' | 'amount', holderId: bigint, id: string): RawBuilder<unknown> =>
  sql`((select e.${sql.raw(column)} from payments e where e.holder_id = ${holderId} and e.id = ${id}), ${id}::text)`;

const afterPayment: Record<PaymentSort, (holderId: bigint, id: string) => RawBuilder<unknown>> = {
  newest: (holderId, id) => sql`(p.created_at, p.id) < ${ofPayment('created_at', holderId, id)}`,
  oldest: (holderId, id) => sql`(p.created_at, p.id) > ${ofPayment('created_at', holderId, id)}`,
  largest: (holderId, id) => sql`(p.amount, p.id) < ${ofPayment('amount', holderId, id)}`,
  smallest: (holderId, id) => sql`(p.amount, p.id) > ${ofPayment('amount', holderId, id)}`,
};

/** Conditions on `payments p`, also counted on the home. */
export function needing(attention: Attention): RawBuilder<unknown> {
  if (attention === 'disputed') {
    return sql`(p.charged_back_amount > 0 and exists (
      select from disputes d
      where d.holder_id = p.holder_id and d.payment_id = p.id and d.status in ('needs_response', 'under_review')))`;
  }
  if (attention === 'refund_pending') {
    return sql`exists (
      select from refunds r
      where r.holder_id = p.holder_id and r.mode = p.mode and r.payment_id = p.id and r.status = 'pending')`;
  }
  return sql`exists (
    select from refunds r
    where r.holder_id = p.holder_id and r.mode = p.mode and r.payment_id = p.id and r.status = 'failed'
      and p.refunded_amount + p.charged_back_amount + r.amount <= coalesce(p.captured_amount, p.amount))`;
}

/** Behind every digit and letter, in the order that ids have. */
const behindAll = '~';

function matching(search: PaymentSearch, seesPayers: boolean): RawBuilder<unknown> {
  if (search.kind === 'payment_id') return startsWith('id', search.start);
  if (search.kind === 'trx_id') return startsWith('trx_id', search.start);
  const texts = ['search_text', ...(seesPayers ? ['payer_search_text'] : [])];
  const parts = texts.map((column) => sql`strpos(p.${sql.raw(column)}, ${search.text}) > 0`);
  return sql`(${sql.join([...parts, ...search.amounts.map(isAmount)], sql` or `)})`;
}

const startsWith = (column: 'id' | 'trx_id', start: string): RawBuilder<unknown> =>
  sql`p.${sql.raw(column)} >= ${start} and p.${sql.raw(column)} < ${start + behindAll}`;

const isAmount = ({ minor, currencies }: SearchedAmount): RawBuilder<unknown> =>
  sql`(p.amount = ${minor} and p.currency = any(${[...currencies]}::text[]))`;
