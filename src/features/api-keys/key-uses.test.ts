/** When a key pair was last used: once a minute, and no use is refused because it could not be written. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeCompany, makeKey } from '../../../tests/support/holders.ts';
import { onClusterAs } from '../../../tests/support/on-cluster.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { createDatabase } from '../../base/database/pool.ts';
import { createKeyUses } from './key-uses.ts';

let database: TestDatabase;
let clientId: string;

beforeAll(async () => {
  database = await createTestDatabase();
  ({ clientId } = await makeKey(database.db, await makeCompany(database.db)));
});
afterAll(() => database.drop());

async function lastUsed(of = clientId): Promise<string | undefined> {
  const { rows } = await database.pool.query('select last_used_at from api_keys where client_id = $1', [of]);
  return rows[0].last_used_at?.toISOString();
}

it('is written at the first use and a minute after, never in between and never back', async () => {
  const start = Date.parse('2031-03-01T12:00:00.000Z');
  let now = start;
  const uses = createKeyUses(database.db, () => now);
  const useAt = async (ms: number, by = uses) => {
    now = start + ms;
    by.note(clientId);
    await by.flush();
    return lastUsed();
  };
  expect(await lastUsed()).toBeUndefined();
  expect(await useAt(0)).toBe('2031-03-01T12:00:00.000Z');
  expect(await useAt(59_999)).toBe('2031-03-01T12:00:00.000Z');
  expect(await useAt(60_000)).toBe('2031-03-01T12:01:00.000Z');
  const behind = createKeyUses(database.db, () => now);
  expect(await useAt(30_000, behind)).toBe('2031-03-01T12:01:00.000Z');
});

it.skipIf(onClusterAs('tableLocked'))(
  'waits for nobody who is writing a pair, and is written of the others',
  async () => {
    const other = await makeKey(database.db, await makeCompany(database.db));
    const before = await lastUsed();
    const uses = createKeyUses(database.db, () => Date.parse('2032-03-01T12:00:00.000Z'));
    const client = await database.pool.connect();
    try {
      await client.query('begin');
      await client.query('select from api_keys where client_id = $1 for update', [clientId]);
      for (const used of [clientId, other.clientId]) uses.note(used);
      await uses.flush();
      expect(await lastUsed(other.clientId)).toBe('2032-03-01T12:00:00.000Z');
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(await lastUsed()).toBe(before);
  },
);

it('harms nothing when it cannot be written', async () => {
  const gone = createDatabase({ connect: () => Promise.reject(new Error('no connection')) } as never);
  const uses = createKeyUses(gone);
  uses.note(clientId);
  await uses.flush();
});
