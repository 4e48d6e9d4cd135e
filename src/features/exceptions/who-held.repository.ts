/** Who put orders on hold by hand, from the audit log. Reads only. */
import { nullable, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Book } from '../../core/ledger/accounts.ts';

/** @returns names by the ids of orders: none for holds from before they were audited, and of people who were erased. */
export async function findWhoHeld(
  db: Database,
  { holderId, mode }: Book,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await query({ orderId: text, name: nullable(text) })`
    select coalesce(o.id) as "orderId", coalesce(p.name, nullif(k.label, ''), k.client_id) as name
    from unnest(${orderIds}::text[]) as o (id)
    cross join lateral (
      select a.actor_kind, a.actor_id from audit_log a
      where a.object_kind = 'order' and a.object_id = o.id and a.holder_id = ${holderId} and a.mode = ${mode}
        and a.action = 'orders.hold'
      order by a.id desc limit 1) a
    left join people p on a.actor_kind = 'person' and p.id = a.actor_id
    left join api_keys k on a.actor_kind = 'key' and k.client_id = a.actor_id`.execute(db);
  return new Map(rows.flatMap(({ orderId, name }) => (name === null ? [] : [[orderId, name] as const])));
}
