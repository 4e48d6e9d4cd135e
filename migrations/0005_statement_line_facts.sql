-- What the file of a bank says of a line beside its text. Empty where the file does not say it, and for lines imported
-- earlier.
alter table statement_lines
  add column value_on date,
  add column end_to_end_id text,
  add column counterparty_name text,
  -- An IBAN or another number, without spaces.
  add column counterparty_account text,
  -- The bank transaction code: PMNT/RCDT/ESCT, NTRF, 166.
  add column bank_code text,
  -- It takes back an earlier line.
  add column reverses boolean not null default false,
  -- What the bank kept, in minor units: already off the amount. Below 0: what it added.
  add column charges bigint,
  -- Of a payment that came back: a code of ISO 20022, or the bank's own.
  add column return_reason text,
  -- Of a collective line: how many payments it has in it, and the first of them.
  add column details jsonb;
alter table statement_lines
  add constraint statement_lines_facts check (
    char_length(end_to_end_id) between 1 and 100 and char_length(counterparty_name) between 1 and 200
    and char_length(counterparty_account) between 1 and 100 and char_length(bank_code) between 1 and 100
    and char_length(return_reason) between 1 and 100) not valid,
  add constraint statement_lines_charges check (charges <> 0 and abs(charges) <= 1000000000000000000) not valid,
  add constraint statement_lines_details check (jsonb_array_length(details -> 'payments') between 1 and 500) not valid;

-- What the file was read as; null: as its columns were named.
alter table statement_imports add column format text collate "C";
alter table statement_imports
  add constraint statement_imports_format check (char_length(format) between 1 and 20) not valid;

-- Without holding up who writes.
alter table statement_lines validate constraint statement_lines_facts;
alter table statement_lines validate constraint statement_lines_charges;
alter table statement_lines validate constraint statement_lines_details;
alter table statement_imports validate constraint statement_imports_format;
