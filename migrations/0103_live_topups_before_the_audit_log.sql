-- Verification asks of every live top-up that a person, or the import of a statement, confirmed it. Those from before there
-- was an audit log get their entry now, as they are.
insert into audit_log (actor_kind, actor_id, holder_id, mode, action, object_kind, object_id, after)
select 'system', 'migration 0103', u.holder_id, u.mode, 'top_ups.confirm', 'top_up', u.id,
  jsonb_build_object('status', u.status, 'amount', u.amount::text, 'currency', u.currency, 'wallet', u.account_kind)
from top_ups u
where u.mode = 'live' and u.status = 'succeeded' and not exists (
  select from audit_log a where a.object_kind = 'top_up' and a.object_id = u.id and a.action = 'top_ups.confirm');
