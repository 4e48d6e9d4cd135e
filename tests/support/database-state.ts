/** The rows of every table a request could change, as one text: equal before and after, nothing was written. */
import type { TestDatabase } from './test-database.ts';

const tables = [
  'orders',
  'events',
  'accounts',
  'transfers',
  'top_ups',
  'settlements',
  'idempotency_keys',
  'payments',
  'refunds',
  'order_refunds',
  'companies',
  'settlement_settings',
  'past_time_zones',
  'settlement_schedules',
  'test_clocks',
];

/** @param more tables beside the usual ones. */
export async function stateOf({ pool }: Pick<TestDatabase, 'pool'>, more: readonly string[] = []): Promise<string> {
  const parts = [...tables, ...more].map(
    (table) =>
      `select '${table}' as name, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as hash, count(*)::int as rows from ${table} t`,
  );
  const { rows } = await pool.query<{ name: string; hash: string; rows: number }>(parts.join(' union all '));
  return rows.map((row) => `${row.name}: ${row.rows} rows, ${row.hash}`).join('\n');
}
