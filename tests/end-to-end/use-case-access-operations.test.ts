/** What the operator reconciles, what people do to accounts and what jobs do is refused to everyone else, without a trace. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock/clock.ts';
import { type Actor, payerActor } from '../../src/core/access/actor.ts';
import { expireInvitations } from '../../src/features/links/invitations.jobs.ts';
import type { People, Visit } from '../../src/features/people/people.ts';
import { postAcquirerPayout } from '../../src/features/reconciliation/acquirer-payout.ts';
import { importStatement, rematch } from '../../src/features/reconciliation/import-statement.ts';
import { matchByHand, unmatch } from '../../src/features/reconciliation/match-by-hand.ts';
import { createTestPeople, visitWith } from '../fixtures/people.ts';
import { createReconciliationWorld, csvOf } from '../fixtures/reconciliation.ts';
import { job, keyOf, operator, payer, provider, shell, visitor } from '../support/actors.ts';
import { type Act, refusal } from '../support/refusals.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

let database: TestDatabase;
let people: People;

beforeAll(async () => {
  database = await createTestDatabase();
  people = createTestPeople(database.pool);
});
afterAll(() => database.drop());

const refusalOf = (act: Act, actor: Actor): Promise<unknown> => refusal(database, act, actor);
const deps = () => ({ db: database.db, clock: systemClock });
const bank = { source: 'bank', mode: 'live' } as const;

const reconciliation: Record<string, Act> = {
  importStatement: (actor) => importStatement(actor, deps(), bank, {} as never),
  rematch: (actor) => rematch(actor, deps(), bank),
  postAcquirerPayout: (actor) => {
    const payout = { ...bank, source: 'card', currency: 'EUR', amount: 100n, fee: 1n, reference: 'r' } as const;
    return postAcquirerPayout(actor, deps(), payout);
  },
};

it.each(Object.entries(reconciliation))('%s is for the operator’s money people', async (name, act) => {
  for (const role of ['support', 'viewer'] as const) expect(await refusalOf(act, operator(role))).toBe('forbidden');
  // The service itself imports what arrives in test mode.
  const others = name === 'importStatement' ? [payer, visitor, provider] : [payer, visitor, provider, job];
  for (const actor of others) expect(await refusalOf(act, actor)).toBe('forbidden');
  expect(await refusalOf(act, operator('finance', 'test'))).toBe('not_found');
  expect(await refusalOf(act, keyOf({ holderId: 7n, mode: 'live' }))).toBe('not_found');
});

it.each([
  ['matchByHand', (actor: Actor) => matchByHand(actor, deps(), 1n, { transfers: [{ holderId: 1n, id: 1n }] })],
  ['unmatch', (actor: Actor) => unmatch(actor, deps(), 1n)],
])('%s of an unknown line finds nothing, whoever acts', async (_, act) => {
  for (const actor of [shell, visitor, operator('support')]) expect(await refusalOf(act, actor)).toBe('not_found');
});

it('a line is matched by hand by the operator’s money people', async () => {
  const world = await createReconciliationWorld();
  await world.import(csvOf([['1.00', 'a line']]));
  const [{ id } = { id: 0n }] = await world.lines();
  const acts: Act[] = [
    (actor) => matchByHand(actor, world.deps, id, { transfers: [{ holderId: 1n, id: 1n }] }),
    (actor) => unmatch(actor, world.deps, id),
  ];
  for (const act of acts) {
    for (const actor of [operator('support', 'test'), payer, visitor, provider, job]) {
      await expect(act(actor)).rejects.toMatchObject({ code: 'forbidden' });
    }
    await expect(act(operator('finance', 'live'))).rejects.toMatchObject({ code: 'not_found' });
  }
  await world.close();
});

it('invitations expire by a job', async () => {
  const act: Act = (actor) => expireInvitations(actor, { ...deps(), now: () => new Date(0) });
  for (const actor of [payer, visitor, shell, operator()]) expect(await refusalOf(act, actor)).toBe('forbidden');
});

it('a person is made, and given a password, without their doing by the shell alone', async () => {
  const account = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', emailVerified: true };
  for (const actor of [provider, job]) {
    expect(await refusalOf((one) => people.signUp(one, account), actor)).toBe('forbidden');
    expect(await refusalOf((one) => people.setPassword(one, 'ada', account.password), actor)).toBe('forbidden');
  }
  expect(await refusalOf((one) => people.setPassword(one, 'ada', account.password), payer)).toBe('forbidden');
});

it('a mailed link is not opened from the checkout', async () => {
  const visit: Visit = { ...visitWith(), ...payerActor(null), address: '192.0.2.7' };
  const password = 'correct horse battery';
  for (const act of [
    () => people.confirm(visit, 'token', password),
    () => people.requestReset(visit, 'ada@example.com'),
    () => people.resetPassword(visit, 'token', password),
  ]) {
    expect(await refusalOf(act, visit)).toBe('forbidden');
  }
});
