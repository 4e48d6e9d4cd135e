/** PostgreSQL killed at any instant under a load of jobs: the service lives on, and every job leaves the queue. */
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { enqueue } from '../../src/core/jobs/enqueue.ts';
import { checkSeals } from '../../src/core/seals/check-seals.ts';
import { makeSeals } from '../../src/core/seals/make-seals.ts';
import { arrival, tableGate } from './gates.ts';
import {
  answers,
  createStage,
  kills,
  killsDefault,
  randomMoment,
  type Stage,
  testTimeoutMs,
  until,
} from './support.ts';

const jobsCount = kills > killsDefault ? 1_500 : 500;
/** Some of the jobs are done by then. */
const momentMs = jobsCount / 4;

let stage: Stage;
beforeAll(async () => {
  stage = await createStage();
});
afterAll(() => stage?.close());

it(`empties the queue through ${kills} kills of PostgreSQL`, { timeout: testTimeoutMs }, async (test) => {
  const service = await stage.startService();
  const reached: number[] = [];
  for (let kill = 0; kill < kills; kill += 1) {
    await enqueueMany(`kill${kill}`);
    await randomMoment(momentMs);
    // Half of the kills are felt for longer than the queue waits before it looks again.
    if (kill % 2 === 0) await stage.killPostgres();
    else
      await stage.withoutPostgres(() =>
        until('the service is not ready', () => answers(service, '/health/ready', 503)),
      );
    await until('the service is ready again', () => answers(service, '/health/ready', 200));
    reached.push(await waiting());
  }
  // A job that were still locked in a lost worker's name would stay for hours.
  await until('the queue is empty', async () => (await waiting()) === 0);
  expect(await answers(service, '/health/ready', 200)).toBe(true);
  await service.stop();
  await stage.verify();
  await test.annotate(`${kills} kills, jobs left after each: ${reached.join(', ')}`);
});

it('stops when PostgreSQL has just been killed; killed while it seals, it loses no seal and makes none twice', {
  timeout: testTimeoutMs,
}, async () => {
  const service = await stage.startService();
  await enqueueMany('stop');
  await stage.killPostgres();
  await service.stop();
  // The next service frees what the last one could not give back.
  const next = await stage.startService();
  await until('the queue is empty', async () => (await waiting()) === 0);

  await sql`
    insert into audit_log (at, actor_kind, actor_id, action, object_kind, object_id)
    select now(), 'command', 'tester', 'quotas.set', 'company', '1' from generate_series(1, 250)`.execute(stage.db);
  const sealing = await tableGate('seals')(stage);
  await sql`select graphile_worker.add_job('seal_records', '{}')`.execute(stage.db);
  await arrival(sealing);
  await next.kill();
  await sealing.open();
  const all = { db: stage.db, keys: undefined, eventDays: 90 };
  await Promise.all([makeSeals({ ...all, numbersMax: 100 }), makeSeals(all)]);
  expect(await checkSeals(stage.db, { known: [] })).toMatchObject({ offences: [], count: 0 });
  const { rows } = await sql<{ entries: bigint; sealed: bigint }>`
    select (select count(*) from audit_log) as entries,
      (select sum(row_count) from seals where source = 'audit_log') as sealed`.execute(stage.db);
  expect(rows[0]?.sealed).toBe(rows[0]?.entries);
});

/** Jobs without an effect that go through a transaction each: mails to people who do not exist. */
const enqueueMany = (name: string): Promise<void> =>
  inTransaction(stage.db, async (tx) => {
    for (let i = 0; i < jobsCount; i += 1) {
      const email = `${name}-${i}@example.com`;
      await enqueue(tx, {
        name: 'people_mail',
        payload: { kind: 'resend', email },
        key: `people_mail:resend:${email}`,
      });
    }
  });

async function waiting(): Promise<number> {
  const { rows } = await sql<{ count: bigint }>`
    select count(*) as count from graphile_worker.jobs where task_identifier = 'people_mail'`.execute(stage.db);
  return Number(rows[0]?.count);
}
