-- Who did what that takes a right of its own, and the roles of the operator's people.

create sequence audit_log_id_seq;
-- One entry for each privileged act, written in the act's own transaction and never changed.
create table audit_log (
  id bigint primary key default nextval('audit_log_id_seq'),
  at timestamptz not null default now(),
  actor_kind text not null check (actor_kind in ('person', 'key', 'payer', 'visitor', 'provider', 'command', 'system')),
  -- A person, a client id, a provider, a system user or a job. No foreign key: the entry outlives them.
  actor_id text,
  role text,
  session_id text,
  address text,
  request_id text,
  -- Whose log it stands in; null for what a person did to their own account.
  holder_id bigint,
  -- Null: both modes share what was changed.
  mode text check (mode in ('test', 'live')),
  action text collate "C" not null,
  object_kind text not null,
  object_id text not null,
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object'),
  check ((actor_id is null) <= (actor_kind in ('visitor', 'payer')))
);
create index audit_log_holder on audit_log (holder_id, id);
create index audit_log_object on audit_log (object_kind, object_id, id);
create index audit_log_at on audit_log (at);

-- Runs as the owner of the table: whoever calls it may not delete by any other way.
create function purge_audit_log() returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with purged as (delete from audit_log where at < now() - interval '2 years' returning 1)
  select count(*) from purged
$$;

-- The service's own holder, 1, has the operator's roles; every other holder has its own.
alter table members drop constraint members_role_check;
update members set role = case role when 'owner' then 'administrator' when 'developer' then 'support' else role end
  where holder_id = 1;
alter table members add constraint members_role_check check (
  case when holder_id = 1 then role in ('administrator', 'finance', 'support', 'viewer')
    else role in ('owner', 'finance', 'developer', 'viewer') end);
