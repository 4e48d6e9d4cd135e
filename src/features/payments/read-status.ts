/**
 * Reads payments for those who ask for their status. Shops ask again and again, so the requests that arrive during a read
 * are answered from the next one together; each is answered from what was committed when it arrived, or later.
 */
import { createBatch } from '../../base/database/batch.ts';
import type { Database } from '../../base/database/pool.ts';
import { retrying } from '../../base/database/transaction.ts';
import type { PaymentKey } from './payment.ts';
import { findStatuses, type StatusOfPayment } from './payment-status.repository.ts';

const batchSizeMax = 256;
const queueLengthMax = 4_096;

/** @returns undefined for a payment that does not exist. @throws AppError `unavailable`. */
export type StatusReader = (key: PaymentKey) => Promise<StatusOfPayment | undefined>;

export function createStatusReader(db: Database): StatusReader {
  const batch = createBatch<PaymentKey, StatusOfPayment | undefined>({
    write: async (keys) => {
      const found = await retrying(() => findStatuses(db, keys));
      const byId = new Map(found.map((payment) => [payment.id, payment]));
      return keys.map(({ id, holderId }) => {
        const payment = byId.get(id);
        return payment?.holderId === holderId ? payment : undefined;
      });
    },
    batchSizeMax,
    queueLengthMax,
  });
  return (key) => batch.submit(key);
}
