-- What rows are, and were, that decide where money goes: one version for each change, written by the service in the
-- transaction of the change. Verification compares each row with its last version. Facts are null once the row is gone.
create sequence row_versions_id_seq;
create table row_versions (
  id bigint primary key default nextval('row_versions_id_seq'),
  table_name text collate "C" not null,
  row_key text collate "C" not null,
  facts jsonb,
  written_at timestamptz not null default now()
);
create index row_versions_of_row on row_versions (table_name, row_key, id);

-- Of a bank account only a hash is kept. The salt is erased with the account's data, and the hash says nothing then.
alter table bank_accounts add column salt uuid default gen_random_uuid();

-- Rows from before have their first version as they are carried over.
insert into row_versions (table_name, row_key, facts) select 'api_keys', x.client_id::text,
  jsonb_build_object('holder_id', holder_id,
    'mode', mode,
    'secret_digest', encode(sha256(convert_to(jsonb_build_array(encode(secret_hash, 'hex'))::text, 'UTF8')), 'hex'),
    'expires_at', expires_at at time zone 'UTC',
    'revoked_at', revoked_at at time zone 'UTC')
from api_keys x;
insert into row_versions (table_name, row_key, facts) select 'bank_accounts', x.holder_id::text || '/' || x.id::text,
  jsonb_build_object('status', status,
    'currency', currency,
    'country', country,
    'added_by', added_by,
    'created_at', created_at at time zone 'UTC',
    'ended_at', ended_at at time zone 'UTC',
    'digest', encode(sha256(convert_to(jsonb_build_array(salt, account_name, iban, account_number, bank_code)::text, 'UTF8')), 'hex'))
from bank_accounts x;
insert into row_versions (table_name, row_key, facts) select 'bank_details', x.currency::text,
  jsonb_build_object('account_holder', account_holder,
    'iban', iban,
    'bic', bic,
    'bank_name', bank_name,
    'other', other)
from bank_details x;
insert into row_versions (table_name, row_key, facts) select 'companies', x.holder_id::text,
  jsonb_build_object('require_exact_splits', require_exact_splits)
from companies x;
insert into row_versions (table_name, row_key, facts) select 'four_eyes', x.holder_id::text,
  jsonb_build_object('is_on', is_on,
    'off_requested_by', off_requested_by)
from four_eyes x;
insert into row_versions (table_name, row_key, facts) select 'holders', x.id::text,
  jsonb_build_object('kind', kind,
    'status', status,
    'suspended_from', suspended_from,
    'closed_from', closed_from)
from holders x;
insert into row_versions (table_name, row_key, facts) select 'links', x.company_id::text || '/' || x.id::text,
  jsonb_build_object('holder_id', holder_id,
    'type', type,
    'status', status,
    'serves_live', serves_live)
from links x;
insert into row_versions (table_name, row_key, facts) select 'members', x.holder_id::text || '/' || x.person_id::text,
  jsonb_build_object('role', role)
from members x;
insert into row_versions (table_name, row_key, facts) select 'payout_rules', x.currency::text,
  jsonb_build_object('minimum', minimum,
    'fee', fee,
    'daily_limit', daily_limit)
from payout_rules x;
insert into row_versions (table_name, row_key, facts) select 'settlement_schedules', x.company_id::text || '/' || x.mode::text || '/' || x.currency::text,
  jsonb_build_object('every', every,
    'days', days,
    'local_time', local_time)
from settlement_schedules x;
insert into row_versions (table_name, row_key, facts) select 'settlement_settings', x.company_id::text || '/' || x.mode::text,
  jsonb_build_object('time_zone', time_zone,
    'hold_seconds', hold_seconds,
    'settle_only_paid', settle_only_paid,
    'paused', paused)
from settlement_settings x;
insert into row_versions (table_name, row_key, facts) select 'write_off_limits', x.holder_id::text || '/' || x.currency::text,
  jsonb_build_object('amount', amount)
from write_off_limits x;

-- Seals read these tables in the order of these numbers (src/seals/sealed-columns.ts).
create index debt_settlements_sealed on debt_settlements (position);
create index disputes_sealed on disputes (position);
create index settlements_sealed on settlements (id);
create index top_ups_sealed on top_ups (position);
