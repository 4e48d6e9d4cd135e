-- What all books added up to in a full verification, by mode and currency; null in one by an earlier version.
alter table ledger_verifications
  add column totals jsonb,
  add constraint ledger_verifications_totals_check check (jsonb_typeof(totals) = 'array') not valid;
alter table ledger_verifications validate constraint ledger_verifications_totals_check;

-- The books as of past days, each derived from all transfers up to its end when a person asked for it.
create table past_books (
  day date primary key,
  requested_by text not null,
  requested_at timestamptz not null default now(),
  derived_at timestamptz,
  -- Balances by mode, currency and kind of account, and the seals that the transfers were compared with; null until derived.
  result jsonb check (jsonb_typeof(result) = 'object'),
  constraint past_books_derived check ((result is null) = (derived_at is null))
);
