-- What the bank said about the name of a payee's account when it was added: verification of payee. Null: nobody was asked. The
-- bank's own name for the account is kept of a close match only.
alter table bank_accounts
  add column payee_check text collate "C" check (
    payee_check in ('match', 'close_match', 'no_match', 'not_possible', 'not_checked')),
  add column payee_known_as text check (char_length(payee_known_as) between 1 and 140);
alter table bank_accounts
  add constraint bank_accounts_known_as check (
    payee_known_as is null or payee_check is not distinct from 'close_match') not valid;
alter table bank_accounts validate constraint bank_accounts_known_as;
