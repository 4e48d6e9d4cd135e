-- Functions that run with the owner's rights believe nothing that the service may write. Erasing a person from the audit log
-- is asked for while the person is there: the name, the address and the accounts are read from their own rows, and the service
-- can neither write nor change the request. Names of tables are written in full, so that no other object is taken for them.

alter table person_erasures add constraint person_erasures_email check (email like '%_@_%') not valid;
alter table person_erasures validate constraint person_erasures_email;

-- From which entries of the audit log somebody was erased: what was sealed of their personal parts cannot be compared any more.
create table erased_entries (
  entry_id bigint primary key,
  person_id text collate "C" not null
);
create index erased_entries_person on erased_entries (person_id);

create function request_erasure(person text, asked_at timestamptz) returns void
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  found_name text;
  found_email text;
  own bigint[];
begin
  select p.name, p.email into found_name, found_email from public.people p where p.id = person for update;
  if not found then
    raise exception 'there is no such person' using errcode = 'no_data_found';
  end if;
  -- A wallet and a courier's account are a person's own as long as nobody else is a member.
  select coalesce(array_agg(m.holder_id order by m.holder_id), '{}') into own
  from public.members m join public.holders h on h.id = m.holder_id
  where m.person_id = person and (h.kind = 'customer' or h.kind = 'courier' and not exists (
    select from public.members o where o.holder_id = m.holder_id and o.person_id <> person));
  insert into public.person_erasures (person_id, requested_at, email, name, holder_ids)
  values (person, asked_at, found_email, found_name, own);
end
$$;

-- The facts of an entry, with the id in place of the address wherever it is the whole of a text, and of the name where
-- `named` and the fact is called so.
create or replace function audit_facts_without_person(facts jsonb, person_id text, email text, name text, named boolean)
returns jsonb language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when facts is null then null else coalesce(
    (select jsonb_object_agg(key, case
      when jsonb_typeof(value) = 'string' and (lower(value #>> '{}') = lower(email)
        or (named and key = 'name' and value #>> '{}' = name)) then to_jsonb(person_id)
      else value end) from jsonb_each(facts)), '{}') end
$$;

-- Takes a deleted person's name, address, sessions and browsers out of the audit log, and leaves an entry of its own. No
-- entry is removed; what was done, when, by which id and to what stays. Only what is named so is touched: texts that are the
-- person's address, and their name in entries about them or about accounts that only they had.
create or replace function erase_from_audit_log(erased text) returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  asked public.person_erasures%rowtype;
  number bigint;
begin
  -- Sealing and erasing take turns.
  perform pg_advisory_xact_lock(5115);
  if exists (select from public.people where id = erased) then
    return 0;
  end if;
  select * into asked from public.person_erasures where person_id = erased and finished_at is null for update;
  if not found then
    return 0;
  end if;
  if not exists (select from public.audit_log where object_kind = 'person' and object_id = erased
      and action in ('account.erase', 'people.erase')) then
    raise exception 'nobody has asked to erase this person' using errcode = 'insufficient_privilege';
  end if;
  with facts as (
    select a.id, a.before as old_before, a.after as old_after, own.own,
      public.audit_facts_without_person(a.before, erased, asked.email, asked.name, named.named) as before,
      public.audit_facts_without_person(case when own.own then a.after - 'browser' else a.after end, erased,
        asked.email, asked.name, named.named) as after
    from public.audit_log a
    cross join lateral (
      select a.actor_kind in ('person', 'payer') and a.actor_id is not distinct from erased as own) own
    cross join lateral (
      select coalesce(a.holder_id = any(asked.holder_ids), false)
        or (a.object_kind = 'person' and a.object_id = erased) as named) named
  ), changed as (
    update public.audit_log a set
      address = case when f.own then null else a.address end,
      session_id = case when f.own then null else a.session_id end,
      before = f.before,
      after = f.after
    from facts f
    where a.id = f.id and (f.own and num_nonnulls(a.address, a.session_id) > 0
      or a.before is distinct from f.before or a.after is distinct from f.after)
    returning a.id, f.own, f.old_before is distinct from f.before
      or f.old_after - 'browser' is distinct from f.after - 'browser' as renamed
  ), forgotten as (
    delete from public.seal_salts s using changed c
    where s.source = 'audit_log' and s.key = c.id and (s.part = 1 and c.own or s.part = 2 and c.renamed)
  ), listed as (
    insert into public.erased_entries (entry_id, person_id) select id, erased from changed on conflict do nothing
    returning 1
  )
  select count(*) into number from listed;
  insert into public.audit_log (actor_kind, actor_id, action, object_kind, object_id, after)
  values ('system', 'erase_person', 'audit_log.erase', 'person', erased, jsonb_build_object('entries', number));
  update public.person_erasures set finished_at = now(), email = null, name = null, holder_ids = '{}'
  where person_id = erased;
  return number;
end
$$;

create or replace function purge_audit_log() returns bigint
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  number bigint;
begin
  with purged as (
    delete from public.audit_log where at < now() - interval '2 years' returning id
  ), unlisted as (
    delete from public.erased_entries e using purged p where e.entry_id = p.id
  ), forgotten as (
    delete from public.seal_salts s using purged p where s.source = 'audit_log' and s.key = p.id
  )
  select count(*) into number from purged;
  return number;
end
$$;
