-- Where events are delivered (docs/webhooks.md, "Endpoints"). A book's own endpoints, and one of the kind `addresses` for the
-- `webhook_url`s of its payments or orders.
create table webhook_endpoints (
  holder_id bigint not null references holders (id),
  id text collate "C" not null,
  mode text not null check (mode in ('test', 'live')),
  kind text not null check (kind in ('endpoint', 'addresses')),
  url text check (char_length(url) between 1 and 2048),
  -- The host of the address as a parser of URLs writes it: deliveries to one host are limited together.
  host text,
  description text not null default '' check (char_length(description) <= 255),
  -- Null: every type, those of later versions too.
  event_types text[] check (cardinality(event_types) between 1 and 200),
  extra_header text check (extra_header ~* '^x-[a-z0-9-]{1,62}$'),
  status text not null default 'active' check (status in ('active', 'paused', 'disabled')),
  status_reason text check (status_reason in ('by_hand', 'failing', 'gone')),
  status_since timestamptz not null default now(),
  -- Every event of the book after `since_position` and up to `position` that it takes has a delivery.
  since_position bigint not null check (since_position >= 0),
  position bigint not null check (position >= since_position),
  -- When a delivery of it may be due; null: none waits.
  due_at timestamptz,
  -- Of the first failure since the last success.
  failing_since timestamptz,
  last_succeeded_at timestamptz,
  created_at timestamptz not null default now(),
  deleted_at timestamptz,
  primary key (holder_id, id),
  constraint webhook_endpoints_address check ((kind = 'endpoint') = (url is not null) and (url is null) = (host is null)),
  constraint webhook_endpoints_status_reason check ((status = 'active') = (status_reason is null)),
  constraint webhook_endpoints_due check (due_at is null or status = 'active' and deleted_at is null)
);
create unique index webhook_endpoints_addresses on webhook_endpoints (holder_id, mode) where kind = 'addresses';
create index webhook_endpoints_due on webhook_endpoints (due_at) where due_at is not null;
create index webhook_endpoints_active on webhook_endpoints (holder_id, mode) where status = 'active' and deleted_at is null;

-- `sealed`: encrypted under a key from SLUICE_SECRET; `key_id` says which. A replaced one signs until `expires_at`.
create table webhook_secrets (
  holder_id bigint not null,
  endpoint_id text collate "C" not null,
  purpose text not null check (purpose in ('signature', 'extra_header')),
  number integer not null check (number > 0),
  sealed text not null,
  key_id text collate "C" not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (holder_id, endpoint_id, purpose, number),
  foreign key (holder_id, endpoint_id) references webhook_endpoints (holder_id, id) on delete cascade
);

-- One event for one endpoint.
create table webhook_deliveries (
  holder_id bigint not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  event_type text collate "C" not null,
  -- That of the event; null: a test event, which is in no log.
  position bigint,
  -- The address that the payment or order carries; null: that of the endpoint.
  url text,
  host text not null,
  -- Of a test event: what is sent.
  body text,
  status text not null default 'pending' check (status in ('pending', 'delivered', 'parked')),
  reason text check (reason in ('attempts_exhausted', 'unusable_address', 'gone', 'endpoint_paused', 'endpoint_disabled', 'endpoint_deleted')),
  attempts integer not null default 0 check (attempts >= 0),
  -- Attempts before it was last resent: a resend has ten of its own.
  attempts_before integer not null default 0 check (attempts_before between 0 and attempts),
  is_resend boolean not null default false,
  next_attempt_at timestamptz,
  -- Until then a process is attempting it.
  claimed_until timestamptz,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (holder_id, endpoint_id, event_id),
  foreign key (holder_id, endpoint_id) references webhook_endpoints (holder_id, id),
  constraint webhook_deliveries_reason check ((status = 'parked') = (reason is not null)),
  constraint webhook_deliveries_pending check ((status = 'pending') = (next_attempt_at is not null) and (status = 'pending') = (finished_at is null)),
  constraint webhook_deliveries_claimed check (claimed_until is null or status = 'pending'),
  constraint webhook_deliveries_test check ((position is null) = (body is not null))
) with (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_threshold = 10000);
create index webhook_deliveries_pending on webhook_deliveries (holder_id, endpoint_id, is_resend, next_attempt_at)
  where status = 'pending';
create index webhook_deliveries_parked on webhook_deliveries (holder_id, endpoint_id, event_id) where status = 'parked';
create index webhook_deliveries_claimed on webhook_deliveries (holder_id, endpoint_id) where claimed_until is not null;
create index webhook_deliveries_host on webhook_deliveries (host) where claimed_until is not null;
create index webhook_deliveries_created on webhook_deliveries using brin (created_at);

-- The log: the first 4 KiB of what was sent and answered, without secrets and signatures.
create table webhook_attempts (
  holder_id bigint not null,
  endpoint_id text collate "C" not null,
  event_id text collate "C" not null,
  number integer not null check (number > 0),
  started_at timestamptz not null,
  duration_ms integer not null check (duration_ms >= 0),
  outcome text not null check (outcome in ('delivered', 'refused', 'timed_out', 'not_connected', 'certificate_invalid',
    'address_not_allowed', 'address_unusable')),
  status_code integer check (status_code between 100 and 999),
  request_headers jsonb not null,
  request_body text not null,
  response_headers jsonb,
  response_body text,
  primary key (holder_id, endpoint_id, event_id, number),
  foreign key (holder_id, endpoint_id, event_id)
    references webhook_deliveries (holder_id, endpoint_id, event_id) on delete cascade
);


-- Addresses that were recorded before anything was delivered get the events from now on.
insert into webhook_endpoints (holder_id, id, mode, kind, since_position, position)
select b.holder_id, 'whe_' || translate(gen_random_uuid()::text, '-', ''), b.mode, 'addresses', b.position, b.position
from (
  select a.holder_id, a.mode, coalesce(max(e.position), 0) as position
  from (
    select holder_id, mode from orders where webhook_url is not null
    union
    select holder_id, mode from payments where webhook_url is not null) a
  left join events e on e.holder_id = a.holder_id and e.mode = a.mode
  group by a.holder_id, a.mode) b;
