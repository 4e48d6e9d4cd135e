/** A month's movements by day, and those of a part of it with each settlement's folded to one row. Reads transfers only. */
import { sql } from 'kysely';
import { int8, nullable, type RowOf, text, timestamptz } from '../../../base/database/columns.ts';
import type { Page } from '../../../base/database/page.ts';
import type { Database } from '../../../base/database/pool.ts';
import { query } from '../../../base/database/statement.ts';
import type { Month } from './month.ts';
import type { AccountMonth } from './statements.repository.ts';

type Of = Pick<AccountMonth, 'accountId' | 'firstId' | 'lastId'>;
type Span = Pick<Month, 'from' | 'to'>;

/** The account's transfers within a span, with `amount` from its point of view. None is newer than its month was summed. */
const moved = (holderId: bigint, { accountId, firstId, lastId }: Of, { from, to }: Span) => {
  const within = sql`holder_id = ${holderId} and id between ${firstId} and ${lastId}
    and created_at >= ${from} and created_at < ${to}`;
  return sql`
    select id, code, subject_kind, subject_id, settlement_id, created_at, amount from transfers
    where to_account_id = ${accountId} and ${within}
    union all
    select id, code, subject_kind, subject_id, settlement_id, created_at, -amount from transfers
    where from_account_id = ${accountId} and ${within}`;
};

const statementDay = {
  /** `2031-03-01`, in the month's zone. */
  date: text,
  /** Minor units, both 0 or more. */
  credits: int8,
  debits: int8,
  movements: int8,
  /** Between which ids its transfers are. */
  firstId: int8,
  lastId: int8,
};

export type StatementDay = RowOf<typeof statementDay>;

/** The days of an account's month on which something moved, oldest first. */
export async function sumDays(
  db: Database,
  holderId: bigint,
  account: Of,
  month: Pick<Month, 'from' | 'to' | 'timeZone'>,
): Promise<StatementDay[]> {
  return query(statementDay)`
    select to_char(created_at at time zone ${month.timeZone}, 'YYYY-MM-DD') as date,
      coalesce(sum(amount) filter (where amount > 0), 0)::bigint as credits,
      coalesce(-sum(amount) filter (where amount < 0), 0)::bigint as debits, count(*) as movements,
      min(id) as "firstId", max(id) as "lastId"
    from (${moved(holderId, account, month)}) m
    group by 1 order by 1`.execute(db);
}

const foldedMovement = {
  /** The newest transfer of the row. */
  id: int8,
  code: text,
  settlementId: nullable(int8),
  /** Null where the row has the transfers of several orders, or of none. */
  partnerOrderRef: nullable(text),
  transfers: int8,
  /** Minor units, signed from the account's point of view. */
  amount: int8,
  createdAt: timestamptz,
};

export type FoldedMovement = RowOf<typeof foldedMovement>;

/**
 * Newest first. A settlement's transfers of one kind are one row; every other transfer is its own.
 * @param account with the ids of the span's first and last transfer, so that a day of a long month is read alone.
 */
export async function listFoldedMovements(
  db: Database,
  holderId: bigint,
  account: Of,
  span: Span,
  { after, limit }: Page,
): Promise<FoldedMovement[]> {
  // The order behind a transfer is found as in statements.repository.ts, for the rows of the page alone.
  return query(foldedMovement)`
    select m.id, m.code, m.settlement_id as "settlementId", o.partner_order_ref as "partnerOrderRef",
      m.transfers, m.amount, m.created_at as "createdAt"
    from (
      select max(id) as id, code, max(settlement_id) as settlement_id, count(*) as transfers,
        sum(amount)::bigint as amount, max(created_at) as created_at,
        case when count(*) = 1 then max(subject_kind) end as subject_kind,
        case when count(*) = 1 then max(subject_id) end as subject_id
      from (${moved(holderId, account, span)}) t
      group by code, coalesce(settlement_id, -id)
      having max(id) < ${after ?? null}::bigint or ${after ?? null}::bigint is null
      order by 1 desc limit ${limit}) m
    left join order_refunds f on m.subject_kind = 'order_refund' and f.holder_id = ${holderId} and f.id = m.subject_id
    left join refunds r on m.subject_kind = 'refund' and r.holder_id = ${holderId} and r.id = m.subject_id
    left join payments p on p.holder_id = ${holderId}
      and p.id = coalesce(r.payment_id, case m.subject_kind when 'payment' then m.subject_id end)
    left join orders o on o.holder_id = ${holderId}
      and o.id = coalesce(case when m.subject_kind = 'order' then m.subject_id::bigint end, f.order_id, p.order_id)
    order by m.id desc`.execute(db);
}
