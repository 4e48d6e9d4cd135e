-- The schemes of a shop's apps, to which its customers may return from the payment page.
create table app_schemes (
  holder_id bigint not null,
  mode text not null check (mode in ('test', 'live')),
  schemes text[] not null check (cardinality(schemes) <= 10),
  primary key (holder_id, mode),
  constraint app_schemes_holder foreign key (holder_id) references holders (id)
);

-- What the shop says of its customer, filled in at the checkout. Kept while the payment can be paid.
alter table payments
  add column known_name text,
  add column known_email text,
  add constraint payments_known_name check (char_length(known_name) between 1 and 100) not valid,
  add constraint payments_known_email check (char_length(known_email) between 1 and 254) not valid,
  add constraint payments_known check (status in ('created', 'processing') or num_nonnulls(known_name, known_email) = 0) not valid;
alter table payments validate constraint payments_known_name;
alter table payments validate constraint payments_known_email;
alter table payments validate constraint payments_known;
create index payments_known_email on payments (lower(known_email)) where known_email is not null;
