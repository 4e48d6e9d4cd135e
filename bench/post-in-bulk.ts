/** Posts a transfer for each of many rows in one statement, as the use cases would have done one by one. */
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../src/base/database/pool.ts';
import { inTransaction } from '../src/base/database/transaction.ts';
import { type AccountRef, floorOf } from '../src/core/ledger/accounts.ts';
import { openAccounts } from '../src/core/ledger/ledger.repository.ts';
import type { SubjectKind } from '../src/core/ledger/subject.ts';
import type { TransferCode } from '../src/core/ledger/transfer.ts';

/** `rows`: a table with `id` and `amount`, and what of it. */
type Bulk = { from: AccountRef; to: AccountRef; code: TransferCode; subject: SubjectKind; rows: RawBuilder<unknown> };

export async function postInBulk(db: Database, { from, to, code, subject, rows }: Bulk): Promise<void> {
  const { holderId, mode, currency } = from;
  await inTransaction(db, async (tx) => {
    const opened = async (ref: AccountRef) => (await openAccounts(tx, from, [{ ref, floor: floorOf(ref, false) }]))[0];
    const [fromId, toId] = [await idOf(opened, from), await idOf(opened, to)];
    await sql`
      with posted as (
        insert into transfers (holder_id, mode, currency, from_account_id, to_account_id, amount, code, subject_kind,
          subject_id, line, created_at)
        select ${holderId}::bigint, ${mode}, ${currency}, ${fromId}::bigint, ${toId}::bigint, amount, ${code}, ${subject},
          id, 0, created_at
        from ${rows}
        returning amount)
      update accounts a set balance = balance + case a.id when ${fromId} then -moved.amount else moved.amount end
      from (select coalesce(sum(amount), 0)::bigint as amount from posted) moved
      where a.holder_id = ${holderId} and a.id in (${fromId}, ${toId})`.execute(tx);
  });
}

async function idOf(opened: (ref: AccountRef) => Promise<bigint | undefined>, ref: AccountRef): Promise<bigint> {
  const id = await opened(ref);
  if (id === undefined) throw new Error(`${ref.kind} was not opened`);
  return id;
}
