/** A settlement that its schedule begins, interrupted at every step until it runs: it begins once, and is not forgotten. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { saveSettings } from '../../src/features/settlements/schedules.repository.ts';
import { atAnswer, atCommitOf, ownRowsGate, prepareCommitGates, rowsGate, tableGate } from './gates.ts';
import { at, interruptAt, interruptions, type Point } from './interruptions.ts';
import { type Company, createStage, type Service, type Stage, testTimeoutMs, until } from './support.ts';
import { expectWhole, insist, topUp, untilIdle } from './whole-books.ts';

const turnTaken = atCommitOf('settlement_dues');
const begun = atCommitOf('settlements:running');

/** The steps of a turn (`run-schedules.ts`): first that of the default schedule, then that of its one currency. */
const points: readonly Point[] = [
  at('its turn is being taken', ownRowsGate('settlement_dues')),
  at('its turn is held', tableGate('settlement_dues')),
  at('its turn is being committed', turnTaken),
  at('its turn is committed and unanswered', turnTaken, atAnswer),
  at('the turn of its currency is being taken', turnTaken, rowsGate('settlement_dues')),
  at('the turn of its currency is held', turnTaken, tableGate('settlement_dues')),
  at('the next time is noted', tableGate('settlements')),
  at('its settlement is being committed', begun),
  at('its settlement is committed and unanswered', begun, atAnswer),
  at('its settlement is begun and its first batch is not', begun, rowsGate('settlements')),
];

let stage: Stage;
let service: Service;

beforeAll(async () => {
  stage = await createStage();
  service = await stage.startService();
  await prepareCommitGates(stage, ['settlement_dues', 'settlements']);
});
afterAll(() => stage?.close());

describe('a scheduled settlement is made after the loss of', () => {
  for (const { title, ...interruption } of interruptions(points)) {
    it(title, { timeout: testTimeoutMs }, async () => {
      const company = await dueOrder();
      service = await interruptAt(stage, service, interruption, company, async () => {
        await setPaused(company, false);
        await lookForDue();
      });
      await lookForDue();
      await until('its settlement is done', async () =>
        (await settlements(company)).some((one) => one.endsWith('done')),
      );
      expect(await settlements(company)).toEqual(['schedule USD done']);
      expect(await dues(company)).toEqual(['* later']);
      await expectWhole(stage, company, {
        accounts: { 'outside:bank': -10_000n, 'earnings:shop': 7_000n, 'earnings:rider': 2_000n, commission: 1_000n },
        events: { 'order.settled': 1, 'settlement.completed': 1 },
      });
    });
  }
});

it('leaves whole books', { timeout: testTimeoutMs }, async () => {
  await stage.verify();
  await service.stop();
});

/** What the job queue does every minute. */
const lookForDue = (): Promise<unknown> => stage.pool.query('select graphile_worker.add_job($1)', ['run_schedules']);

const setPaused = ({ book }: Company, paused: boolean): Promise<void> =>
  inTransaction(stage.db, (tx) => saveSettings(tx, book, { paused }));

async function settlements({ book }: Company): Promise<string[]> {
  const { rows } = await sql<{ shown: string }>`
    select concat_ws(' ', trigger, currency, status) as shown from settlements
    where holder_id = ${book.holderId}`.execute(stage.db);
  return rows.map(({ shown }) => shown);
}

async function dues({ book }: Company): Promise<string[]> {
  const { rows } = await sql<{ shown: string }>`
    select currency || case when due_at > now() then ' later' else ' now' end as shown from settlement_dues
    where holder_id = ${book.holderId} and mode = 'test'`.execute(stage.db);
  return rows.map(({ shown }) => shown);
}

/** An order that can settle, and a default schedule whose time has come. */
async function dueOrder(): Promise<Company> {
  const company = await stage.makeCompany('Interrupted');
  const { book, merchants, couriers } = company;
  await topUp(service, company, 100);
  await insist(service, company, '/orders', {
    partner_order_ref: 'order-1',
    payment_source: 'card',
    total_amount: 100,
    currency: 'USD',
    splits: [
      { beneficiary_type: 'merchant', beneficiary_ref: Number(merchants[0]), amount: 70 },
      { beneficiary_type: 'courier', beneficiary_ref: Number(couriers[0]), amount: 20 },
      { beneficiary_type: 'partner', amount: 10 },
    ],
  });
  await untilIdle(stage, company);
  // Paused until the gate is closed: the service looks by itself as well.
  await setPaused(company, true);
  await sql`
    insert into settlement_dues (holder_id, mode, currency, due_at)
    select ${book.holderId}::bigint, d.mode, '*', now() + d.ahead::interval
    from (values ('live', '1 day'), ('test', '-1 minute')) as d (mode, ahead)
    on conflict (holder_id, mode, currency) do update set due_at = excluded.due_at`.execute(stage.db);
  return company;
}
