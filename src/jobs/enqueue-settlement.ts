/** Money has arrived in a company's clearing wallet: whatever waits for it is settled soon. */
import type { Tx } from '../database/transaction.ts';
import type { Mode } from '../money/mode.ts';
import { enqueue } from './enqueue.ts';

/** Enqueues the job that settles what waited for funds; settlements handle it, which this module does not know. */
export function enqueueSettlement(tx: Tx, { holderId, mode }: { holderId: bigint; mode: Mode }): Promise<void> {
  const payload = { holderId: String(holderId), mode };
  return enqueue(tx, { name: 'settle_on_funds', payload, key: `settle_on_funds:${holderId}:${mode}` });
}
