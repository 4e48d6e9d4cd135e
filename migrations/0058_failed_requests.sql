-- Requests of key pairs that failed, for the people of their holder (docs/contract/people.md, "The request log"). Ids
-- begin with the time. Never a body, a secret or a header.
create table failed_requests (
  holder_id bigint not null references holders (id),
  mode text not null check (mode in ('test', 'live')),
  request_id uuid not null,
  at timestamptz not null,
  client_id text collate "C" not null,
  method text not null,
  path text not null,
  query text,
  status integer not null check (status between 400 and 599),
  code text collate "C" not null,
  message text not null,
  details jsonb not null,
  duration_ms integer not null check (duration_ms >= 0),
  -- Failures that came after this one in its minute and are not listed.
  omitted integer not null default 0 check (omitted >= 0),
  primary key (holder_id, mode, request_id)
);
create index failed_requests_at on failed_requests (at);
