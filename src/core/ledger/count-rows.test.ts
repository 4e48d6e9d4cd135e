/** How many rows checks read: of every table in PostgreSQL's own plan of each. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { inLongSnapshot } from '../../base/database/transaction.ts';
import { everything } from './checks/check.ts';
import { checks } from './checks.repository.ts';
import { createRowCounter, namesIn } from './count-rows.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

type Plan = { 'Relation Name'?: string; Plans?: Plan[] };
const tablesOf = ({ 'Relation Name': name, Plans: parts = [] }: Plan): string[] => [
  ...(name === undefined ? [] : [name]),
  ...parts.flatMap(tablesOf),
];

it('no table that the plan of a check reads is left out', async () => {
  const missed: string[] = [];
  for (const { name, query } of checks) {
    const { sql: text, parameters } = query(everything).compile(database.db.withoutPlugins());
    const { rows } = await database.owner.query(`explain (format json, costs off) ${text}`, [...parameters]);
    const names = namesIn(text);
    for (const table of tablesOf(rows[0]['QUERY PLAN'][0].Plan))
      if (!names.has(table)) missed.push(`${name}: ${table}`);
  }
  expect(missed).toEqual([]);
});

it('adds up the tables of a check, each once', async () => {
  const counted = (text: string) =>
    inLongSnapshot(database.db, async (tx) =>
      (await createRowCounter(tx))({ name: 'a rule', query: () => sql.raw(text) }, everything),
    );
  const { rows } = await database.owner.query('select count(*)::int as count from migrations');
  const [{ count }] = rows;
  expect(count).toBeGreaterThan(1);
  expect(await counted('select * from migrations')).toBe(count);
  expect(
    await counted('with other as (select 1 from "migrations") select * from migrations m join other on true'),
  ).toBe(count);
});
