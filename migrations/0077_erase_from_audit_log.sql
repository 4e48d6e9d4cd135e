-- Takes an erased person's name, addresses, sessions and browsers out of the audit log. Runs as the owner of the table:
-- whoever calls it can take no entry away, nor change what was done, when, by which id and to what. Whether the person is
-- still there is asked by itself: on a cluster, a statement cannot have that table beside the log.
create or replace function erase_from_audit_log(erased text) returns bigint
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  number bigint;
begin
  if exists (select from people where id = erased) then
    return 0;
  end if;
  with found as (
    select a.id, e.email, e.name,
      a.actor_kind in ('person', 'payer') and a.actor_id is not distinct from erased as own,
      coalesce(a.holder_id = any(e.holder_ids), false) or (a.object_kind = 'person' and a.object_id = erased) as named
    from person_erasures e, audit_log a
    where e.person_id = erased and e.finished_at is null
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
  select count(*) into number from changed;
  return number;
end
$$;
