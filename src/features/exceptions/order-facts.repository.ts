/** SQL of what is needed to judge when an order settles, by the rules of settlement (docs/ledger.md, "Which orders settle"). */
import { sql } from 'kysely';
import { dueInSql, reservedInSql } from '../../core/ledger/reserved-clearing.repository.ts';

/** For `orders o`. */
export const orderFacts = sql`jsonb_build_object('due', ${dueInSql('o')}::text, 'reserved', (${reservedInSql('o')})::text,
  'from', case when o.paid_from_wallet then null when o.payment_source = 'service' then o.paid_at else o.created_at end,
  'paid', o.paid_at is not null, 'byService', o.payment_source = 'service', 'isHeld', o.settlement_status = 'on_hold',
  'shadow', o.is_shadow, 'lacking', (
    select jsonb_agg(distinct s ->> 'type') from jsonb_array_elements(o.splits) s
    where s ->> 'type' <> 'partner' and (s -> 'ref') = 'null'),
  'held', o.hold_reason)`;
