-- Money that leaves for a bank: the accounts on file, the rules per currency and the payouts themselves.

-- Of the directory: a bank account serves both modes. The number is shown whole in the operator's export only.
create table bank_accounts (
  holder_id bigint not null references holders (id),
  id text collate "C" not null,
  status text not null default 'active' check (status in ('active', 'ended')),
  -- Null: takes any currency.
  currency text collate "C" check (currency ~ '^[A-Z]{3}$'),
  account_name text not null check (char_length(account_name) between 1 and 140),
  iban text collate "C" check (iban ~ '^[A-Z]{2}[0-9]{2}[0-9A-Z]{11,30}$'),
  account_number text collate "C" check (account_number ~ '^[0-9A-Za-z]{4,34}$'),
  -- A BIC, or what the country's banks use instead.
  bank_code text collate "C" check (bank_code ~ '^[0-9A-Za-z]{3,20}$'),
  country text collate "C" not null check (country ~ '^[A-Z]{2}$'),
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (holder_id, id),
  constraint bank_accounts_number check ((iban is null) <> (account_number is null)),
  constraint bank_accounts_bank check (iban is not null or bank_code is not null),
  constraint bank_accounts_ended check ((status = 'ended') = (ended_at is not null))
);

-- What the operator has decided, in minor units. A currency without a row has the defaults.
create table payout_rules (
  currency text collate "C" primary key check (currency ~ '^[A-Z]{3}$'),
  minimum bigint not null default 1 check (minimum >= 1),
  fee bigint not null default 0 check (fee >= 0),
  -- What one holder may ask for in 24 hours. Null: no limit.
  daily_limit bigint check (daily_limit >= 1),
  -- Something is left for the bank.
  constraint payout_rules_fee check (fee < minimum)
);

create sequence payouts_position_seq;
create table payouts (
  -- The book it draws from. Earnings stand in the company's book, and belong to the owner.
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  owner_holder_id bigint not null,
  purpose text collate "C" not null check (purpose in ('wallet', 'commission', 'clearing') or purpose ~ '^earnings:[0-9]+$'),
  status text not null check (status in ('requested', 'approved', 'sent', 'completed', 'rejected', 'cancelled', 'failed')),
  -- Leaves the account; the bank gets it less the fee.
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- Of the owner.
  bank_account_id text collate "C" not null,
  -- Why it was rejected or failed, in the operator's words.
  reason text check (char_length(reason) between 1 and 255),
  position bigint not null default nextval('payouts_position_seq'),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  approved_at timestamptz,
  sent_at timestamptz,
  ended_at timestamptz,
  primary key (holder_id, id),
  constraint payouts_owner check (holder_id = owner_holder_id or purpose like 'earnings:%'),
  constraint payouts_approved check (case
    when status in ('approved', 'sent', 'completed', 'failed') then approved_at is not null
    when status in ('requested', 'cancelled') then approved_at is null else true end),
  constraint payouts_sent check (case
    when status in ('sent', 'completed') then sent_at is not null and approved_at is not null
    when status = 'failed' then true else sent_at is null end),
  constraint payouts_ended check ((status in ('completed', 'rejected', 'cancelled', 'failed')) = (ended_at is not null))
);
create index payouts_position on payouts (holder_id, mode, position);
-- A party's own, and what it asked for in the last 24 hours.
create index payouts_owner on payouts (holder_id, owner_holder_id, mode, position);
create index payouts_open on payouts (holder_id, status, position) where status in ('requested', 'approved', 'sent');
