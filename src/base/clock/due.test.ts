/** Which rows are due, by the clock of each row's own book. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeCompany } from '../../../tests/support/holders.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import type { Mode } from '../money/mode.ts';
import { isDue } from './due.ts';

const now = new Date('2031-03-01T12:00:00Z');
const hourMs = 3_600_000;

let database: TestDatabase;
let onTime: bigint;
let hourAhead: bigint;
let dayAhead: bigint;

beforeAll(async () => {
  database = await createTestDatabase();
  const { db } = database;
  onTime = await makeCompany(db);
  hourAhead = await makeCompany(db);
  dayAhead = await makeCompany(db);
  await sql`
    insert into test_clocks (holder_id, offset_ms)
    values (${hourAhead}, ${hourMs}), (${dayAhead}, ${24 * hourMs})`.execute(db);
});
afterAll(() => database.drop());

/** Whether a row whose deadline is `afterMs` after the real time counts as due. */
async function isFound(
  row: { holderId: bigint; mode: Mode },
  afterMs: number,
  only?: { holderId: bigint; mode: Mode },
): Promise<boolean> {
  const columns = { deadline: 'd.due_at', holder: 'd.holder_id', mode: 'd.mode' };
  const { rows } = await sql`
    select from (select ${row.holderId}::bigint as holder_id, ${row.mode}::text as mode,
      ${new Date(now.getTime() + afterMs)}::timestamptz as due_at) d
    where ${isDue(columns, now, only)}`.execute(database.db);
  return rows.length === 1;
}

describe('isDue', () => {
  it.each<[what: string, holder: () => bigint, mode: Mode, afterMs: number, due: boolean]>([
    ['live, its very instant', () => onTime, 'live', 0, true],
    ['live, a millisecond early', () => onTime, 'live', 1, false],
    ['test, its very instant', () => onTime, 'test', 0, true],
    ['test, a millisecond early', () => onTime, 'test', 1, false],
    ['test, an hour ahead, long over', () => hourAhead, 'test', -hourMs, true],
    ['test, an hour ahead, its very instant', () => hourAhead, 'test', hourMs, true],
    ['test, an hour ahead, a millisecond early', () => hourAhead, 'test', hourMs + 1, false],
    ['live, whatever its test clock says', () => hourAhead, 'live', 1, false],
    ['test, a day ahead, its very instant', () => dayAhead, 'test', 24 * hourMs, true],
    ['test, not by another holder’s clock', () => onTime, 'test', hourMs, false],
  ])('%s', async (_what, holder, mode, afterMs, due) => {
    expect(await isFound({ holderId: holder(), mode }, afterMs)).toBe(due);
  });

  it('looks at one book only when told to', async () => {
    const book = { holderId: hourAhead, mode: 'test' as const };
    expect(await isFound(book, 0, book)).toBe(true);
    expect(await isFound(book, 0, { ...book, mode: 'live' })).toBe(false);
    expect(await isFound({ ...book, mode: 'live' }, 0, book)).toBe(false);
    expect(await isFound(book, 0, { ...book, holderId: onTime })).toBe(false);
    expect(await isFound({ ...book, holderId: onTime }, 0, book)).toBe(false);
  });
});
