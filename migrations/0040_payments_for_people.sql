-- Payments as the people of a shop look at them: listed, searched, added up by day.

-- What a payment link is for, in the shop's words; the customer reads it.
alter table payments add column description text check (char_length(description) between 1 and 255);

-- By time, of one state, by amount. The first takes the place of an index that could not tell equal times apart.
create index payments_listed on payments (holder_id, mode, created_at, id);
drop index payments_newest;
create index payments_by_status on payments (holder_id, mode, status, created_at, id);
create index payments_by_amount on payments (holder_id, mode, amount, id);
create index payments_disputed on payments (holder_id, mode, created_at, id) where charged_back_amount > 0;

-- What was paid, and what was refunded, each day.
create index payments_paid on payments (holder_id, mode, paid_at) include (currency, amount, fee) where paid_at is not null;
create index refunds_by_status on refunds (holder_id, mode, status, created_at) include (currency, amount, fee_returned);

-- The events of one payment. Those of orders are left out: recording an order must stay fast.
create index events_of_payment on events (holder_id, subject_id) where subject_kind = 'payment';
