-- What an order needs to know of its payment: what the customer's bank took back of it, and whether it came from a customer's
-- wallet, which cannot be charged back and is not held. Orders that were charged back before they settled go on hold.
alter table orders
  add column charged_back_amount bigint not null default 0
    constraint orders_charged_back_amount_check check (charged_back_amount >= 0),
  add column paid_from_wallet boolean not null default false
    constraint orders_paid_from_wallet check (not paid_from_wallet or payment_source = 'service' and paid_at is not null);

update orders o set charged_back_amount = p.charged_back_amount
from payments p
where p.holder_id = o.holder_id and p.order_id = o.id and p.paid_at is not null and p.charged_back_amount > 0;

update orders o set paid_from_wallet = true
from payments p join payment_attempts a on a.holder_id = p.holder_id and a.payment_id = p.id
where p.holder_id = o.holder_id and p.order_id = o.id and p.paid_at is not null and o.paid_at is not null
  and o.payment_source = 'service' and a.status = 'succeeded' and a.method = 'wallet';

update orders set settlement_status = 'on_hold', hold_reason = 'charged_back'
where charged_back_amount > 0 and settlement_status in ('unsettled', 'awaiting_funds');

-- The paid orders whose shares clearing is reserved for. An order is not here when it is recorded, because nobody has paid it.
create index orders_reserved on orders (holder_id, mode, currency)
  where payment_source = 'service' and not is_shadow and paid_at is not null
    and settlement_status in ('unsettled', 'awaiting_funds', 'on_hold');
