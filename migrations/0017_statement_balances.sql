-- What was on the account before and after the entries of a statement, and the months whose lines no longer change.

-- A statement of a file, or several that follow each other. Minor units.
create table statement_balances (
  import_id bigint not null references statement_imports (id),
  place integer not null check (place > 0),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- The days that it covers.
  first_on date not null,
  last_on date not null,
  opening bigint not null,
  closing bigint not null,
  primary key (import_id, place),
  constraint statement_balances_days check (first_on <= last_on)
);

create sequence statement_months_id_seq;
-- A month of one source that was closed: nothing that is dated in it or before it changes until it is reopened.
create table statement_months (
  id bigint primary key default nextval('statement_months_id_seq'),
  mode text not null check (mode in ('test', 'live')),
  source text collate "C" not null check (source in ('bank', 'card', 'onlinewallet')),
  -- Its first day.
  month date not null,
  closed_at timestamptz not null,
  closed_by text not null,
  reopened_at timestamptz,
  reopened_by text,
  reason text check (char_length(reason) between 1 and 500),
  constraint statement_months_first_day check (extract(day from month) = 1),
  constraint statement_months_reopened check (
    (reopened_at is null) = (reopened_by is null) and (reopened_at is null) = (reason is null)
    and (reopened_at is null or reopened_at >= closed_at))
);
create unique index statement_months_closed on statement_months (mode, source, month) where reopened_at is null;
create index statement_months_of_source on statement_months (mode, source, month);
