-- What is told about a payment: the payer in the language of the checkout, and the shop when it could not be paid.

-- The language in which the payer saw the checkout; null where there was none.
alter table payment_attempts add column payer_language text check (payer_language ~ '^[a-z]{2}$');

-- Payments that a customer opened and could not pay, so that each is reported once.
create table unpayable_payments (
  holder_id bigint not null,
  payment_id text not null,
  mode text not null check (mode in ('test', 'live')),
  reason text not null check (reason in ('not_approved', 'suspended', 'no_card_payments')),
  reported_at timestamptz not null,
  primary key (holder_id, payment_id),
  foreign key (holder_id, payment_id) references payments (holder_id, id)
);
create index unpayable_payments_reported on unpayable_payments (holder_id, mode, reason, reported_at);
