/** SQL on who may act for whom. The sign-in tables themselves are written by the sign-in library alone. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';

/**
 * The active customer a person may spend for: an owner's or a finance member's, the oldest when there are several.
 * Undefined: the person is nobody's customer.
 */
export async function customerOf(db: Database | Tx, personId: string): Promise<bigint | undefined> {
  const { rows } = await sql<{ id: bigint }>`
    select h.id from members m join holders h on h.id = m.holder_id
    where m.person_id = ${personId} and m.role in ('owner', 'finance') and h.kind = 'customer' and h.status = 'active'
    order by h.id limit 1`.execute(db);
  return rows[0]?.id;
}
