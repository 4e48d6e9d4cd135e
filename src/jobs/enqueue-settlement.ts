/** Enqueues the processing of a company's waiting refunds and orders after money has arrived in clearing. */
import type { Tx } from '../database/transaction.ts';
import type { Mode } from '../money/mode.ts';
import { enqueue } from './enqueue.ts';

/** `settlements` handles the job; this module must not import it. */
export function enqueueSettlement(tx: Tx, { holderId, mode }: { holderId: bigint; mode: Mode }): Promise<void> {
  const payload = { holderId: String(holderId), mode };
  return enqueue(tx, { name: 'settle_on_funds', payload, key: `settle_on_funds:${holderId}:${mode}` });
}
