-- The customers of a shop, made from its paid payments: who paid from a Sluice wallet is one by the wallet's holder, who only gave an
-- address is one by that address. The two are never the same customer, because anyone can type anyone's address.
create sequence customers_id_seq;
create table customers (
  holder_id bigint not null references holders (id),
  id bigint not null default nextval('customers_id_seq'),
  mode text not null check (mode in ('test', 'live')),
  payer_holder_id bigint references holders (id),
  -- As the latest payment carries them.
  name text not null,
  email text not null,
  name_key text collate "C" not null generated always as (lower(name)) stored,
  email_key text collate "C" not null generated always as (lower(email)) stored,
  payments bigint not null check (payments > 0),
  first_paid_at timestamptz not null,
  last_paid_at timestamptz not null,
  primary key (holder_id, id),
  constraint customers_mode unique (holder_id, mode, id),
  constraint customers_times check (first_paid_at <= last_paid_at)
);
create unique index customers_of_account on customers (holder_id, mode, payer_holder_id) where payer_holder_id is not null;
create unique index customers_of_address on customers (holder_id, mode, email_key) where payer_holder_id is null;
create index customers_listed on customers (holder_id, mode, last_paid_at, id);
create index customers_by_name on customers (holder_id, mode, name_key);
create index customers_by_email on customers (holder_id, mode, email_key);

alter table payments add column customer_id bigint;
alter table payments add constraint payments_customer foreign key (holder_id, mode, customer_id)
  references customers (holder_id, mode, id) not valid;
create index payments_of_customer on payments (holder_id, customer_id, created_at, id) where customer_id is not null;
-- Those that are not added to a customer yet: none but those of the last minute.
create index payments_without_customer on payments (holder_id, id)
  where customer_id is null and paid_at is not null and payer_email is not null;
