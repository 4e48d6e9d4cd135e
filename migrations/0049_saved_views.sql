-- Views of lists and screens that a person has saved under a name, in one account and mode: a screen and the query of its address.
create table saved_views (
  id text primary key,
  person_id text not null references people (id) on delete cascade,
  holder_id bigint not null references holders (id),
  mode text not null check (mode in ('test', 'live')),
  screen text collate "C" not null check (screen ~ '^[a-z][a-z-]{0,39}$'),
  name text not null check (char_length(name) between 1 and 60),
  query text not null check (char_length(query) <= 2000),
  created_at timestamptz not null,
  constraint saved_views_name unique (person_id, holder_id, mode, screen, name)
);
