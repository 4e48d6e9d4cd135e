/**
 * Reads rows for each of many keys, with a look into an index for each. One PostgreSQL does so in one statement; a cluster of
 * Citus does not spread a look-up for each row of a list, and is sent a statement for each key.
 */
import { type RawBuilder, sql } from 'kysely';
import { isCluster } from './cluster.ts';
import { type Columns, int4, type RowOf } from './columns.ts';
import { query } from './statement.ts';
import type { Tx } from './transaction.ts';

/** The values of a key that a statement uses, with PostgreSQL's types. */
type KeyTypes = Readonly<Record<string, 'bigint' | 'integer' | 'text'>>;
type Key<T extends KeyTypes> = { readonly [N in keyof T]: bigint | number | string };
/** What stands for a key's values in the statement. */
type KeyValues<T extends KeyTypes> = { readonly [N in keyof T]: RawBuilder<unknown> };

const numbered = { ordinal: int4 };

/**
 * @param read the statement for one key, with these columns.
 * @returns the rows of each key, in the order of the keys. Rows of one key are in no particular order.
 */
export async function queryEach<C extends Columns, T extends KeyTypes>(
  tx: Tx,
  columns: C,
  keys: readonly Key<T>[],
  types: T,
  read: (key: KeyValues<T>) => RawBuilder<unknown>,
): Promise<RowOf<C>[][]> {
  const found: RowOf<C>[][] = keys.map(() => []);
  const names = Object.keys(types) as (keyof T & string)[];
  const valuesOf = (write: (name: keyof T & string) => RawBuilder<unknown>) =>
    Object.fromEntries(names.map((name) => [name, write(name)])) as KeyValues<T>;

  const typeOf = (name: keyof T & string) => sql.raw(types[name] as string);

  async function run(source: RawBuilder<unknown>): Promise<void> {
    for (const row of await query({ ...numbered, ...columns })`select r.* from (${source}) r`.execute(tx)) {
      found[(row as RowOf<typeof numbered>).ordinal]?.push(row as RowOf<C>);
    }
  }

  if (keys.length > 0 && (await isCluster(tx))) {
    for (const [index, key] of keys.entries()) {
      const one = read(valuesOf((name) => sql`${key[name]}::${typeOf(name)}`));
      await run(sql`select ${index}::int4 as ordinal, i.* from (${one}) i`);
    }
  } else if (keys.length > 0) {
    const lists = sql.join(names.map((name) => sql`${keys.map((key) => key[name])}::${typeOf(name)}[]`));
    await run(sql`
      select (k.ordinal - 1)::int4 as ordinal, i.*
      from unnest(${lists}) with ordinality as k (${sql.join(names.map((name) => sql.id(name)))}, ordinal)
      cross join lateral (${read(valuesOf((name) => sql.ref(`k.${name}`)))}) i`);
  }
  return found;
}
