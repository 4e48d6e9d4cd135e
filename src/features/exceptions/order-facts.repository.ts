/** SQL of what is needed to judge when an order settles. */
import { sql } from 'kysely';

/** For `orders o`. */
export const orderFacts = sql`jsonb_build_object('total', o.total_amount::text, 'recorded', o.created_at,
  'paid', o.payment_status in ('paid', 'partially_refunded'), 'reserved', o.payment_source = 'service',
  'shadow', o.is_shadow, 'lacking', (
    select jsonb_agg(distinct s ->> 'type') from jsonb_array_elements(o.splits) s
    where s ->> 'type' <> 'partner' and (s -> 'ref') = 'null'),
  'held', o.hold_reason)`;
