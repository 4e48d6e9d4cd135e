-- Which saved views of Explore are mailed to the person who saved them: what was explored in the last day, week or month that has ended
-- in their time zone. A view that goes, with its person or by itself, takes its schedule along.
create table explore_mails (
  view_id text primary key references saved_views (id) on delete cascade,
  every text not null check (every in ('day', 'week', 'month')),
  time_zone text not null check (char_length(time_zone) between 1 and 64),
  next_at timestamptz not null
);
create index explore_mails_due on explore_mails (next_at);
