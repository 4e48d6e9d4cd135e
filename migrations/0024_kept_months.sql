-- The closings of months are rows of which verification has the last version (src/base/database/kept-rows.ts).
insert into row_versions (table_name, row_key, facts)
select 'statement_months', id::text, jsonb_build_object('mode', mode, 'source', source, 'month', month,
  'closed_by', closed_by, 'reopened_by', reopened_by, 'reason', reason,
  'closed_at', closed_at at time zone 'UTC', 'reopened_at', reopened_at at time zone 'UTC')
from statement_months;
