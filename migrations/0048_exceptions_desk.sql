create sequence notes_id_seq;
-- What a team writes down about an object, for itself alone: `holder_id` is the team's, also where an operator writes about the
-- object of another holder. Notes are only added.
create table notes (
  holder_id bigint not null references holders (id),
  id bigint not null default nextval('notes_id_seq'),
  mode text not null check (mode in ('test', 'live')),
  object_kind text collate "C" not null check (object_kind <> ''),
  object_id text collate "C" not null check (object_id <> ''),
  author_id text not null,
  text text not null check (char_length(text) between 1 and 2000),
  created_at timestamptz not null,
  primary key (holder_id, id)
);
create index notes_of_object on notes (holder_id, mode, object_kind, object_id, id);

-- Who of a team deals with an exception, and which were set aside as dealt with because nothing else shows that they were.
create table exception_marks (
  holder_id bigint not null references holders (id),
  mode text not null check (mode in ('test', 'live')),
  kind text collate "C" not null check (kind <> ''),
  object_id text collate "C" not null check (object_id <> ''),
  assignee_id text,
  done_by text,
  done_at timestamptz,
  primary key (holder_id, mode, kind, object_id),
  constraint exception_marks_done check ((done_by is null) = (done_at is null))
);

-- What failed is little of what there is; each is found without the rest.
create index payouts_failed on payouts (owner_holder_id, mode, ended_at) where status = 'failed';
create index payouts_came_back on payouts (mode, ended_at) where status = 'failed' and sent_at is not null;
create index order_refunds_failed on order_refunds (holder_id, mode, updated_at) where status = 'failed' and kind = 'refund';
