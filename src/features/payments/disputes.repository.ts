/** All SQL of disputes. A row is written only while its payment's row is locked. */
import { int8, text } from '../../base/database/columns.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { DisputeStanding } from '../providers/provider.ts';
import { recalled, recallIdOf, recallPrefix } from './recall.ts';

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

/** What the bank took back of payments by bank transfer since then and was not undone, in minor units. */
export async function sumRecalled(
  tx: Tx,
  { holderId, mode, currency }: { holderId: bigint; mode: Mode; currency: string },
  since: Date,
): Promise<bigint> {
  const { sum } = await query({ sum: int8 })`
    select coalesce(sum(amount), 0)::bigint as sum from disputes
    where holder_id = ${holderId} and mode = ${mode} and currency = ${currency} and reason = ${recalled}
      and withdrawals > returns and created_at >= ${since}`.executeTakeFirstOrThrow(tx);
  return sum;
}

/** The id of the next dispute that is taken back with this line. The caller has locked the line's source. */
export async function nextRecallId(tx: Tx, lineId: bigint): Promise<string> {
  for (let undone = 0n; ; undone += 1n) {
    const id = recallIdOf(lineId, undone);
    const known = await tx.selectFrom('disputes').select('id').where('id', '=', id).executeTakeFirst();
    if (known === undefined) return id;
  }
}

/** Those not undone whose money left with one of these transfers. */
export async function findRecallsOf(
  tx: Tx,
  transfers: readonly { holderId: bigint; id: bigint }[],
): Promise<PostedDispute[]> {
  const found = await query({ holderId: int8, id: text })`
    select distinct t.holder_id as "holderId", t.subject_id as id
    from ${unnested('k', transfers, { holderId: int8, id: int8 })}
    join transfers t on t.holder_id = k.holder_id and t.id = k.id and t.subject_kind = 'dispute'
      and starts_with(t.subject_id, ${recallPrefix})
    order by 1, 2`.execute(tx);
  const recalls: PostedDispute[] = [];
  for (const { holderId, id } of found) {
    const recall = await findDispute(tx, holderId, id);
    if (recall !== undefined && recall.withdrawals > recall.returns) recalls.push(recall);
  }
  return recalls;
}
