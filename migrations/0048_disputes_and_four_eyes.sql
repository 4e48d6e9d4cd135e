-- Disputes as the provider sees them, and acts that take two people.

create sequence disputes_position_seq;
alter table disputes
  add column position bigint not null default nextval('disputes_position_seq'),
  -- What the provider says of it: who has to act, or who won.
  add column status text not null default 'under_review'
    check (status in ('needs_response', 'under_review', 'won', 'lost')),
  add column reason text check (char_length(reason) <= 100),
  -- Until when the provider takes evidence.
  add column evidence_due_at timestamptz;
update disputes set status = 'won' where returns = withdrawals;
create unique index disputes_list on disputes (mode, position);
create index disputes_by_id on disputes (id);
create index disputes_open on disputes (mode, evidence_due_at) where status in ('needs_response', 'under_review');

-- Whether money takes two people to move. Without a row it does not.
create table four_eyes (
  holder_id bigint primary key references holders (id) check (holder_id = 1),
  is_on boolean not null,
  -- The administrator who wants it off; another one decides.
  off_requested_by text,
  off_requested_at timestamptz,
  check ((off_requested_by is null) = (off_requested_at is null)),
  check (is_on or off_requested_by is null)
);

-- The person behind each, where it was one. Top-ups from before are not known.
alter table top_ups add column requested_by text;
alter table payouts add column requested_by text;
alter table bank_accounts add column added_by text;
update payouts p set requested_by = a.actor_id from audit_log a
where a.action = 'payouts.request' and a.object_kind = 'payout' and a.object_id = p.id and a.actor_kind = 'person';
update bank_accounts b set added_by = a.actor_id from audit_log a
where a.action = 'bank_accounts.add' and a.object_kind = 'bank_account' and a.object_id = b.id
  and a.actor_kind = 'person';

-- A lost second factor: asked for by one administrator, agreed to by another, and in force a day later unless the person
-- uses the factor meanwhile. At the shell one is enough.
create table second_factor_resets (
  person_id text primary key references people (id) on delete cascade,
  reason text not null check (char_length(reason) between 1 and 500),
  requested_by text,
  requested_at timestamptz not null default now(),
  confirmed_by text,
  effective_at timestamptz,
  check (requested_by <> person_id and confirmed_by <> person_id and confirmed_by <> requested_by),
  check ((effective_at is null) = (requested_by is not null and confirmed_by is null))
);
