-- What a search among a shop's payments looks through, in lower case once instead of at every search. The payer is apart:
-- not everyone may search for who paid. A line break stands between the texts; nobody can search for one.
alter table payments
  add column search_text text not null
    generated always as (lower(coalesce(custom, '') || E'\n' || coalesce(description, ''))) stored,
  add column payer_search_text text not null
    generated always as (lower(coalesce(payer_name, '') || E'\n' || coalesce(payer_email, ''))) stored;
