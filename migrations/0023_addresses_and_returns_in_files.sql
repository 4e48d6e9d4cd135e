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
