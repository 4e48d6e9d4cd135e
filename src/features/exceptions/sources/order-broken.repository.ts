/** Orders that cannot settle as they are meant to: a split has no payee, or the splits don't add up. */
import { sql } from 'kysely';
import { hasBrokenSplits, mayHaveBrokenSplits } from '../../orders/broken-splits.repository.ts';
import { foreseeAssignment } from '../foresee-settlement.ts';
import { orderFacts } from '../order-facts.repository.ts';
import { sqlSource } from '../sources.repository.ts';

/** As `w`: what splits without a linked payee have, and what the splits are short of the order by, in minor units. */
const wrong = (holderId: bigint) => sql`cross join lateral (
  select coalesce(sum(greatest((s.split ->> 'amount')::bigint - coalesce(o.uncaptured[s.line], 0) - coalesce(o.reduced[s.line], 0), 0))
      filter (where not o.is_shadow and s.split ->> 'type' <> 'partner' and not exists (
        select from links l
        where l.company_id = ${holderId} and l.id = (s.split ->> 'ref')::bigint and l.type = s.split ->> 'type')), 0) as unassigned,
    o.total_amount - sum((s.split ->> 'amount')::bigint) as difference
  from jsonb_array_elements(o.splits) with ordinality s (split, line)) w`;

export const orderBroken = sqlSource({
  kind: 'order_broken',
  needs: 'orders.read',
  rows: ({ holderId, mode }) => ({
    // One that is held for a split without a payee is here even where that split has nothing to credit.
    from: sql`orders o where o.holder_id = ${holderId} and o.mode = ${mode} and ${mayHaveBrokenSplits}
      and (o.settlement_status = 'on_hold' and o.hold_reason = 'unassigned_split' or ${hasBrokenSplits(holderId)})`,
    id: sql`o.partner_order_ref`,
    key: sql`o.id`,
    since: sql`o.created_at`,
    order: sql`o.id`,
    again: sql`join orders o on o.holder_id = ${holderId} and o.id = x.key::bigint ${wrong(holderId)}`,
    label: sql`o.partner_order_ref`,
    amount: sql`case when w.unassigned > 0 then w.unassigned else w.difference end`,
    currency: sql`o.currency`,
    reason: sql`case when w.unassigned > 0 or w.difference = 0 then 'no_payee' else 'sum' end`,
    facts: orderFacts,
  }),
  foresee: foreseeAssignment,
});
