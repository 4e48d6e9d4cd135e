-- What a file of payments needs of the operator's account, beside its IBAN and BIC.
alter table bank_details
  add column account_number text collate "C" check (account_number ~ '^[0-9A-Za-z]{4,34}$'),
  -- The country's own code of the bank.
  add column bank_code text collate "C" check (bank_code ~ '^[0-9A-Za-z]{3,20}$'),
  add column town text check (char_length(town) between 1 and 140),
  add column country text collate "C" check (country ~ '^[A-Z]{2}$');

create sequence payout_files_position_seq;
-- A file of payouts for the bank. It never changes.
create table payout_files (
  id text collate "C" primary key,
  position bigint not null unique default nextval('payout_files_position_seq'),
  mode text not null check (mode in ('test', 'live')),
  format text not null check (format in ('pain.001.001.09', 'pain.001.001.03', 'csv')),
  currency text collate "C" not null check (currency ~ '^[A-Z]{3}$'),
  execution_day date not null,
  -- What the bank calls the file.
  message_id text collate "C" not null unique check (message_id ~ '^[A-Za-z0-9]{1,31}$'),
  -- The operator's account that it is paid from: an IBAN or another number. Null in a CSV.
  debtor_account text collate "C",
  payouts integer not null check (payouts > 0),
  control_sum bigint not null check (control_sum > 0),
  -- Null once bank data in it was erased.
  content bytea,
  sha256 bytea not null check (octet_length(sha256) = 32),
  -- Why payouts of an earlier file are in it once more.
  again_reason text check (char_length(again_reason) between 1 and 500),
  created_at timestamptz not null,
  erased_at timestamptz,
  constraint payout_files_erased check ((content is null) = (erased_at is not null)),
  constraint payout_files_account check ((format = 'csv') = (debtor_account is null))
);
create index payout_files_listed on payout_files (mode, position);

create table payout_file_lines (
  file_id text collate "C" not null references payout_files (id),
  payout_id text collate "C" not null,
  -- In the order of the file, from 1; and the batch of the file that it is in.
  line integer not null check (line > 0),
  batch_id text collate "C" not null,
  -- What the bank calls the payment.
  reference text collate "C" not null check (reference ~ '^[A-Za-z0-9]{1,35}$'),
  -- What the bank is to pay.
  amount bigint not null check (amount > 0),
  bank_account_id text collate "C" not null,
  -- A later file has the payout instead of this one.
  superseded_by text collate "C" references payout_files (id),
  -- The last that the bank said of it.
  outcome text check (outcome in ('pending', 'accepted', 'rejected')),
  bank_status text collate "C" check (char_length(bank_status) between 1 and 35),
  bank_reason text collate "C" check (bank_reason ~ '^[A-Z0-9]{2,6}$'),
  reported_at timestamptz,
  primary key (file_id, payout_id),
  unique (file_id, line),
  constraint payout_file_lines_reported check ((outcome is null) = (reported_at is null) and (outcome is null) = (bank_status is null))
);
-- A payout is in one living file at most, so that a bank is told once to pay it.
create unique index payout_file_lines_living on payout_file_lines (payout_id) where superseded_by is null;
create index payout_file_lines_superseding on payout_file_lines (superseded_by) where superseded_by is not null;
create index payout_file_lines_account on payout_file_lines (bank_account_id);
