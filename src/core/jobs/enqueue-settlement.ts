/** Enqueues the processing of a company's waiting refunds and orders after money has arrived in clearing. */
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import { enqueue } from './enqueue.ts';

declare module './declare-jobs.ts' {
  interface JobPayloads {
    /**
     * Pays waiting refunds and settles the orders that wait for funds, after money has arrived in a company's clearing.
     * `currency`: of the money; without, of every currency in which orders wait.
     */
    settle_on_funds: { holderId: string; mode: Mode; currency?: string };
  }
}

/**
 * `settlements` handles the job; this module must not import it.
 * @param money what arrived; without a currency, the orders of every currency that wait are looked at.
 */
export function enqueueSettlement(
  tx: Tx,
  { holderId, mode, currency }: { holderId: bigint; mode: Mode; currency: string | undefined },
): Promise<void> {
  const book = { holderId: String(holderId), mode };
  const key = `settle_on_funds:${holderId}:${mode}`;
  return currency === undefined
    ? enqueue(tx, { name: 'settle_on_funds', payload: book, key })
    : enqueue(tx, { name: 'settle_on_funds', payload: { ...book, currency }, key: `${key}:${currency}` });
}
