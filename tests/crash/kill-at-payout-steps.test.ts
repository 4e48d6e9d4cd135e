/**
 * A payout, interrupted at every step of asking for it, and of the operator's commands: the money leaves its account
 * once, reaches the bank once and comes back once.
 */

import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock/clock.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { approvePayout, sendPayout } from '../../src/features/payouts/change-payout.ts';
import { setRule } from '../../src/features/payouts/payouts.repository.ts';
import { shell } from '../support/actors.ts';
import {
  arrival,
  atAnswer,
  atCommitOf,
  clearingGate,
  ownRowsGate,
  prepareCommitGates,
  tableGate,
  terminate,
} from './gates.ts';
import { at, interruptAt, interruptions, leadTo, type Point } from './interruptions.ts';
import { type Company, createStage, post, type Running, type Service, type Stage, testTimeoutMs } from './support.ts';
import { type Expected, expectWhole, insist, topUp, untilIdle } from './whole-books.ts';

const asked = { account: 'clearing', amount: 40, currency: 'USD' };

/** The steps of asking (`request-payout.ts`). */
const askPoints: readonly Point[] = [
  at('nothing is written', tableGate('idempotency_keys')),
  at('its key is taken', ownRowsGate('holders', 'id')),
  at('its owner is held', tableGate('accounts')),
  at('its accounts are open', clearingGate),
  at('its accounts are held', tableGate('transfers')),
  at('its transfer is posted', tableGate('payouts')),
  at('it is written', tableGate('events')),
  at('it is being committed', atCommitOf('payouts:requested')),
  at('it is committed and its answer is under way', atAnswer),
];

/** The steps of each command (`change-payout.ts`). */
const commandPoints = (to: string): readonly Point[] => [
  at('it is being held', ownRowsGate('payouts')),
  at('it is held', tableGate('accounts')),
  at('its accounts are open', clearingGate),
  at('its accounts are held', tableGate('transfers')),
  at('its transfers are posted', tableGate('payouts')),
  at('its state is written', tableGate('events')),
  at('it is being committed', atCommitOf(`payouts:${to}`)),
  at('it is committed and unanswered', atAnswer),
];

/** Until its transfers, they all take the same steps: those of the last one stand for the others. */
const lastPoints = (to: string): readonly Point[] => commandPoints(to).slice(-4);

type Command = { verb: string; to: string; points: readonly Point[]; accounts: Expected['accounts'] };

/** 100 USD were in clearing, 40 are drawn, and 0.25 of those are the fee. */
const commands: Command[] = [
  {
    verb: 'approve',
    to: 'approved',
    points: lastPoints('approved'),
    accounts: { 'outside:bank': -10_000n, clearing: 6_000n, 'payouts:pending': 3_975n, fees: 25n },
  },
  {
    verb: 'sent',
    to: 'sent',
    points: lastPoints('sent'),
    accounts: { 'outside:bank': -6_025n, clearing: 6_000n, fees: 25n },
  },
  {
    verb: 'failed',
    to: 'failed',
    points: commandPoints('failed'),
    accounts: { 'outside:bank': -10_000n, clearing: 10_000n },
  },
];

let stage: Stage;
let service: Service;

beforeAll(async () => {
  stage = await createStage();
  service = await stage.startService();
  await prepareCommitGates(stage, ['payouts']);
  await inTransaction(stage.db, (tx) => setRule(tx, 'USD', { minimum: 100n, fee: 25n, dailyLimit: null }));
});
afterAll(() => stage?.close());

describe('a payout is asked for after the loss of', () => {
  for (const { title, ...interruption } of interruptions(askPoints)) {
    it(title, { timeout: testTimeoutMs }, async () => {
      const company = await funded();
      service = await interruptAt(stage, service, interruption, company, () =>
        post(service, company, '/payouts', asked, 'ask'),
      );
      await insist(service, company, '/payouts', asked, { key: 'ask' });
      expect(await states(company)).toEqual(['requested']);
      await expectWhole(stage, company, {
        accounts: { 'outside:bank': -10_000n, clearing: 6_000n, 'payouts:pending': 4_000n },
        events: { 'payout.requested': 1 },
      });
    });
  }
});

describe.each(commands.map((command) => [command.verb, command] as const))(
  'sluice payouts %s',
  (verb, { to, points, accounts }) => {
    for (const { way, point } of interruptions(points)) {
      const lost = way === 'connection' ? 'the connection' : 'the process';
      it(`is done after the loss of ${lost} when ${point.name}`, { timeout: testTimeoutMs }, async () => {
        const company = await funded();
        const { payout_id: id } = await insist<{ payout_id: string }>(service, company, '/payouts', asked, {
          key: 'ask',
        });
        if (to !== 'approved') await inTransaction(stage.db, (tx) => approvePayout(shell, tx, systemClock, id));
        if (to === 'failed') await inTransaction(stage.db, (tx) => sendPayout(shell, tx, systemClock, id));
        let running: Running | undefined;
        const gate = await leadTo(stage, point, company, async () => {
          running = stage.begin(['payouts', verb, id]);
        });
        const backend = await arrival(gate);
        if (way === 'connection') await terminate(stage, backend);
        else await running?.kill();
        await gate.open();
        if (way === 'connection') expect(await running?.ended, running?.output()).toBe(0);
        // Once more, as an operator would who does not know: done now, or refused because it was done.
        else await stage.begin(['payouts', verb, id]).ended;

        expect(await states(company)).toEqual([to]);
        await expectWhole(stage, company, { accounts, events: { [`payout.${to}`]: 1 } });
      });
    }
  },
);

it('leaves whole books', { timeout: testTimeoutMs }, async () => {
  await stage.verify();
  await service.stop();
});

async function states({ book }: Company): Promise<string[]> {
  const { rows } = await sql<{ status: string }>`
    select status from payouts where holder_id = ${book.holderId}`.execute(stage.db);
  return rows.map(({ status }) => status);
}

/** A company with 100 USD in clearing and a bank account. */
async function funded(): Promise<Company> {
  const company = await stage.makeCompany('Interrupted');
  await topUp(service, company, 100);
  const form = { iban: 'DE89370400440532013000', accountNumber: '', bankCode: '', country: '', currency: '' };
  await inTransaction(stage.db, (tx) =>
    addBankAccount(shell, tx, systemClock, company.book.holderId, { accountName: 'Interrupted', ...form }),
  );
  await untilIdle(stage, company);
  return company;
}
