/** The service killed at any instant of a test city's evening: it goes on where it was, and nothing happens twice. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { endOf } from '../../src/features/test-city/evening.ts';
import { makeCity } from '../../src/features/test-city/make-city.ts';
import { beginEvening, moveEvening } from '../../src/features/test-city/move-evening.ts';
import { type Evening, findLastEvening } from '../../src/features/test-city/test-city.repository.ts';
import { memberOf } from '../support/actors.ts';
import { createStage, kills, makeCompany, randomMoment, type Stage, testTimeoutMs, until } from './support.ts';

const clocks = { clock: { now: () => new Date() }, realNow: () => new Date() };
/** Within it an evening of a hundred orders is about half played. */
const momentMs = 4_000;

let stage: Stage;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.close());

const count = async (what: string): Promise<number> =>
  Number(
    (await sql<{ count: string }>`${sql.raw(`select count(*) as count from ${what}`)}`.execute(stage.db)).rows[0]
      ?.count,
  );

it(`plays an evening through ${kills} kills of the service`, { timeout: testTimeoutMs }, async (test) => {
  const { book } = await makeCompany(stage.db, 'Night Owl');
  const { holderId } = book;
  await sql`insert into people (id, name, email) values ('player', 'Player', 'player@example.com')`.execute(stage.db);
  const actor = { ...memberOf(book), personId: 'player' };
  await inTransaction(stage.db, async (tx) => {
    await insertMember(tx, holderId, 'player', 'owner');
    await makeCity(actor, tx, clocks.clock, holderId);
    await beginEvening(actor, tx, clocks, holderId, 100);
  });
  const evening = async () => (await findLastEvening(stage.db, holderId)) as Evening;
  const { startsAt } = await evening();
  await inTransaction(stage.db, (tx) => moveEvening(actor, tx, clocks, holderId, endOf({ startsAt })));

  let service = await stage.startService();
  const reached: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    const { nextStep } = await evening();
    await until(
      'the evening goes on',
      async () => (await evening()).nextStep > nextStep || (await evening()).endedAt !== null,
    );
    await randomMoment(momentMs / kills);
    await service.kill();
    reached.push((await evening()).nextStep);
    service = await stage.startService();
  }
  await until('the evening is over', async () => (await evening()).endedAt !== null);
  await service.stop();

  expect(await evening()).toMatchObject({ refused: 0 });
  expect(await count(`orders where holder_id = ${holderId}`)).toBe(100);
  expect(await count(`top_ups where holder_id = ${holderId}`)).toBe(2);
  expect(await count(`order_refunds where holder_id = ${holderId}`)).toBe(6);
  expect(await count(`payment_attempts where holder_id = ${holderId} and number > 2`)).toBe(0);
  await stage.verify();
  await test.annotate(`${kills} kills, steps played at each: ${reached.join(', ')}`);
});
