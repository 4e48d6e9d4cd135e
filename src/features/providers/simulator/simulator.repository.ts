/** All SQL of the simulator: the stored state of a provider that exists in test mode only. */
import type { Database } from '../../../base/database/pool.ts';

export type SimulatedCharge = {
  id: string;
  status: 'open' | 'succeeded' | 'declined' | 'closed';
  amount: bigint;
  currency: string;
  cardLastFour: string | null;
  refunded: bigint;
  completesAt: Date | null;
};

const columns = ['id', 'status', 'amount', 'currency', 'cardLastFour', 'refunded', 'completesAt'] as const;

/** Idempotent by id: a second insert returns the first charge. */
export async function insertCharge(db: Database, charge: Omit<SimulatedCharge, 'refunded'>): Promise<SimulatedCharge> {
  const { id, status, amount, currency, cardLastFour, completesAt } = charge;
  await db
    .insertInto('simulatorCharges')
    .values({ id, status, amount, currency, cardLastFour, completesAt })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  return (await findCharge(db, charge.id)) as SimulatedCharge;
}

export async function findCharge(db: Database, id: string): Promise<SimulatedCharge | undefined> {
  return db.selectFrom('simulatorCharges').select(columns).where('id', '=', id).executeTakeFirst();
}

/** `open →` another status. A charge that has ended is not changed. */
export async function endCharge(db: Database, id: string, to: 'succeeded' | 'declined' | 'closed'): Promise<void> {
  await db
    .updateTable('simulatorCharges')
    .set({ status: to })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .execute();
}
