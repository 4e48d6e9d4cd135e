-- What all books added up to in a full verification, by mode and currency; null in one by an earlier version.
alter table ledger_verifications
  add column totals jsonb,
  add constraint ledger_verifications_totals_check check (jsonb_typeof(totals) = 'array') not valid;
alter table ledger_verifications validate constraint ledger_verifications_totals_check;
