-- Payments by bank transfer at the checkout: who is offered them, which payments wait for one, and what of one has arrived.

-- Whose customers may pay by bank transfer, and in how many days; null: those of every account. Without a row nobody's. The account's
-- own row applies before that of all.
create table transfer_offers (
  id bigint generated always as identity primary key,
  holder_id bigint references holders (id),
  is_offered boolean not null,
  days_to_pay integer not null check (days_to_pay between 1 and 60),
  unique nulls not distinct (holder_id)
);

-- A payment whose customer chose bank transfer: the reference, which stays the payment's, and who is told what becomes of it.
create table payment_transfers (
  holder_id bigint not null,
  payment_id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  reference text collate "C" not null check (reference ~ '^RF[0-9]{2}[A-Z]{8}$'),
  payer_email text,
  payer_language text check (payer_language ~ '^[a-z]{2}$'),
  browser bytea check (octet_length(browser) = 32),
  created_at timestamptz not null,
  primary key (holder_id, payment_id),
  foreign key (holder_id, mode, payment_id) references payments (holder_id, mode, id)
);
create index payment_transfers_reference on payment_transfers (reference);

-- Until when a bank transfer is waited for. A payment expires at the later of this and `expires_at`, which is sealed.
alter table payments add column transfer_until timestamptz;

-- Money that is set aside until the rest of a payment has arrived: whose payment.
alter table statement_bookings
  add column payment_holder_id bigint,
  add column payment_id text collate "C";
alter table statement_bookings
  add constraint statement_bookings_payment check (
    (payment_holder_id is null) = (payment_id is null)
    and (payment_id is null or kind = 'set_aside' and source = 'bank' and amount > 0)) not valid;
alter table statement_bookings validate constraint statement_bookings_payment;
create index statement_bookings_payment on statement_bookings (payment_holder_id, payment_id) where payment_id is not null;

-- A method of its own: in attempts, in the rules of fees, and last among those that a payment keeps.
alter table payment_attempts
  drop constraint payment_attempts_method_check,
  add constraint payment_attempts_method_check check (method in ('wallet', 'card', 'onlinewallet', 'bank_transfer')) not valid,
  add constraint payment_attempts_bank_transfer check ((method = 'bank_transfer') = (provider = 'bank')) not valid;
alter table payment_attempts validate constraint payment_attempts_method_check;
alter table payment_attempts validate constraint payment_attempts_bank_transfer;
alter table payment_fee_rules
  drop constraint payment_fee_rules_method_check,
  add constraint payment_fee_rules_method_check check (method in ('card', 'onlinewallet', 'wallet', 'bank_transfer')) not valid;
alter table payment_fee_rules validate constraint payment_fee_rules_method_check;
alter table payments
  drop constraint payments_fee_rules,
  add constraint payments_fee_rules check (cardinality(fee_rules) between 3 and 4) not valid;
alter table payments validate constraint payments_fee_rules;
