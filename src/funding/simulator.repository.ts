/** All SQL of the simulator: the memory of a provider that exists in test mode only. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';

export type SimulatedCharge = {
  id: string;
  status: 'open' | 'succeeded' | 'declined' | 'closed';
  amount: bigint;
  currency: string;
  cardLastFour: string | null;
  refunded: bigint;
  completesAt: Date | null;
};

const columns = sql.raw(`
  id, status, amount, currency, card_last_four as "cardLastFour", refunded, completes_at as "completesAt"`);

/** Sent again, it changes nothing: the first one is returned. */
export async function insertCharge(db: Database, charge: Omit<SimulatedCharge, 'refunded'>): Promise<SimulatedCharge> {
  await sql`
    insert into simulator_charges (id, status, amount, currency, card_last_four, completes_at)
    values (${charge.id}, ${charge.status}, ${charge.amount}, ${charge.currency}, ${charge.cardLastFour},
      ${charge.completesAt})
    on conflict (id) do nothing`.execute(db);
  return (await findCharge(db, charge.id)) as SimulatedCharge;
}

export async function findCharge(db: Database, id: string): Promise<SimulatedCharge | undefined> {
  const { rows } = await sql<SimulatedCharge>`select ${columns} from simulator_charges where id = ${id}`.execute(db);
  return rows[0];
}

/** `open →` another status; a charge that has ended stays as it is. */
export async function endCharge(db: Database, id: string, to: 'succeeded' | 'declined' | 'closed'): Promise<void> {
  await sql`update simulator_charges set status = ${to} where id = ${id} and status = 'open'`.execute(db);
}
