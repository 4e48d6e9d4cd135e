-- Indexes for what people read. Recording an order writes to none of them: no order is on hold when it is recorded, and
-- its first event is found by the time in its id.

create index orders_on_hold on orders (holder_id, mode, id) where settlement_status = 'on_hold';

-- The largest and smallest of those that have settled; the few that wait are sorted.
create index orders_by_amount on orders (holder_id, mode, total_amount, id)
  include (payment_status, settlement_status, is_shadow)
  where settlement_status in ('settled', 'partially_reversed', 'reversed', 'void');

create index events_of_order on events (holder_id, subject_id)
  where subject_kind in ('order', 'order_refund') and type <> 'order.created';

-- Types of which a company has few events among many: those of every order need none.
create index events_of_type on events (holder_id, mode, type, position)
  where position is not null and type not in ('order.created', 'order.settled');

-- The operator's search of the audit log.
create index audit_log_action on audit_log (action, id);
create index audit_log_object_id on audit_log (object_id);
create index audit_log_actor on audit_log (actor_id) where actor_id is not null;
create index audit_log_request on audit_log (request_id) where request_id is not null;
