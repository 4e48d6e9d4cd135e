-- Seals: each holds the hashes of the rows that a table had up to a number, and the hash of the seal before it, so that a
-- row of the past that is changed, deleted or added no longer fits (docs/seals.md, "What a seal is"). The service may only add seals.

create table seals (
  number bigint primary key check (number > 0),
  source text collate "C" not null,
  -- The seal is about the rows above the first number and up to the second.
  after_key bigint not null,
  up_to_key bigint not null,
  row_count integer not null check (row_count >= 0),
  -- For how many days rows of this table were kept when it was made; null: forever.
  kept_days integer check (kept_days > 0),
  rows_hash bytea not null check (octet_length(rows_hash) = 32),
  previous_hash bytea not null check (octet_length(previous_hash) = 32),
  sealed_at timestamptz not null,
  hash bytea not null unique check (octet_length(hash) = 32),
  -- Ed25519; null when the service had no key.
  public_key bytea check (octet_length(public_key) = 32),
  signature bytea check (octet_length(signature) = 64),
  -- A line for each row, in the order of their numbers.
  lines text not null,
  check (after_key <= up_to_key),
  check ((public_key is null) = (signature is null))
);
create index seals_of_source on seals (source, number);

-- What personal parts of sealed rows were hashed with. Without its salt, a hash says nothing of what it was made of.
create table seal_salts (
  source text collate "C" not null,
  key bigint not null,
  part smallint not null check (part > 0),
  salt text collate "C" not null check (char_length(salt) between 32 and 64),
  -- When the row was written, by which it is deleted.
  at timestamptz not null,
  primary key (source, key, part)
);
create index seal_salts_age on seal_salts (source, at);

-- Rows are sealed in the order of these numbers. On a cluster of Citus a column that is added to a table with rows cannot
-- have numbers drawn for them: the rows that are there stay unsealed.
create sequence payments_position_seq;
create sequence refunds_position_seq;
do $$
begin
  if exists (select from pg_extension where extname = 'citus') then
    alter table payments add column position bigint;
    alter table payments alter column position set default nextval('payments_position_seq');
    alter table refunds add column position bigint;
    alter table refunds alter column position set default nextval('refunds_position_seq');
  else
    alter table payments add column position bigint not null default nextval('payments_position_seq');
    alter table refunds add column position bigint not null default nextval('refunds_position_seq');
  end if;
end $$;
create index payments_position on payments (position);
create index refunds_position on refunds (position);
create index order_refunds_position on order_refunds (position);
create index payouts_sealed on payouts (position);

-- Rows of these tables lie in the order of their numbers: a summary of each few pages finds a range, and an insert pays
-- next to nothing for it.
create index events_appended on events using brin (appended) with (pages_per_range = 32, autosummarize = on);
create index transfers_id on transfers using brin (id) with (pages_per_range = 32, autosummarize = on);
