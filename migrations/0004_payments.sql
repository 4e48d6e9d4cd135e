-- Interface A: payments, and the attempts a customer made at each.

create table payments (
  holder_id bigint not null,
  -- The payment token.
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  -- Which of the two bases it was created through; its hosted address starts with the same.
  base text not null check (base in ('api', 'sandbox')),
  status text not null default 'created' check (status in
    ('created', 'processing', 'succeeded', 'partially_refunded', 'refunded', 'cancelled', 'expired')),
  amount bigint not null check (amount > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  return_url text not null,
  cancel_url text,
  custom text,
  webhook_url text,
  last_error text,
  trx_id text collate "C",
  payer_name text,
  payer_email text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  paid_at timestamptz,
  updated_at timestamptz not null,
  primary key (holder_id, id),
  constraint payments_paid_facts check (
    (status in ('succeeded', 'partially_refunded', 'refunded'))
    = (trx_id is not null and paid_at is not null and payer_name is not null)),
  check (base = 'api' or mode = 'test')
);
create unique index payments_trx on payments (holder_id, trx_id) where trx_id is not null;
create index payments_newest on payments (holder_id, mode, created_at desc);

create table payment_attempts (
  holder_id bigint not null,
  payment_id text collate "C" not null,
  number integer not null check (number > 0),
  method text not null check (method in ('wallet', 'card', 'onlinewallet')),
  status text not null check (status in ('processing', 'succeeded', 'declined')),
  error text,
  -- Never a card number: at most its last four digits.
  card_last_four text check (card_last_four ~ '^[0-9]{4}$'),
  payer_holder_id bigint,
  created_at timestamptz not null,
  primary key (holder_id, payment_id, number),
  foreign key (holder_id, payment_id) references payments (holder_id, id)
);
