-- Every transfer belongs to a row that says what it must be. Commission put to work, collected and drawn fees and
-- payouts of acquirers had none: existing transfers get theirs here.

create table commission_transfers (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  primary key (holder_id, id)
);

insert into commission_transfers (holder_id, id, mode, currency, amount, created_at)
select holder_id, subject_id, mode, currency, amount, created_at from transfers where code = 'commission_to_clearing';

-- A book's net fees of one currency and day; below zero when refunds returned more than payments brought.
create table fee_collections (
  holder_id bigint not null,
  mode text not null check (mode in ('test', 'live')),
  -- Also the id of the transfers' subject in both books: holder, currency and day.
  id text collate "C" not null,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount <> 0),
  created_at timestamptz not null,
  primary key (holder_id, mode, id),
  constraint fee_collections_id check (starts_with(id, holder_id || ':' || currency || ':'))
);

insert into fee_collections (holder_id, mode, id, currency, amount, created_at)
select t.holder_id, t.mode, t.subject_id, t.currency, case a.kind when 'fees' then t.amount else -t.amount end, t.created_at
from transfers t
join accounts a on a.holder_id = t.holder_id and a.id = t.from_account_id
where t.code = 'fees_collected' and t.holder_id <> 1;

-- What the operator drew from the service's fees; the id is the operator's reference.
create table fee_draws (
  holder_id bigint not null check (holder_id = 1),
  mode text not null check (mode in ('test', 'live')),
  id text collate "C" not null,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount > 0),
  created_at timestamptz not null,
  primary key (holder_id, mode, id)
);

insert into fee_draws (holder_id, mode, id, currency, amount, created_at)
select holder_id, mode, subject_id, currency, amount, created_at from transfers where code = 'fees_drawn';

-- What an acquirer paid out to the bank. The amount includes the acquirer's fee; the id is its source and reference.
create table acquirer_payouts (
  holder_id bigint not null check (holder_id = 1),
  mode text not null check (mode in ('test', 'live')),
  id text collate "C" not null,
  source text collate "C" not null check (source in ('card', 'onlinewallet')),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  amount bigint not null check (amount > 0),
  fee bigint not null check (fee >= 0 and fee < amount),
  created_at timestamptz not null,
  primary key (holder_id, mode, id),
  constraint acquirer_payouts_id check (starts_with(id, source || ':'))
);

insert into acquirer_payouts (holder_id, mode, id, source, currency, amount, fee, created_at)
select holder_id, mode, subject_id, split_part(subject_id, ':', 1), currency, sum(amount),
  coalesce(sum(amount) filter (where code = 'acquirer_fee'), 0), min(created_at)
from transfers where code in ('acquirer_payout', 'acquirer_fee')
group by holder_id, mode, subject_id, currency;

-- Finds the payments that a customer's wallet paid, by the customer.
create index payment_attempts_payer on payment_attempts (payer_holder_id, payment_id) where payer_holder_id is not null;
