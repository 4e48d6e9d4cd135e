/** All SQL of whose customers may pay by bank transfer at the checkout. */
import { bool, int4, int8, nullable } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';

/** `holderId` null: every account without an offer of its own. `daysToPay`: how long a transfer is waited for. */
export type TransferOffer = { holderId: bigint | null; isOffered: boolean; daysToPay: number };

const columns = { holderId: nullable(int8), isOffered: bool, daysToPay: int4 };

/** Few: an operator writes them by hand. That of every account last. */
export async function listTransferOffers(db: Database | Tx): Promise<TransferOffer[]> {
  return query(columns)`
    select holder_id as "holderId", is_offered as "isOffered", days_to_pay as "daysToPay" from transfer_offers
    order by holder_id nulls last`.execute(db);
}

/** The one that applies to an account. */
export async function findTransferOffer(db: Database | Tx, holderId: bigint): Promise<TransferOffer | undefined> {
  return query(columns)`
    select holder_id as "holderId", is_offered as "isOffered", days_to_pay as "daysToPay" from transfer_offers
    where holder_id = ${holderId} or holder_id is null
    order by holder_id nulls last limit 1`.executeTakeFirst(db);
}

/** One change at a time. */
export async function lockTransferOffers(tx: Tx): Promise<void> {
  await command`select pg_advisory_xact_lock(hashtext('transfer_offers'))`.execute(tx);
}

export async function saveTransferOffer(tx: Tx, { holderId, isOffered, daysToPay }: TransferOffer): Promise<void> {
  await command`
    insert into transfer_offers (holder_id, is_offered, days_to_pay)
    values (${holderId}::bigint, ${isOffered}, ${daysToPay})
    on conflict (holder_id) do update set is_offered = excluded.is_offered, days_to_pay = excluded.days_to_pay`.execute(
    tx,
  );
}

export async function deleteTransferOffer(tx: Tx, holderId: bigint | null): Promise<void> {
  await command`delete from transfer_offers where holder_id is not distinct from ${holderId}::bigint`.execute(tx);
}
