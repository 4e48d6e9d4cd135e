-- A payee's events are made from the movements of their earnings when the company's event gets its position: each
-- movement once.
alter table events add column transfer_id bigint;
create unique index events_of_transfer on events (holder_id, transfer_id) where transfer_id is not null;

-- Of an order, the company's events only. Credits are most of a payee's events, so the index by type leaves them out.
drop index events_of_order;
create index events_of_order on events (holder_id, subject_id)
  where subject_kind in ('order', 'order_refund') and type <> 'order.created' and transfer_id is null;
drop index events_of_type;
create index events_of_type on events (holder_id, mode, type, position)
  where position is not null and type not in ('order.created', 'order.settled', 'earning.settled');
