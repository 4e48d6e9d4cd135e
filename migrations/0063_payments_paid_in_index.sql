-- What Explore adds up of a shop's paid payments, by method and by how long they took too, is read from this index alone.
drop index payments_paid;
create index payments_paid on payments (holder_id, mode, paid_at) include (currency, amount, captured_amount, fee, created_at, id)
  where paid_at is not null;
