-- People whose account was deleted. The row outlives them: their id stands in the audit log.

create table person_erasures (
  person_id text primary key,
  requested_at timestamptz not null,
  -- What is still searched for, and their own wallets and couriers' accounts; empty once nothing is left.
  email text,
  name text,
  holder_ids bigint[] not null,
  finished_at timestamptz,
  check ((finished_at is null) = (email is not null) and (email is null) = (name is null))
);

-- The last mail to someone is not kept once it was sent.
alter table mails add column keeps_no_copy boolean not null default false;

-- The facts of an entry, with the id in place of every value that is exactly the address, or the name where `named`.
create function audit_facts_without_person(facts jsonb, person_id text, email text, name text, named boolean) returns jsonb
language sql immutable set search_path = public, pg_temp as $$
  select case when facts is null then null else coalesce(
    (select jsonb_object_agg(key, case
      when lower(value #>> '{}') = lower(email) or (named and value #>> '{}' = name) then to_jsonb(person_id)
      else value end) from jsonb_each(facts)), '{}') end
$$;

-- Takes an erased person's name, addresses, sessions and browsers out of the audit log. Runs as the owner of the table:
-- whoever calls it can take no entry away, nor change what was done, when, by which id and to what.
create function erase_from_audit_log(erased text) returns bigint
language sql security definer set search_path = public, pg_temp as $$
  with found as (
    select a.id, e.email, e.name,
      a.actor_kind in ('person', 'payer') and a.actor_id is not distinct from erased as own,
      coalesce(a.holder_id = any(e.holder_ids), false) or (a.object_kind = 'person' and a.object_id = erased) as named
    from person_erasures e, audit_log a
    where e.person_id = erased and e.finished_at is null and not exists (select from people where id = erased)
  ), erased_facts as (
    select f.id, f.own, audit_facts_without_person(a.before, erased, f.email, f.name, f.named) as before,
      audit_facts_without_person(case when f.own then a.after - 'browser' else a.after end, erased, f.email, f.name, f.named) as after
    from found f join audit_log a on a.id = f.id
  ), changed as (
    update audit_log a set
      address = case when f.own then null else a.address end,
      session_id = case when f.own then null else a.session_id end,
      before = f.before,
      after = f.after
    from erased_facts f
    where a.id = f.id and (f.own and num_nonnulls(a.address, a.session_id) > 0
      or a.before is distinct from f.before or a.after is distinct from f.after)
    returning 1)
  select count(*) from changed
$$;
