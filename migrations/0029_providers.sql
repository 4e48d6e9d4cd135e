-- Payment providers beside the first: each has an account of its own in the books, `outside:<name>`, and statements of its own.
-- The accounts of the simulator and of Stripe stay what they were, `outside:card` and `outside:onlinewallet`: sealed rows name
-- them.

-- Every provider that was ever in use, so that one that no longer is keeps its title and its statements.
create table providers (
  name text collate "C" primary key check (name ~ '^[a-z][a-z0-9]{1,29}$'),
  title text not null check (title <> '')
);

alter table accounts
  drop constraint accounts_source,
  add constraint accounts_source check (source ~ '^[a-z][a-z0-9]{1,29}$') not valid;
alter table acquirer_payouts
  drop constraint acquirer_payouts_source_check,
  add constraint acquirer_payouts_source_check check (source ~ '^[a-z][a-z0-9]{1,29}$' and source <> 'bank') not valid;
alter table booking_rules
  drop constraint booking_rules_source_check,
  add constraint booking_rules_source_check check (source ~ '^[a-z][a-z0-9]{1,29}$') not valid;
alter table statement_bookings
  drop constraint statement_bookings_source_check,
  add constraint statement_bookings_source_check check (source ~ '^[a-z][a-z0-9]{1,29}$') not valid;
alter table statement_files
  drop constraint statement_files_source_check,
  add constraint statement_files_source_check check (source ~ '^[a-z][a-z0-9]{1,29}$') not valid;
alter table statement_imports
  drop constraint statement_imports_source_check,
  add constraint statement_imports_source_check check (source ~ '^[a-z][a-z0-9]{1,29}$') not valid;
alter table statement_matches
  drop constraint statement_matches_source_check,
  add constraint statement_matches_source_check check (source ~ '^[a-z][a-z0-9]{1,29}$') not valid;
alter table statement_months
  drop constraint statement_months_source_check,
  add constraint statement_months_source_check check (source ~ '^[a-z][a-z0-9]{1,29}$') not valid;
alter table statement_profiles
  drop constraint statement_profiles_source_check,
  add constraint statement_profiles_source_check check (source ~ '^[a-z][a-z0-9]{1,29}$') not valid;
alter table payment_attempts
  drop constraint payment_attempts_provider_check,
  add constraint payment_attempts_provider_check check (provider ~ '^[a-z][a-z0-9]{1,29}$') not valid;
-- Without holding up who posts.
alter table accounts validate constraint accounts_source;
alter table acquirer_payouts validate constraint acquirer_payouts_source_check;
alter table booking_rules validate constraint booking_rules_source_check;
alter table statement_bookings validate constraint statement_bookings_source_check;
alter table statement_files validate constraint statement_files_source_check;
alter table statement_imports validate constraint statement_imports_source_check;
alter table statement_matches validate constraint statement_matches_source_check;
alter table statement_months validate constraint statement_months_source_check;
alter table statement_profiles validate constraint statement_profiles_source_check;
alter table payment_attempts validate constraint payment_attempts_provider_check;
