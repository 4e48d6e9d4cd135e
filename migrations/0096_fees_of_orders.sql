-- What the service takes for the payment of an order, in minor units: written when the order is paid, charged when it settles.
alter table orders add column fee bigint not null default 0;
alter table orders
  add constraint orders_fee check (fee between 0 and total_amount and (fee = 0 or payment_source = 'service')) not valid;
alter table orders validate constraint orders_fee;
