/** All SQL of approval requests: the last one of each company and shop. */
import { int8 } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';

export type ApprovalRequest = {
  holderId: bigint;
  status: 'waiting' | 'approved' | 'refused';
  requestedBy: string;
  requestedAt: Date;
  decidedAt: Date | null;
  reason: string | null;
};

export async function findApprovalRequest(db: Database | Tx, holderId: bigint): Promise<ApprovalRequest | undefined> {
  return db
    .selectFrom('approvalRequests')
    .select(['holderId', 'status', 'requestedBy', 'requestedAt', 'decidedAt', 'reason'])
    .where('holderId', '=', holderId)
    .executeTakeFirst();
}

/** Replaces an earlier request of the holder. */
export async function saveApprovalRequest(tx: Tx, holderId: bigint, requestedBy: string, at: Date): Promise<void> {
  const request = { status: 'waiting' as const, requestedBy, requestedAt: at, decidedAt: null, reason: null };
  await tx
    .insertInto('approvalRequests')
    .values({ holderId, ...request })
    .onConflict((conflict) => conflict.column('holderId').doUpdateSet(request))
    .execute();
}

/** `waiting` → decided. Does nothing when there is no such request: the operator needs none to approve. */
export async function decideApprovalRequest(
  tx: Tx,
  holderId: bigint,
  { status, reason }: { status: 'approved' | 'refused'; reason: string | null },
  at: Date,
): Promise<void> {
  await command`
    update approval_requests set status = ${status}, reason = ${reason}, decided_at = ${at}
    where holder_id = ${holderId} and status = 'waiting'`.execute(tx);
}

export async function countWaitingApprovals(db: Database): Promise<number> {
  const row = await query({ count: int8 })`
    select count(*) as count from approval_requests r join holders h on h.id = r.holder_id
    where r.status = 'waiting' and h.status = 'pending'`.executeTakeFirstOrThrow(db);
  return Number(row.count);
}
