-- When a key pair was last used, to the minute; null: never, or not since this column exists.
alter table api_keys add column last_used_at timestamptz;
-- The order of the list of a holder's key pairs, newest first.
create sequence api_keys_position_seq;
alter table api_keys add column position bigint;
update api_keys k set position = o.position from (
  select client_id, nextval('api_keys_position_seq') as position
  from (select client_id from api_keys order by created_at, client_id) ordered) o
where o.client_id = k.client_id;
alter table api_keys alter column position set default nextval('api_keys_position_seq'), alter column position set not null;
drop index api_keys_holder;
create unique index api_keys_list on api_keys (holder_id, mode, position);
-- A link of an invitation that the company copies instead of having it mailed; the mailed one keeps working.
alter table invitations add column copied_token_hash bytea check (octet_length(copied_token_hash) = 32);
create unique index invitations_copied_token on invitations (copied_token_hash) where copied_token_hash is not null;
