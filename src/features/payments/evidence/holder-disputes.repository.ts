/** SQL of disputes for the people of the shop or company that they are about. Reads only, and never the bytes of a file. */

import { type RawBuilder, sql } from 'kysely';
import { int4, int8, nullable, oneOf, type RowOf, text, timestamptz } from '../../../base/database/columns.ts';
import type { Page, SortedPlace } from '../../../base/database/page.ts';
import type { Database } from '../../../base/database/pool.ts';
import { query } from '../../../base/database/statement.ts';
import { readTotals, type Totals } from '../../../base/database/totals.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import { disputeStatuses } from '../../providers/provider.ts';
import { decidedAfter, dueInSql, isOpen, type Opened, openAfter, openedIn } from '../open-disputes.repository.ts';
import { evidenceStates } from './evidence.ts';

const columns = {
  holderId: int8,
  id: text,
  position: int8,
  status: oneOf(...disputeStatuses),
  reason: nullable(text),
  evidenceDueAt: nullable(timestamptz),
  /** Milliseconds of the deadline; far in the future without one. */
  due: int8,
  amount: int8,
  currency: text,
  withdrawals: int4,
  returns: int4,
  createdAt: timestamptz,
  updatedAt: timestamptz,
  paymentId: text,
  provider: text,
  paidAt: nullable(timestamptz),
  paymentAmount: int8,
  paymentCurrency: text,
  cardLastFour: nullable(text),
  cardBrand: nullable(text),
  customerId: nullable(int8),
  description: nullable(text),
  custom: nullable(text),
  payerName: nullable(text),
  payerEmail: nullable(text),
  orderId: nullable(int8),
  orderRef: nullable(text),
  state: nullable(oneOf(...evidenceStates)),
  submittedAt: nullable(timestamptz),
};

export type HolderDispute = RowOf<typeof columns>;

const select = (db: Database | Tx, { holderId, mode }: Book, rest: RawBuilder<unknown>) =>
  query(columns)`
    select d.holder_id as "holderId", d.id, d.position, d.status, d.reason, d.evidence_due_at as "evidenceDueAt",
      ${dueInSql} as due, d.amount, d.currency, d.withdrawals, d.returns, d.created_at as "createdAt",
      d.updated_at as "updatedAt", d.payment_id as "paymentId", y.provider, p.paid_at as "paidAt",
      coalesce(p.captured_amount, p.amount) as "paymentAmount", p.currency as "paymentCurrency", y.card_last_four as "cardLastFour",
      y.card_brand as "cardBrand", p.customer_id as "customerId", p.description, p.custom, p.payer_name as "payerName", p.payer_email as "payerEmail", p.order_id as "orderId",
      o.partner_order_ref as "orderRef", e.state, e.submitted_at as "submittedAt"
    from disputes d
    join payments p on p.holder_id = d.holder_id and p.id = d.payment_id
    join payment_attempts y on y.holder_id = p.holder_id and y.payment_id = p.id and y.status = 'succeeded'
    left join orders o on o.holder_id = p.holder_id and o.id = p.order_id
    left join dispute_evidence e on e.holder_id = d.holder_id and e.dispute_id = d.id
    where d.holder_id = ${holderId} and d.mode = ${mode} and ${rest}`.execute(db);

export type DisputeFilter = Opened & {
  /** An id, or a part of the reference, the description or the order's reference. */
  search?: string | undefined;
  /** The link of a party with a split of the order. */
  payee?: bigint | undefined;
  /** Who paid what is disputed. */
  customer?: bigint | undefined;
};

const matches = ({ search, payee, customer, ...opened }: DisputeFilter): RawBuilder<unknown> => {
  const conditions = [sql`true`, ...openedIn(opened)];
  if (search !== undefined) {
    conditions.push(sql`(d.id = ${search} or d.payment_id = ${search} or strpos(p.search_text, lower(${search})) > 0
        or strpos(lower(o.partner_order_ref), lower(${search})) > 0)`);
  }
  if (payee !== undefined) conditions.push(sql`o.splits @> ${JSON.stringify([{ ref: Number(payee) }])}::jsonb`);
  if (customer !== undefined) conditions.push(sql`p.customer_id = ${customer}`);
  return sql.join(conditions, sql` and `);
};

/** @returns at most `limit` that are not decided, the nearest deadline first. */
export async function listOpenOf(
  db: Database,
  book: Book,
  filter: DisputeFilter,
  { after, limit }: Page<SortedPlace>,
): Promise<HolderDispute[]> {
  return select(db, book, sql`${matches(filter)} and ${openAfter(after)} order by due, d.position limit ${limit}`);
}

/** @returns at most `limit` that are decided, newest first. */
export async function listDecidedOf(
  db: Database,
  book: Book,
  filter: DisputeFilter,
  { after, limit }: Page<SortedPlace>,
): Promise<HolderDispute[]> {
  return select(db, book, sql`${matches(filter)} and ${decidedAfter(after)} order by d.position desc limit ${limit}`);
}

/** What the list of open ones, or of decided ones, has on all its pages. */
export const sumDisputesOf = (
  db: Database,
  { holderId, mode }: Book,
  status: 'open' | 'closed',
  filter: DisputeFilter,
): Promise<Totals> =>
  readTotals(
    db,
    sql`
      select d.currency, d.amount
      from disputes d
      join payments p on p.holder_id = d.holder_id and p.id = d.payment_id
      left join orders o on o.holder_id = p.holder_id and o.id = p.order_id
      where d.holder_id = ${holderId} and d.mode = ${mode} and ${matches(filter)}
        and ${status === 'open' ? isOpen : sql`not ${isOpen}`}`,
    ['amount'],
  );

export async function findDisputeOf(db: Database | Tx, book: Book, id: string): Promise<HolderDispute | undefined> {
  return (await select(db, book, sql`d.id = ${id}`))[0];
}

const waitsForResponse = ({ holderId, mode }: Book) => sql`
  d.holder_id = ${holderId} and d.mode = ${mode} and d.status = 'needs_response'
    and not exists (
      select from dispute_evidence e
      where e.holder_id = d.holder_id and e.dispute_id = d.id and e.state <> 'draft')`;

/** How many wait for a response. */
export async function countToAnswer(db: Database, book: Book): Promise<number> {
  const { count } = await query({ count: int8 })`
    select count(*) as count from disputes d where ${waitsForResponse(book)}`.executeTakeFirstOrThrow(db);
  return Number(count);
}

/** Those that wait for a response, by currency, the one with the most first: minor units, and the nearest deadline. */
export const sumToAnswer = (db: Database, book: Book) =>
  query({ currency: text, count: int8, amount: text, dueAt: nullable(timestamptz), firstId: text })`
    select d.currency, count(*) as count, sum(d.amount)::text as amount, min(d.evidence_due_at) as "dueAt",
      min(d.id) as "firstId"
    from disputes d where ${waitsForResponse(book)}
    group by d.currency order by count(*) desc, d.currency`.execute(db);
