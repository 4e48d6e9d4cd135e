/**
 * docs/ledger.md, "What verify proves" 15: a row that decides where money goes, or who may move it, is what was recorded
 * at its last change. Both sides are read before they are compared, since they may be in different places.
 */
import { type RawBuilder, sql } from 'kysely';
import { factsOfRows, type KeptTable, keptRows } from '../../../base/database/kept-rows.ts';
import type { Check, Scope } from './check.ts';

const compared = (scope: Scope, table: KeptTable): RawBuilder<unknown> => sql`
  with present as materialized (${factsOfRows(table, scope.written(table))}),
  written as materialized (
    select distinct on (v.row_key) v.row_key, v.facts from row_versions v
    where v.table_name = ${sql.lit(table)} ${scope.isWhole ? sql`` : sql`and v.row_key in (select row_key from present)`}
    order by v.row_key, v.id desc)
  select ${sql.lit(`${table} `)} || coalesce(x.row_key, v.row_key) as row,
    case when x.row_key is null then 'is gone, and nothing says why'
      when v.facts is null then 'is there, and was never recorded'
      else d.differences end as problem
  from present x
  full join written v on v.row_key = x.row_key
  left join lateral (
    select string_agg(f.name || ' is ' || coalesce(x.facts ->> f.name, 'none') || ', recorded as ' || coalesce(v.facts ->> f.name, 'none'), '; '
      order by f.name) as differences
    from jsonb_object_keys(v.facts) f (name)
    where x.facts -> f.name is distinct from v.facts -> f.name) d on x.row_key is not null
  where case when x.row_key is null then v.facts is not null else v.facts is null or d.differences is not null end`;

const titles: Record<KeptTable, string> = {
  api_keys: 'API keys',
  bank_accounts: 'Bank accounts',
  bank_details: 'Bank details',
  cash_references: 'References of cash by bank transfer',
  cash_settings: 'Settings of cash on delivery',
  companies: 'Companies',
  four_eyes: 'Settings of four-eyes approval',
  holders: 'Holders',
  links: 'Links',
  members: 'Members',
  payout_rules: 'Payout rules',
  payout_schedules: 'Automatic payouts',
  settlement_schedules: 'Settlement schedules',
  settlement_settings: 'Settlement settings',
  statement_months: 'Closed months of statements',
  write_off_limits: 'Write-off limits',
};

/** The check's name. */
export const keptRowsCheck = (table: KeptTable): string => `${titles[table]} are as they were last recorded`;

export const keptRowChecks: readonly Check[] = (Object.keys(keptRows) as KeptTable[]).map((table) => ({
  name: keptRowsCheck(table),
  query: (scope) => compared(scope, table),
}));
