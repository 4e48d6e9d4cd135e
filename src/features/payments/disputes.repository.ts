/** All SQL of disputes. A row is written only while its payment's row is locked. */
import { int8 } from '../../base/database/columns.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { DisputeStanding } from '../providers/provider.ts';
import { recalled } from './recall.ts';

/** A dispute as far as it is posted. */
export type PostedDispute = DisputeStanding & {
  holderId: bigint;
  /** The provider's. */
  id: string;
  mode: Mode;
  paymentId: string;
  /** Minor units of each withdrawal and each return. */
  amount: bigint;
  currency: string;
  withdrawals: number;
  returns: number;
  /** The provider's own fee, and what came back of it; minor units. */
  fee: bigint;
  feeReturned: bigint;
  feeCurrency: string | null;
};

const columns = [
  'holderId',
  'id',
  'mode',
  'paymentId',
  'amount',
  'currency',
  'withdrawals',
  'returns',
  'fee',
  'feeReturned',
  'feeCurrency',
  'status',
  'reason',
  'evidenceDueAt',
] as const;

export async function findDispute(tx: Tx, holderId: bigint, id: string): Promise<PostedDispute | undefined> {
  return tx
    .selectFrom('disputes')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function saveDispute(tx: Tx, dispute: PostedDispute, at: Date): Promise<void> {
  const { withdrawals, returns, fee, feeReturned, feeCurrency, status, reason, evidenceDueAt } = dispute;
  const standing = { status, reason, evidenceDueAt };
  const progress = { withdrawals, returns, fee, feeReturned, feeCurrency, ...standing, updatedAt: at };
  await tx
    .insertInto('disputes')
    .values({ ...dispute, createdAt: at, updatedAt: at })
    .onConflict((conflict) => conflict.columns(['holderId', 'id']).doUpdateSet(progress))
    .execute();
}

/** What the bank took back of payments by bank transfer since then, in minor units. */
export async function sumRecalled(
  tx: Tx,
  { holderId, mode, currency }: { holderId: bigint; mode: Mode; currency: string },
  since: Date,
): Promise<bigint> {
  const { sum } = await query({ sum: int8 })`
    select coalesce(sum(amount), 0)::bigint as sum from disputes
    where holder_id = ${holderId} and mode = ${mode} and currency = ${currency} and reason = ${recalled}
      and created_at >= ${since}`.executeTakeFirstOrThrow(tx);
  return sum;
}
