-- Where the holder of a bank account lives: banks ask for it in payments to other countries.
alter table bank_accounts
  add column street text check (char_length(street) between 1 and 70),
  add column building_number text check (char_length(building_number) between 1 and 16),
  add column post_code text check (char_length(post_code) between 1 and 16),
  add column town text check (char_length(town) between 1 and 35),
  -- Of the address; `country` is the account's.
  add column address_country text collate "C" check (address_country ~ '^[A-Z]{2}$');
alter table bank_accounts
  add constraint bank_accounts_address check (
    (town is null) = (address_country is null) and (town is not null or num_nonnulls(street, building_number, post_code) = 0))
    not valid;
alter table bank_accounts validate constraint bank_accounts_address;

-- A payment in a file may also be money that goes back to the sender of a line: `payout_id` is then the return's id, and there is no
-- bank account of a payee.
alter table payout_file_lines alter column bank_account_id drop not null;
alter table payout_file_lines
  add constraint payout_file_lines_payee check ((payout_id like 'lr\_%') = (bank_account_id is null)) not valid;
alter table payout_file_lines validate constraint payout_file_lines_payee;

-- Why the bank did not send money back, in words: the return is then canceled, and its line is open again.
alter table line_returns add column bank_reason text check (char_length(bank_reason) between 1 and 255);
alter table line_returns
  add constraint line_returns_rejected check (bank_reason is null or status = 'cancelled') not valid;
alter table line_returns validate constraint line_returns_rejected;
create index line_returns_rejected_of on line_returns (line_id) where bank_reason is not null;

-- What the payee knows a payout by: it is in the payment's text, or a creditor reference (ISO 11649).
alter table payouts add column reference text check (char_length(reference) between 1 and 35);
