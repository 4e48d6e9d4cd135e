/** Whether a table is there: a database may have no tables yet, or those of an older version. */
import type pg from 'pg';

export async function hasTable(client: Pick<pg.Pool, 'query'>, name: string): Promise<boolean> {
  const { rows } = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [name]);
  return rows[0]?.there ?? false;
}
