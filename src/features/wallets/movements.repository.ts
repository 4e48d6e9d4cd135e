/** All SQL of movements: the transfers of one account, newest first. */

import { int8, nullable, text, timestamptz } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import { keysOf, subjectShape } from '../../core/ledger/account-sql.ts';
import type { AccountRef } from '../../core/ledger/accounts.ts';
import { withAccounts } from '../../core/ledger/ledger.repository.ts';

const movementColumns = {
  id: int8,
  accountId: int8,
  fromAccountId: int8,
  toAccountId: int8,
  amount: int8,
  code: text,
  ...subjectShape,
  settlementId: nullable(int8),
  partnerOrderRef: nullable(text),
  createdAt: timestamptz,
};

const idMax = 2n ** 63n - 1n;

/** @param beforeId only transfers with a smaller id. @returns at most `limit`, each with the account they moved. */
export async function listMovements(db: Database, account: AccountRef, { after = idMax, limit }: Page) {
  const { holderId } = account;
  const rows = await query(movementColumns)`
    with account as (${keysOf([account])}),
    moved as (
      (select t.* from transfers t
       where t.holder_id = ${holderId} and t.from_account_id = (select id from account) and t.id < ${after}
       order by t.id desc limit ${limit})
      union all
      (select t.* from transfers t
       where t.holder_id = ${holderId} and t.to_account_id = (select id from account) and t.id < ${after}
       order by t.id desc limit ${limit})
    )
    select m.id, account.id as "accountId", m.from_account_id as "fromAccountId", m.to_account_id as "toAccountId",
      m.amount, m.code, m.subject_kind as "subjectKind", m.subject_id as "subjectId",
      m.settlement_id as "settlementId", o.partner_order_ref as "partnerOrderRef", m.created_at as "createdAt"
    from account cross join moved m
    left join order_refunds r on m.subject_kind = 'order_refund' and r.holder_id = ${holderId} and r.id = m.subject_id
    left join orders o on o.holder_id = ${holderId}
      and o.id = case when m.subject_kind = 'order' then m.subject_id::bigint else r.order_id end
    order by m.id desc limit ${limit}`.execute(db);
  const ends = new Map(rows.map((row) => [row.id, row.toAccountId === row.accountId]));
  return (await withAccounts(db, holderId, rows)).map((row) => ({ ...row, cameIn: ends.get(row.id) === true }));
}
