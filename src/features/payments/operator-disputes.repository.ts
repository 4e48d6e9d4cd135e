/** SQL of disputes for the operator: those of all payees, and the money of one. Reads only. */

import { type RawBuilder, sql } from 'kysely';
import { int4, int8, nullable, oneOf, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Page, SortedPlace } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import { readTotals, type Totals } from '../../base/database/totals.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import { holderKindNames } from '../../base/schemas/holder-parts.ts';
import { accountNameInSql } from '../../core/ledger/account-sql.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { transferCode } from '../../core/ledger/transfer-code.ts';
import { disputeStatuses } from '../providers/provider.ts';
import { decidedAfter, dueInSql, isOpen, type Opened, openAfter, openedIn } from './open-disputes.repository.ts';

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
  fee: int8,
  feeReturned: int8,
  feeCurrency: nullable(text),
  createdAt: timestamptz,
  updatedAt: timestamptz,
  paymentId: text,
  payeeName: text,
  payeeKind: oneOf(...holderKindNames),
};

export type ListedDispute = RowOf<typeof columns>;

const select = (db: Database | Tx, rest: RawBuilder<unknown>) =>
  query(columns)`
    select d.holder_id as "holderId", d.id, d.position, d.status, d.reason, d.evidence_due_at as "evidenceDueAt",
      ${dueInSql} as due, d.amount, d.currency, d.withdrawals, d.returns, d.fee, d.fee_returned as "feeReturned",
      d.fee_currency as "feeCurrency", d.created_at as "createdAt", d.updated_at as "updatedAt",
      d.payment_id as "paymentId", h.name as "payeeName", h.kind as "payeeKind"
    from disputes d join holders h on h.id = d.holder_id
    where ${rest}`.execute(db);

export type DisputeFilter = Opened & {
  mode: Mode;
  /** A dispute's or payment's id, or a part of the payee's name. */
  search?: string | undefined;
};

function conditionsOf({ mode, search, ...opened }: DisputeFilter): RawBuilder<unknown> {
  const conditions = [sql`d.mode = ${mode}`, ...openedIn(opened)];
  if (search !== undefined) {
    conditions.push(sql`(d.id = ${search} or d.payment_id = ${search} or strpos(lower(h.name), lower(${search})) > 0)`);
  }
  return sql.join(conditions, sql` and `);
}

/** What the list of open ones, or of decided ones, has on all its pages. */
export const sumDisputes = (db: Database, status: 'open' | 'closed', filter: DisputeFilter): Promise<Totals> =>
  readTotals(
    db,
    sql`
      select d.currency, d.amount from disputes d join holders h on h.id = d.holder_id
      where ${conditionsOf(filter)} and ${status === 'open' ? isOpen : sql`not ${isOpen}`}`,
    ['amount'],
  );

/** @returns at most `limit` that are not decided, the nearest deadline first. */
export async function listOpenDisputes(
  db: Database,
  filter: DisputeFilter,
  { after, limit }: Page<SortedPlace>,
): Promise<ListedDispute[]> {
  return select(db, sql`${conditionsOf(filter)} and ${openAfter(after)} order by due, d.position limit ${limit}`);
}

/** @returns at most `limit` that are decided, newest first. */
export async function listClosedDisputes(
  db: Database,
  filter: DisputeFilter,
  { after, limit }: Page<SortedPlace>,
): Promise<ListedDispute[]> {
  return select(db, sql`${conditionsOf(filter)} and ${decidedAfter(after)} order by d.position desc limit ${limit}`);
}

export async function findListedDispute(db: Database | Tx, mode: Mode, id: string): Promise<ListedDispute | undefined> {
  return (await select(db, sql`d.mode = ${mode} and d.id = ${id} order by d.position limit 1`))[0];
}

/** Counts disputes that need a response by then, with the nearest deadline, and evidence that waits to be handed over. */
export async function countDueDisputes(
  db: Database,
  mode: Mode,
  until: Date,
): Promise<{ open: number; due: number; nextDueAt: Date | null; toHandOver: number }> {
  const row = await query({ open: int8, due: int8, nextDueAt: nullable(timestamptz), toHandOver: int8 })`
    select count(*) as open,
      count(*) filter (where d.status = 'needs_response' and d.evidence_due_at <= ${until}) as due,
      min(d.evidence_due_at) filter (where d.status = 'needs_response') as "nextDueAt",
      (select count(*) from dispute_evidence e
        join disputes h on h.holder_id = e.holder_id and h.id = e.dispute_id
        where e.state = 'waiting' and h.mode = ${mode}) as "toHandOver"
    from disputes d where d.mode = ${mode} and ${isOpen}`.executeTakeFirstOrThrow(db);
  return { open: Number(row.open), due: Number(row.due), nextDueAt: row.nextDueAt, toHandOver: Number(row.toHandOver) };
}

const transferColumns = {
  holderId: int8,
  id: int8,
  code: transferCode,
  amount: int8,
  currency: text,
  fromAccount: text,
  toAccount: text,
  createdAt: timestamptz,
  holderName: text,
  holderKind: oneOf(...holderKindNames),
};

export type DisputeTransfer = RowOf<typeof transferColumns>;

/** What was taken, advanced, charged and given back, in the payee's book and the service's. */
export async function listDisputeTransfers(
  db: Database,
  { holderId, mode, id }: { holderId: bigint; mode: Mode; id: string },
): Promise<DisputeTransfer[]> {
  return query(transferColumns)`
    select t.holder_id as "holderId", t.id, t.code, t.amount, t.currency, ${accountNameInSql('f')} as "fromAccount",
      ${accountNameInSql('o')} as "toAccount", t.created_at as "createdAt", h.name as "holderName",
      h.kind as "holderKind"
    from transfers t
    join accounts f on f.holder_id = t.holder_id and f.id = t.from_account_id
    join accounts o on o.holder_id = t.holder_id and o.id = t.to_account_id
    join holders h on h.id = t.holder_id
    where t.holder_id in (${holderId}, ${serviceHolderId}) and t.mode = ${mode}
      and t.subject_kind in ('dispute', 'dispute_won') and t.subject_id = ${id}
    order by t.created_at, t.holder_id <> ${holderId}, t.id`.execute(db);
}

const paymentColumns = {
  status: text,
  amount: int8,
  currency: text,
  refundedAmount: int8,
  fee: int8,
  createdAt: timestamptz,
  description: nullable(text),
  payerName: nullable(text),
  payerEmail: nullable(text),
  provider: text,
  providerRef: nullable(text),
};

export type DisputedPayment = RowOf<typeof paymentColumns>;

/** The payment with the attempt that paid it. */
export async function findDisputedPayment(
  db: Database | Tx,
  holderId: bigint,
  paymentId: string,
): Promise<DisputedPayment | undefined> {
  return query(paymentColumns)`
    select p.status, coalesce(p.captured_amount, p.amount) as amount, p.currency, p.refunded_amount as "refundedAmount", p.fee, p.created_at as "createdAt",
      p.description, p.payer_name as "payerName", p.payer_email as "payerEmail", y.provider,
      y.provider_ref as "providerRef"
    from payments p
    join payment_attempts y on y.holder_id = p.holder_id and y.payment_id = p.id and y.status = 'succeeded'
    where p.holder_id = ${holderId} and p.id = ${paymentId} limit 1`.executeTakeFirst(db);
}
