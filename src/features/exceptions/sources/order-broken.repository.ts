/** Orders that cannot settle as they are meant to: a split has no payee, or the splits don't add up. */
import { sql } from 'kysely';
import { hasBrokenSplits } from '../../orders/broken-splits.repository.ts';
import { foreseeAssignment } from '../foresee-settlement.ts';
import { orderFacts } from '../order-facts.repository.ts';
import { sqlSource } from '../sources.repository.ts';

/** What splits without a linked payee have, in minor units. */
const unassigned = (holderId: bigint) => sql`(
  select coalesce(sum((s.split ->> 'amount')::bigint - coalesce(o.uncaptured[s.line], 0) - coalesce(o.reduced[s.line], 0)), 0)
  from jsonb_array_elements(o.splits) with ordinality s (split, line)
  where not o.is_shadow and s.split ->> 'type' <> 'partner' and not exists (
    select from links l
    where l.company_id = ${holderId} and l.id = (s.split ->> 'ref')::bigint and l.type = s.split ->> 'type'))`;

const difference = sql`(
  select o.total_amount - sum((s ->> 'amount')::bigint) from jsonb_array_elements(o.splits) s)`;

export const orderBroken = sqlSource({
  kind: 'order_broken',
  needs: 'orders.read',
  rows: ({ holderId, mode }) => ({
    from: sql`orders o where o.holder_id = ${holderId} and o.mode = ${mode} and ${hasBrokenSplits(holderId)}`,
    id: sql`o.partner_order_ref`,
    key: sql`o.id`,
    since: sql`o.created_at`,
    order: sql`o.id`,
    label: sql`o.partner_order_ref`,
    amount: sql`case when ${unassigned(holderId)} > 0 then ${unassigned(holderId)} else ${difference} end`,
    currency: sql`o.currency`,
    reason: sql`case when ${unassigned(holderId)} > 0 then 'no_payee' else 'sum' end`,
    facts: orderFacts,
  }),
  foresee: foreseeAssignment,
});
