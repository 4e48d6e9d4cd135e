-- Events get names of one form, object.past_participle, and carry the object as the interfaces show it. What was stored
-- before is renamed, and brought to the new shape where the tables still say how the object was at that moment:
-- payments, their refunds, settlements, invitations and links. Events of orders, of their refunds, of late captures and
-- of chargebacks keep what they had, which is a part of what new ones have, under the same names.

create function pg_temp.instant(moment timestamptz) returns text stable language sql as $$
  select to_char(moment at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') $$;

update events set type = renamed.new
from (values
  ('payment.succeeded', 'payment.paid'),
  ('payment.late_capture_returned', 'late_capture.returned'),
  ('payment.chargeback', 'chargeback.created'),
  ('payment.chargeback_reversed', 'chargeback.reversed'),
  ('order.awaiting_funds', 'order.deferred'),
  ('order.on_hold', 'order.held'),
  ('order.void', 'order.voided'),
  ('order.split_assigned', 'split.assigned'),
  ('order.refund_created', 'order_refund.created'),
  ('order.refund_awaiting_funds', 'order_refund.deferred'),
  ('order.refund_succeeded', 'order_refund.succeeded'),
  ('order.refund_failed', 'order_refund.failed'),
  ('shadow.named', 'shadow_order.named'),
  ('shadow.paid_outside', 'shadow_order.paid_outside'),
  ('shadow.claimed', 'shadow_order.claimed'),
  ('settlement.done', 'settlement.completed'),
  ('settlement.funds_missing', 'shortfall.detected')) as renamed (old, new)
where events.type = renamed.old;

-- Who paid an order's payment is not for its company.
update events e set data = e.data || jsonb_build_object(
  'trx_id', case when e.type = 'payment.paid' then p.trx_id end,
  'status', case e.type
    when 'payment.paid' then 'succeeded'
    when 'payment.cancelled' then 'cancelled'
    when 'payment.expired' then 'expired'
    else 'created' end,
  'paid', e.type = 'payment.paid',
  'payer', case when e.type = 'payment.paid' and p.order_id is null
    then jsonb_build_object('username', p.payer_name, 'email', p.payer_email) end,
  'created_at', pg_temp.instant(p.created_at),
  'paid_at', case when e.type = 'payment.paid' then pg_temp.instant(p.paid_at) end)
from payments p
where e.type in ('payment.created', 'payment.paid', 'payment.declined', 'payment.cancelled', 'payment.expired')
  and p.holder_id = e.holder_id and p.id = e.data ->> 'token';

update events e set data = jsonb_build_object(
  'refund_id', r.id,
  'refund_ref', r.refund_ref,
  'token', r.payment_id,
  'status', case e.type when 'refund.created' then 'pending' when 'refund.failed' then 'failed' else 'succeeded' end,
  'amount', e.data -> 'refund_amount',
  'currency', r.currency,
  'reason', coalesce(r.reason, ''),
  'created_at', pg_temp.instant(r.created_at))
from refunds r
where e.type in ('refund.created', 'refund.succeeded', 'refund.failed')
  and r.holder_id = e.holder_id and r.id = e.data ->> 'refund_id';

update events e set data = jsonb_build_object(
  'settlement_id', s.id,
  'mode', s.mode,
  'status', s.status,
  'trigger', s.trigger,
  'currency', s.currency,
  'orders_settled', s.orders_settled,
  'orders_awaiting_funds', s.orders_awaiting_funds,
  'orders_on_hold', s.orders_on_hold,
  'started_at', pg_temp.instant(s.started_at),
  'finished_at', pg_temp.instant(s.finished_at))
from settlements s
where e.type = 'settlement.completed' and s.holder_id = e.holder_id and s.id = (e.data ->> 'settlement_id')::bigint;

update events e set data = jsonb_build_object(
  'invitation_id', i.id,
  'email', i.email,
  'type', i.type,
  'name', i.name,
  'status', e.data -> 'status',
  'beneficiary_ref', e.data -> 'beneficiary_ref',
  'expires_at', pg_temp.instant(i.expires_at),
  'created_at', pg_temp.instant(i.created_at),
  'decided_at', pg_temp.instant(i.decided_at))
from invitations i
where e.type like 'invitation.%' and i.company_id = e.holder_id and i.id = e.data ->> 'invitation_id';

update events e set data = (e.data - 'beneficiary_ref') || jsonb_build_object(
  'id', l.id,
  'created_at', pg_temp.instant(l.created_at),
  'ended_at', case when e.type = 'link.ended' then pg_temp.instant(l.ended_at) end)
from links l
where e.type in ('link.created', 'link.ended')
  and l.company_id = e.holder_id and l.id = (e.data ->> 'beneficiary_ref')::bigint;

-- Kept as it is written. `appended` is the order in which the sequencer gives positions: it tells the events of one
-- transaction apart, which share their time. Events that have no position yet keep the order they had.
create sequence events_appended_seq;
alter table events
  alter column data type json using data::text::json,
  add column appended bigint;
update events e set appended = nth.appended
from (select holder_id, id, row_number() over (order by position is null, position, created_at, id) as appended
  from events) nth
where e.holder_id = nth.holder_id and e.id = nth.id;
select setval('events_appended_seq', count(*) + 1) from events;
alter table events
  alter column appended set default nextval('events_appended_seq'),
  alter column appended set not null;

drop index events_unpositioned;
create index events_unpositioned on events (appended) where position is null;

-- Every event is updated once, soon after it was appended: what that leaves behind must not pile up in the index that
-- the sequencer reads.
alter table events set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);
