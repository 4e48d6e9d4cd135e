/** SQL of who may show a payment's pages in a frame. */
import { textArray } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Payment } from '../payments/payment.ts';

const columns = { origins: textArray };

/**
 * The sites of the key pair that created the payment, while the pair works; none for any other payment.
 * @param now the real time, by which keys end.
 */
export async function findEmbedders(
  db: Database,
  { holderId, id, base }: Pick<Payment, 'holderId' | 'id' | 'base'>,
  now: Date,
): Promise<string[]> {
  const found = await query(columns)`
    select k.embed_origins as origins
    from payments p
    join api_keys k on k.client_id = p.key_client_id and k.holder_id = p.holder_id and k.mode = p.mode
    where p.holder_id = ${holderId} and p.id = ${id} and p.base = ${base}
      and k.revoked_at is null and (k.expires_at is null or k.expires_at > ${now})`.executeTakeFirst(db);
  return found?.origins ?? [];
}
