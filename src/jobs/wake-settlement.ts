/** Money has arrived in a company's clearing wallet: whatever waits for it is settled soon. */
import type { Tx } from '../database/transaction.ts';
import type { Mode } from '../money/mode.ts';
import { addJob } from './jobs.ts';

/** The job that settles what waited for funds; handled by settlements, which this module does not know. */
export const fundsArrivedJob = 'settle_on_funds';

export function wakeSettlement(tx: Tx, { holderId, mode }: { holderId: bigint; mode: Mode }): Promise<void> {
  const payload = { holderId: String(holderId), mode };
  return addJob(tx, { name: fundsArrivedJob, payload, key: `${fundsArrivedJob}:${holderId}:${mode}` });
}
