/** What of live money waits for the operator since before an instant. Reads only. */
import { int8, type RowOf } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';

const waiting = { approvals: int8, requested: int8, approved: int8, captures: int8, transfers: int8 };

export type Waiting = RowOf<typeof waiting>;

export async function countWaitingSince(db: Database | Tx, before: Date): Promise<Waiting> {
  return query(waiting)`
    select
      (select count(*) from approval_requests r join holders h on h.id = r.holder_id
        where r.status = 'waiting' and h.status = 'pending' and r.requested_at < ${before}) as approvals,
      (select count(*) from payouts
        where mode = 'live' and status = 'requested' and created_at < ${before}) as requested,
      (select count(*) from payouts
        where mode = 'live' and status = 'approved' and approved_at < ${before}) as approved,
      (select count(*) from late_captures
        where mode = 'live' and status = 'refused' and updated_at < ${before}) as captures,
      (select count(*) from statement_lines l join statement_imports i on i.id = l.import_id
        where l.mode = 'live' and l.source = 'bank' and l.amount > 0 and l.matched_amount <> l.amount
          and coalesce(l.duplicate, 'other') <> 'same'
          and i.imported_at < ${before}
          and not exists (select from returned_transfers r where r.line_id = l.id)) as transfers
  `.executeTakeFirstOrThrow(db);
}
