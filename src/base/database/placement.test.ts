/** The list of places is complete, and the schema lets each table stand where it is listed. */
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { distribute, findMisplaced } from './distribute.ts';
import { books, directory, local } from './placement.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const placeOf = new Map<string, string>([
  ...books.map((table) => [table, 'books'] as const),
  ...directory.map((table) => [table, 'directory'] as const),
  ...local.map((table) => [table, 'local'] as const),
]);

it('every table has one place', async () => {
  const { rows } = await database.pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'`,
  );
  expect([...books, ...directory, ...local].sort()).toEqual(rows.map(({ name }) => name).sort());
  expect(placeOf.size).toBe(rows.length);
});

describe('a table of the books', () => {
  const distributed = [...books];

  it('has a holder in every row, in its primary key and in all that is unique', async () => {
    const { rows } = await database.pool.query(
      `select t.name, a.attnotnull is true as "hasHolder",
        coalesce(bool_or(i.indisprimary), false) as "hasKey",
        array(select x.indexrelid::regclass::text from pg_index x
          where x.indrelid = to_regclass(t.name) and (x.indisunique or x.indisexclusion) and not a.attnum = any(x.indkey)) as without
      from unnest($1::text[]) t (name)
      left join pg_attribute a on a.attrelid = to_regclass(t.name) and a.attname = 'holder_id'
      left join pg_index i on i.indrelid = a.attrelid
      group by t.name, a.attnotnull, a.attnum order by 1`,
      [distributed],
    );
    expect(rows).toEqual([...distributed].sort().map((name) => ({ name, hasHolder: true, hasKey: true, without: [] })));
  });

  it('has no trigger, and refers to its own book or to the directory', async () => {
    const { rows: triggers } = await database.pool.query(
      `select tgrelid::regclass::text as name from pg_trigger where not tgisinternal and tgrelid::regclass::text = any($1)`,
      [distributed],
    );
    expect(triggers).toEqual([]);
    type Reference = { name: string; from: string; to: string; own: string; their: string };
    const { rows } = await database.pool.query<Reference>(
      `select conname as name, conrelid::regclass::text as "from", confrelid::regclass::text as "to",
        (select attname from pg_attribute where attrelid = conrelid and attnum = conkey[1]) as own,
        (select attname from pg_attribute where attrelid = confrelid and attnum = confkey[1]) as their
      from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    const between = (one: string, other: string): Reference[] =>
      rows.filter(({ from, to }) => placeOf.get(from) === one && placeOf.get(to) === other);
    expect([...between('books', 'local'), ...between('local', 'books'), ...between('directory', 'books')]).toEqual([]);
    const others = between('books', 'books').filter(({ own, their }) => own !== 'holder_id' || their !== 'holder_id');
    expect(others).toEqual([]);
    expect(between('books', 'books').length).toBeGreaterThan(10);
  });
});

describe('distribute', () => {
  const isCluster = inject('cluster') !== null;

  it.skipIf(isCluster)('refuses a database without Citus, and changes nothing', async () => {
    await expect(distribute(database.ownerSettings)).rejects.toThrow(/^This database has no Citus: /);
  });

  it.runIf(isCluster)('has distributed every table, and moves none again', async () => {
    expect(await findMisplaced(database.pool)).toEqual([]);
    expect(await distribute(database.ownerSettings)).toEqual([]);
  });
});
