/** Finds every place of the database that holds a text: all columns of text, JSON and bytes, of every table. */
import type pg from 'pg';

const schemas = ['public', 'graphile_worker'];

/** @returns `table.column` of each column in which a value contains the text, in any case, sorted. */
export async function findText(pool: pg.Pool, text: string): Promise<string[]> {
  const { rows } = await pool.query<{ schema: string; table: string; column: string; type: string }>(
    `select c.table_schema as schema, c.table_name as table, c.column_name as column, c.udt_name as type
    from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where t.table_type = 'BASE TABLE' and c.table_schema = any($1)
      and c.udt_name in ('text', '_text', 'varchar', 'bpchar', 'json', 'jsonb', 'bytea', 'citext', 'name')
    order by 1, 2, 3`,
    [schemas],
  );
  const found: string[] = [];
  for (const { schema, table, column, type } of rows) {
    const holds =
      type === 'bytea'
        ? `position(convert_to($1, 'UTF8') in "${column}") > 0`
        : `position(lower($1) in lower("${column}"::text)) > 0`;
    const { rows: hits } = await pool.query(`select 1 from "${schema}"."${table}" where ${holds} limit 1`, [text]);
    if (hits.length > 0) found.push(`${table}.${column}`);
  }
  return found;
}
