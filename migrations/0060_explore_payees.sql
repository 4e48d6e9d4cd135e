-- What was recorded for each payee on each day, in UTC: only orders whose payees can't change any more are in it.
-- Orders of a holder up to its mark are in it or below, later ones in neither.
create table order_payee_days (
  holder_id bigint not null references holders (id),
  mode text not null check (mode in ('test', 'live')),
  payee_type text not null check (payee_type in ('merchant', 'courier')),
  day date not null,
  link_id bigint not null,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  orders bigint not null check (orders > 0),
  amount numeric not null,
  commission numeric not null,
  primary key (holder_id, mode, payee_type, day, link_id, currency)
);
create table order_payee_marks (
  holder_id bigint primary key references holders (id),
  up_to bigint not null check (up_to >= 0)
);
-- The orders that had a split without a payee when the days were summed. They stay here when it is assigned.
create table order_payee_gaps (
  holder_id bigint not null,
  mode text not null check (mode in ('test', 'live')),
  created_at timestamptz not null,
  order_id bigint not null,
  primary key (holder_id, mode, created_at, order_id),
  foreign key (holder_id, order_id) references orders (holder_id, id)
);
