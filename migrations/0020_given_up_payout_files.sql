-- A payout file that the bank will not execute: its payouts can be in another one, or be rejected. Its lines are superseded by itself.
alter table payout_files
  add column given_up_at timestamptz,
  add column given_up_reason text check (char_length(given_up_reason) between 1 and 500);
alter table payout_files
  add constraint payout_files_given_up check ((given_up_at is null) = (given_up_reason is null)) not valid;
alter table payout_files validate constraint payout_files_given_up;
