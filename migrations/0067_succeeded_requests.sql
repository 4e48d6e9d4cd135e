-- Successful writes of key pairs stand in the request log beside what failed (docs/contract/people.md, "The request log"). They have a table of
-- their own, so that however many there are, none displaces a failure. Of a body only what its route knows is kept, without secrets and card
-- numbers.
create table succeeded_requests (
  holder_id bigint not null references holders (id),
  mode text not null check (mode in ('test', 'live')),
  request_id uuid not null,
  at timestamptz not null,
  client_id text collate "C" not null,
  method text not null,
  path text not null,
  query text,
  status integer not null check (status between 200 and 399),
  -- Not jsonb: fields stay in the order in which they were sent.
  body json,
  response json,
  duration_ms integer not null check (duration_ms >= 0),
  -- Later ones in the same minute that are not listed.
  omitted integer not null default 0 check (omitted >= 0),
  primary key (holder_id, mode, request_id)
);
create index succeeded_requests_at on succeeded_requests (at);

alter table failed_requests add column body json;
