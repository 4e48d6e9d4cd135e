/** The books as of a past day: derived from transfers up to its end in UTC, and compared with the seals that cover them. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeSeals } from '../../src/core/seals/make-seals.ts';
import { newSealKey, readSealKeys } from '../../src/core/seals/seal-keys.ts';
import { pastBooksJob } from '../../src/features/verification/past-books.ts';
import { type ConsoleWorld, createConsoleWorld } from '../fixtures/console.ts';

let world: ConsoleWorld;
const dayMs = 86_400_000;
const dayOf = (at: Date): string => at.toISOString().slice(0, 10);
const today = dayOf(new Date());
const yesterday = dayOf(new Date(Date.now() - dayMs));
const before = dayOf(new Date(Date.now() - 2 * dayMs));
const keys = readSealKeys(newSealKey());

beforeAll(async () => {
  world = await createConsoleWorld();
  await world.takeRole([world.service], 'administrator');
  await world.passedSecondFactor(0);
  // All that the world posted was yesterday, at the last microsecond of the day, but one transfer.
  await world.account.owner.query(`update transfers set created_at = $1`, [`${yesterday}T23:59:59.999999Z`]);
  await world.account.owner.query(`update transfers set created_at = $1 where id = (select max(id) from transfers)`, [
    `${today}T00:00:00.000000Z`,
  ]);
});
afterAll(() => world.close());

async function ask(method: 'GET' | 'POST', day: string) {
  const answer = await world.app.inject({
    method,
    url: `/api/v1/operator/past-books${method === 'GET' ? `?day=${day}` : ''}`,
    headers: {
      cookie: world.cookie,
      'sec-fetch-site': 'same-origin',
      'sluice-holder': String(world.service),
      'sluice-mode': 'test',
      ...(method === 'POST' ? { 'content-type': 'application/json' } : {}),
    },
    ...(method === 'POST' ? { payload: JSON.stringify({ day }) } : {}),
  });
  const { data, error } = answer.json();
  return { status: answer.statusCode, data, error };
}

async function derive(day: string) {
  const asked = await ask('POST', day);
  expect(asked).toMatchObject({ status: 202, data: { day, derived_at: null, balances: [] } });
  await pastBooksJob(world.db)({ day });
  return (await ask('GET', day)).data;
}

type Shown = { mode: string; currency: string; kind: string; balance: number };
/** As the ledger says, by another way. */
async function expected(until: string): Promise<Shown[]> {
  const { rows } = await world.pool.query(
    `select a.mode, a.currency, a.kind,
      (sum(case when t.to_account_id = a.id then t.amount else -t.amount end) / 100)::float8 as balance
    from accounts a join transfers t on t.holder_id = a.holder_id and a.id in (t.from_account_id, t.to_account_id)
    where t.created_at < $1 group by 1, 2, 3 order by 1, 2, 3`,
    [until],
  );
  return rows;
}

it('nobody has asked for a day, then its balances are those of the transfers up to its end', async () => {
  expect(await ask('GET', yesterday)).toMatchObject({ status: 200, data: null });
  const books = await derive(yesterday);
  const { rows } = await world.pool.query('select count(*)::int as count from transfers');
  expect(books).toMatchObject({ transfers: rows[0].count - 1, unsealed: rows[0].count - 1, seal: null });
  expect(books.balances).toEqual(await expected(`${today}T00:00:00Z`));
  expect(books.balances).not.toEqual(await expected('infinity'));
  expect(books.balances.length).toBeGreaterThan(3);
});

it('a day before everything has no transfers', async () => {
  expect(await derive(before)).toMatchObject({ transfers: 0, balances: [], unsealed: 0 });
});

it('one day is derived at a time', async () => {
  expect((await ask('POST', before)).status).toBe(202);
  expect(await ask('POST', yesterday)).toMatchObject({ status: 409, error: { code: 'invalid_state' } });
  await pastBooksJob(world.db)({ day: before });
});

it.each([today, '2099-01-01', '1999-12-31', '2026-02-30'])('%s is no day that is past', async (day) => {
  expect(await ask('POST', day)).toMatchObject({ status: 422, error: { code: 'validation_failed' } });
});

it('the seal that covers the day is named, and every transfer that is not as it was sealed', async () => {
  await makeSeals({ db: world.db, keys, eventDays: 90 });
  const sealed = await derive(yesterday);
  const { rows } = await world.pool.query(
    `select number::int, encode(hash, 'hex') as hash from seals where source = 'transfers'`,
  );
  expect(sealed).toMatchObject({
    unsealed: 0,
    seal: { number: rows[0].number, hash: rows[0].hash, compared: sealed.transfers + 1, count: 0, found: [] },
  });
  await world.account.owner.query('alter table transfers disable trigger all');
  await world.account.owner.query(
    `update transfers set amount = amount + 1 where id = (select min(id) from transfers)`,
  );
  const changed = await derive(yesterday);
  expect(changed.seal).toMatchObject({ count: 1, found: [{ problem: expect.stringContaining('was changed') }] });
});

it('transfers after the last seal are counted', async () => {
  await world.account.owner.query('update seals set up_to_key = up_to_key - 2 where source = $1', ['transfers']);
  expect(await derive(yesterday)).toMatchObject({ unsealed: 1 });
});
