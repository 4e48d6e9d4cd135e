/** Orders on hold, other than for a split without a payee: someone releases or cancels each. */
import { sql } from 'kysely';
import { hasBrokenSplits } from '../../orders/broken-splits.repository.ts';
import { findWhoHeld } from '../../orders/who-held.repository.ts';
import { foreseeSettlement } from '../foresee-settlement.ts';
import { orderFacts } from '../order-facts.repository.ts';
import { sqlSource } from '../sources.repository.ts';

export const orderHeld = sqlSource({
  kind: 'order_held',
  needs: 'orders.read',
  rows: ({ holderId, mode }) => ({
    from: sql`orders o where o.holder_id = ${holderId} and o.mode = ${mode} and o.settlement_status = 'on_hold'
      and coalesce(o.hold_reason, '') <> 'unassigned_split' and not ${hasBrokenSplits(holderId)}`,
    id: sql`o.partner_order_ref`,
    key: sql`o.id`,
    since: sql`o.updated_at`,
    order: sql`o.id`,
    again: sql`join orders o on o.holder_id = ${holderId} and o.id = x.key::bigint`,
    label: sql`o.partner_order_ref`,
    amount: sql`o.total_amount`,
    currency: sql`o.currency`,
    reason: sql`o.hold_reason`,
    said: sql`(select e.data ->> 'reason' from events e
      where e.holder_id = ${holderId} and e.subject_kind in ('order', 'order_refund') and e.subject_id = o.id::text
        and e.type = 'order.held' and e.transfer_id is null
      order by e.appended desc limit 1)`,
    facts: orderFacts,
  }),
  foresee: async (reader, rows) => {
    const held = rows.flatMap(({ reason, key }) => (reason === 'by_hand' ? [key] : []));
    const [foreseen, names] = await Promise.all([
      foreseeSettlement(reader, rows),
      findWhoHeld(reader.db, reader.book, held),
    ]);
    return foreseen.map((row) => ({ ...row, by: names.get(row.key) ?? null }));
  },
});
