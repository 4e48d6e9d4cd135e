/** Arrays that are sent arrive as they were, whatever is in their texts. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { arrayText } from './array-text.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

it('reads back the same texts, whatever is in them', async () => {
  const told = ['', ' ', 'null', 'NULL', '"', '\\', '\\"', ',', '{', '}', '{}', '\n', '\u001e', 'ä🍕', "'", '$1', null];
  const text = fc.oneof(fc.constantFrom(...told), fc.string({ unit: 'binary' }));
  const sendable = text.filter((one) => one === null || !one.includes('\0'));
  await fc.assert(
    fc.asyncProperty(fc.array(sendable), async (texts) => {
      const { rows } = await database.owner.query('select to_json($1::text[]) as back', [texts]);
      expect(rows[0].back).toEqual(texts);
    }),
    { numRuns: 30 },
  );
});

it('reads back the same numbers and truths', async () => {
  const sent = [[1n, -(2n ** 63n), null], [1, -2, 3], [true, false, null], [], [null]];
  const { rows } = await database.owner.query(
    'select $1::bigint[] as a, $2::int4[] as b, $3::boolean[] as c, $4::text[] as d, to_json($5::bigint[]) as e',
    sent.map((values) => values.filter((value) => value !== null || values.length === 1)),
  );
  expect(rows[0]).toEqual({ a: [1n, -(2n ** 63n)], b: [1, -2, 3], c: [true, false], d: [], e: [null] });
});

it('reads back the same instants', async () => {
  const times = ['0001-01-01T00:00:00.000Z', '1970-01-01T00:00:01.234Z', '9999-12-31T23:59:59.999Z'];
  const { rows } = await database.owner.query('select $1::timestamptz[] as times, $2::timestamptz[] as later', [
    times.map((time) => new Date(time)),
    [new Date('+010000-01-01T00:00:00Z')],
  ]);
  expect(rows[0].times.map((time: Date) => time.toISOString())).toEqual(times);
  expect(rows[0].later).toEqual([new Date('+010000-01-01T00:00:00Z')]);
});

it('leaves to the driver what it does not know', async () => {
  expect(arrayText([new Date('+010000-01-01T00:00:00Z')])).toBeUndefined();
  expect(arrayText([new Date(Number.NaN)])).toBeUndefined();
  expect(arrayText(['a', Buffer.from('b')])).toBeUndefined();
  expect(arrayText([['a']])).toBeUndefined();
  const { rows } = await database.owner.query('select $1::bytea[] as bytes', [[Buffer.from('"\\')]]);
  expect(rows[0]).toEqual({ bytes: [Buffer.from('"\\')] });
});
