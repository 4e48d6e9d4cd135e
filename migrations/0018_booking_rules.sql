-- Rules that people write for lines that come again: a line with this text is a bank charge, interest or a rounding difference.
-- A rule is ended, never changed; what it booked keeps its number.

create sequence booking_rules_id_seq;
create table booking_rules (
  id bigint primary key default nextval('booking_rules_id_seq'),
  mode text not null check (mode in ('test', 'live')),
  source text collate "C" not null check (source in ('bank', 'card', 'onlinewallet')),
  text text not null check (char_length(text) between 4 and 100),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  -- Null: both.
  direction text collate "C" check (direction in ('in', 'out')),
  amount_max bigint not null check (amount_max > 0),
  -- As the statement's account was named; null: any.
  account text check (char_length(account) <= 100),
  kind text collate "C" not null check (kind in ('bank_charge', 'bank_interest', 'rounding')),
  created_at timestamptz not null,
  ended_at timestamptz check (ended_at >= created_at)
);
create index booking_rules_in_force on booking_rules (mode, source, id) where ended_at is null;

-- The rule that booked it; null: a person did, or the bank's file stated the charge. Rules are never deleted.
alter table statement_bookings add column rule_id bigint;
alter table statement_bookings
  add constraint statement_bookings_by_rule check (rule_id is null or kind <> 'set_aside') not valid;
alter table statement_bookings validate constraint statement_bookings_by_rule;
create index statement_bookings_rule on statement_bookings (holder_id, rule_id) where rule_id is not null;
