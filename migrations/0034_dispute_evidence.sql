-- What a shop or a company puts together against a dispute. A draft until its people submit it; then `sending` while the provider has
-- not answered, or `waiting` for the operator where the provider takes none by API; `submitted` once the provider has it. What the
-- provider refuses is a draft again. `submitted_at`: when its people submitted it. `purged_at`: when texts and files were deleted.
create table dispute_evidence (
  holder_id bigint not null,
  dispute_id text collate "C" not null,
  state text not null default 'draft' check (state in ('draft', 'sending', 'waiting', 'submitted')),
  texts jsonb not null default '{}' check (jsonb_typeof(texts) = 'object'),
  submission_id text collate "C",
  submitted_by text,
  submitted_at timestamptz,
  delivered_at timestamptz,
  handed_over_by text,
  refusal text check (char_length(refusal) <= 255),
  purged_at timestamptz,
  updated_at timestamptz not null,
  primary key (holder_id, dispute_id),
  constraint dispute_evidence_dispute foreign key (holder_id, dispute_id) references disputes (holder_id, id),
  check ((state = 'draft') = (submission_id is null)),
  check ((submission_id is null) = (submitted_at is null)),
  check ((state = 'submitted') = (delivered_at is not null))
);
create index dispute_evidence_sending on dispute_evidence (submitted_at) where state = 'sending';
create index dispute_evidence_waiting on dispute_evidence (submitted_at) where state = 'waiting';

-- Its files, one for each purpose, as providers take them. Lists never read the bytes.
create table dispute_files (
  holder_id bigint not null,
  dispute_id text collate "C" not null,
  purpose text collate "C" not null,
  name text not null check (char_length(name) between 1 and 255),
  type text not null check (type in ('application/pdf', 'image/png', 'image/jpeg')),
  size integer not null check (size between 1 and 5242880),
  bytes bytea not null,
  uploaded_by text,
  created_at timestamptz not null,
  primary key (holder_id, dispute_id, purpose),
  constraint dispute_files_evidence foreign key (holder_id, dispute_id) references dispute_evidence (holder_id, dispute_id),
  check (octet_length(bytes) = size)
);

-- When the people who may respond are next reminded of a deadline; null after the last time. A row only while a response is needed.
create table dispute_reminders (
  holder_id bigint not null,
  dispute_id text collate "C" not null,
  due_at timestamptz not null,
  remind_at timestamptz,
  primary key (holder_id, dispute_id),
  constraint dispute_reminders_dispute foreign key (holder_id, dispute_id) references disputes (holder_id, id)
);
create index dispute_reminders_due on dispute_reminders (remind_at) where remind_at is not null;
insert into dispute_reminders (holder_id, dispute_id, due_at, remind_at)
  select holder_id, id, evidence_due_at,
    case when evidence_due_at - interval '7 days' > now() then evidence_due_at - interval '7 days'
      when evidence_due_at - interval '2 days' > now() then evidence_due_at - interval '2 days' end
  from disputes where status = 'needs_response' and evidence_due_at > now();

-- What the lists of a shop and a company read.
create index disputes_of_holder on disputes (holder_id, mode, position);

-- What was sent against a test card's dispute: how its words decide it, and when it came.
alter table simulator_charges
  add column evidence text collate "C" check (evidence in ('winning', 'losing', 'other')),
  add column evidence_at timestamptz,
  add column evidence_ref text collate "C";
