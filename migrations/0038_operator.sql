-- What the operator decides and looks at: who may go live, and verifications that a person asks for.

-- The last time a company or a shop asked to take real money, and what was decided. Earlier ones are in the audit log.
create table approval_requests (
  holder_id bigint primary key references holders (id),
  status text not null check (status in ('waiting', 'approved', 'refused')),
  requested_by text not null,
  requested_at timestamptz not null,
  decided_at timestamptz,
  -- In the operator's words, mailed to the owners.
  reason text check (char_length(reason) between 1 and 500),
  constraint approval_requests_decided check ((status = 'waiting') = (decided_at is null)),
  constraint approval_requests_reason check ((status = 'refused') = (reason is not null))
);
create index approval_requests_waiting on approval_requests (requested_at, holder_id) where status = 'waiting';

create sequence verification_runs_id_seq;
-- A verification that someone asked for, with its progress. What it found is in ledger_verifications.
create table verification_runs (
  id bigint primary key default nextval('verification_runs_id_seq'),
  kind text not null check (kind in ('full', 'incremental')),
  status text not null check (status in ('queued', 'running', 'done', 'failed')),
  requested_by text not null,
  requested_at timestamptz not null default now(),
  started_at timestamptz,
  finished_at timestamptz,
  checks_done integer not null default 0 check (checks_done >= 0),
  checks_total integer check (checks_total >= checks_done),
  verification_id bigint references ledger_verifications (id),
  constraint verification_runs_started check ((status = 'queued') <= (started_at is null)),
  constraint verification_runs_finished check ((status in ('done', 'failed')) = (finished_at is not null)),
  constraint verification_runs_found check ((status = 'done') = (verification_id is not null))
);
create unique index verification_runs_open on verification_runs ((true)) where status in ('queued', 'running');

-- The operator's lists run over the books of all holders.
create index payouts_listed on payouts (mode, position);
create index payouts_listed_by_status on payouts (mode, status, position);
create sequence top_ups_position_seq;
alter table top_ups add column position bigint not null default nextval('top_ups_position_seq');
create unique index top_ups_listed on top_ups (mode, position);
create index top_ups_waiting on top_ups (mode, position) where status = 'pending';
create index late_captures_open on late_captures (mode, created_at, attempt_id) where status in ('pending', 'refused');

-- What a suspended holder goes back to.
alter table holders add column suspended_from text check (suspended_from in ('pending', 'active'));
