/** docs/ledger.md, "What verify proves" 10: no event is lost on its way to an endpoint. */
import { sql } from 'kysely';
import type { Check, Scope } from './check.ts';

/**
 * An endpoint of the kind `addresses` takes the events of payments and orders that carry an address; in the format of another
 * service, the paid event alone.
 */
const takes = sql`(
  w.kind = 'endpoint' and (w.event_types is null or e.type = any(w.event_types))
  or w.kind = 'addresses' and (
    exists (select from orders o where o.holder_id = e.holder_id and o.mode = e.mode
      and o.id = (e.data ->> 'order_id')::bigint and o.webhook_url is not null)
    or exists (select from payments p where p.holder_id = e.holder_id and p.mode = e.mode
      and p.id = e.data ->> 'token' and p.webhook_url is not null
      and (coalesce(p.webhook_format, 'standard') = 'standard' or e.type = 'payment.paid'))))`;

const deliveries = (scope: Scope) => sql`
  select 'event ' || e.id || ' (holder ' || e.holder_id || ', endpoint ' || w.id || ')' as row,
    'was never queued for delivery' as problem
  from ${scope.events} e
  join webhook_endpoints w on w.holder_id = e.holder_id and w.mode = e.mode and w.deleted_at is null
    and e.position > w.since_position and e.position <= w.position
  where ${takes} and not exists (select from webhook_deliveries d
    where d.holder_id = w.holder_id and d.endpoint_id = w.id and d.event_id = e.id)
  union all
  select 'event ' || d.event_id || ' (holder ' || d.holder_id || ', endpoint ' || d.endpoint_id || ')',
    'waits for an endpoint that takes nothing'
  from webhook_deliveries d
  join webhook_endpoints w on w.holder_id = d.holder_id and w.id = d.endpoint_id
  where d.status = 'pending' and (w.status <> 'active' or w.deleted_at is not null)
  union all
  select 'endpoint ' || w.id || ' (holder ' || w.holder_id || ')', 'has events that wait, and no time to look at them'
  from webhook_endpoints w
  where w.status = 'active' and w.deleted_at is null and w.due_at is null and exists (
    select from webhook_deliveries d
    where d.holder_id = w.holder_id and d.endpoint_id = w.id and d.status = 'pending')`;

export const webhookChecks: readonly Check[] = [
  { name: 'Every event was delivered, is being retried, or is parked with its reason', query: deliveries },
];
