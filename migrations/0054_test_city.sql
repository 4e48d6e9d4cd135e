-- A test city: payees that a company in test mode makes with one click, and evenings of orders that are played with them.

-- A payee that nobody signs in for. It can't serve live mode, and accounts of live mode refer to links that do.
alter table links add column is_test_payee boolean not null default false,
  add constraint links_test_payee check (not (is_test_payee and serves_live)) not valid;
alter table links validate constraint links_test_payee;

-- One for each company, at most.
create table test_cities (
  company_id bigint primary key references holders (id),
  made_at timestamptz not null
);

-- The plan of an evening is derived from its number and its size; this is how far it has been played.
create table test_evenings (
  company_id bigint not null references test_cities (company_id),
  number integer not null check (number > 0),
  orders integer not null check (orders in (100, 500)),
  time_zone text not null,
  starts_at timestamptz not null,
  person_id text references people (id) on delete set null,
  next_step integer not null default 0 check (next_step >= 0),
  refused integer not null default 0 check (refused >= 0),
  play_until timestamptz not null,
  played_until timestamptz,
  -- The last move of the slider: the test clock's time before it, the book's last event, and when it was.
  moved_from timestamptz not null,
  moved_after bigint not null,
  moved_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, number)
);
create unique index test_evenings_open on test_evenings (company_id) where ended_at is null;
