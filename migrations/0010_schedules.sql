-- Test clocks, which run ahead of the real one; when each company settles, by currency; and what a run fell short of.

create table test_clocks (
  holder_id bigint primary key references holders (id),
  -- How far the holder's test book is ahead, at most ten years.
  offset_ms bigint not null check (offset_ms between 0 and 315360000000)
);

alter table companies
  add column time_zone text collate "C" not null default 'UTC' check (char_length(time_zone) between 1 and 64),
  -- Paused: nothing settles by schedule or because money arrived. 'Settle now' still does.
  add column settlements_paused boolean not null default false;

-- Both modes share a company's schedules. Without a row for '*', the company settles daily at 02:00.
create table settlement_schedules (
  company_id bigint not null references companies (holder_id),
  -- '*': every currency without a row of its own.
  currency text collate "C" not null check (currency ~ '^([A-Z]{3}|\*)$'),
  every text not null check (every in ('day', 'week', 'month')),
  -- Days of the week (1 is Monday) or of the month; none when it is every day.
  days smallint[] not null,
  local_time text collate "C" not null check (local_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  primary key (company_id, currency),
  check (case every when 'day' then days = '{}' when 'week' then days <@ '{1,2,3,4,5,6,7}' and cardinality(days) between 1 and 7
    else 1 <= all (days) and 31 >= all (days) and cardinality(days) between 1 and 31 end)
);

-- When each book's schedules are due next, on the book's own clock.
create table settlement_dues (
  holder_id bigint not null,
  mode text not null check (mode in ('test', 'live')),
  currency text collate "C" not null check (currency ~ '^([A-Z]{3}|\*)$'),
  due_at timestamptz not null,
  primary key (holder_id, mode, currency)
);
create index settlement_dues_due on settlement_dues (due_at);

-- Companies that were here before start with the next 02:00 UTC; later ones with the first after they were made.
insert into settlement_dues (holder_id, mode, currency, due_at)
select c.holder_id, m.mode, '*',
  (date_trunc('day', now() at time zone 'UTC' - interval '2 hours') + interval '26 hours') at time zone 'UTC'
from companies c cross join (values ('test'), ('live')) as m (mode);

-- Null: the run is of every currency.
alter table settlements add column currency text collate "C" check (currency ~ '^[A-Z]{3}$');

-- In which currencies a run had orders newly wait for funds; the company is told of each when the run ends.
create table settlement_shortfalls (
  holder_id bigint not null,
  settlement_id bigint not null,
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  primary key (holder_id, settlement_id, currency),
  foreign key (holder_id, settlement_id) references settlements (holder_id, id)
);
