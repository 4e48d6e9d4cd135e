-- When an account is paid out by itself: one row for each account of a payee in a currency. It is never deleted: `never` switches
-- it off. The book is that of the account, as for payouts, and its clock decides when a payout is due.
create table payout_schedules (
  holder_id bigint not null,
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  owner_holder_id bigint not null,
  account_kind text collate "C" not null check (account_kind in ('wallet', 'commission', 'clearing', 'earnings')),
  link_id bigint,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  every text collate "C" not null check (every in ('never', 'day', 'week', 'month')),
  -- Of the week (1 is Monday) or the month.
  day integer,
  time_zone text collate "C" not null check (char_length(time_zone) between 1 and 64),
  -- The least that is paid out, and what stays in the account.
  minimum bigint not null check (minimum >= 0),
  keep bigint not null check (keep >= 0),
  -- Null: the only one on file that accepts the currency.
  bank_account_id text collate "C",
  -- The person; null for a key pair.
  set_by text,
  set_at timestamptz not null,
  due_at timestamptz,
  -- The last attempt: for which time it was due, and what came of it.
  tried_at timestamptz,
  tried_for timestamptz,
  outcome text collate "C" check (outcome in ('requested', 'nothing', 'refused')),
  reason text check (char_length(reason) between 1 and 500),
  primary key (holder_id, id),
  constraint payout_schedules_link check ((account_kind = 'earnings') = (link_id is not null)),
  constraint payout_schedules_owner check (holder_id = owner_holder_id or account_kind = 'earnings'),
  constraint payout_schedules_day check (
    case every
      when 'week' then day is not null and day between 1 and 7
      when 'month' then day is not null and day between 1 and 31
      else day is null end),
  constraint payout_schedules_due check ((every = 'never') = (due_at is null)),
  constraint payout_schedules_tried check (
    (tried_at is null) = (outcome is null) and (tried_at is null) = (tried_for is null)
    and (reason is null) = (outcome is null or outcome = 'requested'))
);
create unique index payout_schedules_account
  on payout_schedules (holder_id, mode, owner_holder_id, account_kind, coalesce(link_id, 0), currency);
create index payout_schedules_due on payout_schedules (due_at) where due_at is not null;
create index payout_schedules_owner on payout_schedules (owner_holder_id, mode);

-- The schedule that asked for a payout, and for which time: one payout for each.
alter table payouts
  add column schedule_id text collate "C",
  add column due_at timestamptz;
alter table payouts add constraint payouts_schedule check ((schedule_id is null) = (due_at is null)) not valid;
alter table payouts validate constraint payouts_schedule;
create unique index payouts_scheduled on payouts (holder_id, schedule_id, due_at) where schedule_id is not null;
