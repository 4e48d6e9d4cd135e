/** The transfers of what belongs together in one book, such as an order and its refunds, as its trace shows them. */
import type { RawBuilder } from 'kysely';
import { int8, nullable, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import { subjectShape } from './account-sql.ts';
import type { Book } from './accounts.ts';
import { withAccounts } from './ledger.repository.ts';
import { transferCode } from './transfer-code.ts';

const columns = {
  id: int8,
  amount: int8,
  code: transferCode,
  fromAccountId: int8,
  toAccountId: int8,
  ...subjectShape,
  settlementId: nullable(int8),
  createdAt: timestamptz,
};

/**
 * Oldest first.
 * @param paid a query of payments' ids, as `id`. @param subjects a query of `(kind, id, line)`, which may read `paid`; without
 * a line, every line of the subject.
 */
export async function listTracedTransfers(
  db: Database,
  { holderId, mode }: Book,
  paid: RawBuilder<unknown>,
  subjects: RawBuilder<unknown>,
) {
  const rows = await query(columns)`
    with paid as (${paid}), subjects as (${subjects})
    select t.id, t.amount, t.code, t.from_account_id as "fromAccountId", t.to_account_id as "toAccountId",
      t.subject_kind as "subjectKind", t.subject_id as "subjectId", t.settlement_id as "settlementId",
      t.created_at as "createdAt"
    from subjects s join transfers t on t.holder_id = ${holderId} and t.mode = ${mode} and t.subject_kind = s.kind
      and t.subject_id = s.id and (s.line is null or t.line = s.line)
    order by t.id`.execute(db);
  return withAccounts(db, holderId, rows);
}

export type TracedTransfer = Awaited<ReturnType<typeof listTracedTransfers>>[number];
