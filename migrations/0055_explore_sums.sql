-- What was recorded in each quarter of an hour, in UTC: what these columns of an order say never changes, so a quarter is only added to.
-- Orders of a holder up to its mark are in it, later ones are not.
create table order_quarters (
  holder_id bigint not null references holders (id),
  mode text not null check (mode in ('test', 'live')),
  quarter timestamptz not null,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  payment_source text not null,
  orders bigint not null check (orders > 0),
  amount numeric not null,
  commission numeric not null,
  primary key (holder_id, mode, quarter, currency, payment_source)
);
create table order_quarter_marks (
  holder_id bigint primary key references holders (id),
  up_to bigint not null check (up_to >= 0)
);

-- What was declined in a time. Attempts that succeed do not write it.
create index payment_attempts_declined on payment_attempts (holder_id, created_at) include (payment_id, error) where status = 'declined';
