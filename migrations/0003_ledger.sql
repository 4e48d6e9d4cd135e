-- Books, accounts, transfers and events. holder_id leads every key, so that a book can live on any node.

create sequence accounts_id_seq;
create table accounts (
  holder_id bigint not null,
  id bigint not null default nextval('accounts_id_seq'),
  mode text not null check (mode in ('test', 'live')),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  purpose text collate "C" not null check (char_length(purpose) between 1 and 300),
  balance bigint not null default 0,
  floor bigint,
  primary key (holder_id, id),
  unique (holder_id, mode, currency, purpose),
  -- Lets a transfer's foreign keys prove that both ends are of its own book and currency.
  unique (holder_id, mode, currency, id),
  constraint accounts_balance_floor check (balance >= floor),
  constraint accounts_balance_limit check (abs(balance) <= 1000000000000000000)
) with (fillfactor = 70);

create sequence transfers_id_seq;
create table transfers (
  holder_id bigint not null,
  id bigint not null default nextval('transfers_id_seq'),
  mode text not null,
  currency text collate "C" not null,
  from_account_id bigint not null,
  to_account_id bigint not null,
  amount bigint not null check (amount > 0),
  code text collate "C" not null,
  -- What it belongs to: 'order:42', 'payment:pay_…', 'top_up:top_…'.
  subject text collate "C" not null,
  line integer not null,
  settlement_id bigint,
  reverses_id bigint,
  created_at timestamptz not null,
  primary key (holder_id, id),
  constraint transfers_posting_key unique (holder_id, mode, subject, code, line),
  check (from_account_id <> to_account_id),
  foreign key (holder_id, mode, currency, from_account_id) references accounts (holder_id, mode, currency, id),
  foreign key (holder_id, mode, currency, to_account_id) references accounts (holder_id, mode, currency, id)
);
create index transfers_from_account on transfers (holder_id, from_account_id, id);
create index transfers_to_account on transfers (holder_id, to_account_id, id);
create index transfers_settlement on transfers (holder_id, settlement_id, id) where settlement_id is not null;

-- What happened, in the words the interfaces use. Appended in the transaction that made it true.
-- position is given after the commit, by one sequencer: readers see only rows that have one.
create table events (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  type text collate "C" not null,
  subject text collate "C" not null,
  data jsonb not null,
  created_at timestamptz not null,
  position bigint,
  primary key (holder_id, id)
);

-- Answers kept for 24 hours, so that a request with an Idempotency-Key can be sent again.
create table idempotency_keys (
  holder_id bigint not null,
  mode text not null check (mode in ('test', 'live')),
  key text collate "C" not null check (char_length(key) between 1 and 255),
  route text collate "C" not null,
  request_hash bytea not null,
  answer_status integer,
  answer_body text,
  created_at timestamptz not null default now(),
  primary key (holder_id, mode, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
