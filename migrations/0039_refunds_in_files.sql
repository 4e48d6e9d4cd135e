-- Refunds of payments by bank transfer are in payment files too. As for money that goes back to its sender, the payee's account
-- is the one that the statement named, and none of a holder.
alter table payout_file_lines
  drop constraint payout_file_lines_payee,
  add constraint payout_file_lines_payee check (
    (payout_id like 'lr\_%' or payout_id like 'ref\_%') = (bank_account_id is null)) not valid;
alter table payout_file_lines validate constraint payout_file_lines_payee;
