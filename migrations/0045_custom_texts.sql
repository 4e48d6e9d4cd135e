-- The operator's own texts in place of those that Sluice comes with. `original`: the text that one replaced when it was written, so
-- that a later version can tell which to look at again.
create table custom_texts (
  language text collate "C" not null check (language ~ '^[a-z]{2}$'),
  area text collate "C" not null check (area in ('checkout', 'mails', 'statements')),
  key text collate "C" not null check (key ~ '^[A-Za-z0-9_.]{1,80}$'),
  text text not null check (length(text) between 1 and 1000),
  original text not null,
  changed_at timestamptz not null,
  primary key (language, area, key)
);
