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
