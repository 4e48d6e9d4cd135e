import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestClock } from '../../../../tests/support/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts';
import { newPublicId } from '../../../base/database/public-id.ts';
import type { ChargeRequest } from '../provider.ts';
import { createSimulator, type Simulator } from './simulator.ts';
import { testCards } from './test-cards.ts';

let database: TestDatabase;
let simulator: Simulator;
const clock = createTestClock();

beforeAll(async () => {
  database = await createTestDatabase();
  simulator = createSimulator({ db: database.db, clock });
});
afterAll(() => database.drop());

const request = (number: string | undefined, changes: Partial<ChargeRequest> = {}): ChargeRequest => ({
  attemptId: newPublicId('att', 7n),
  mode: 'test',
  method: 'card',
  amount: 1_250n,
  currency: 'EUR',
  description: 'Corner Shop',
  returnAddress: 'http://pay.test/page',
  expiresAt: new Date(clock.now(0n, 'test').getTime() + 1_800_000),
  card: number === undefined ? undefined : { number },
  ...changes,
});

const card = {
  succeeds: '4242424242424242',
  declined: '4000000000000002',
  poor: '4000000000009995',
  confirms: '4000000000003220',
  broken: '4000000000000119',
  later: '4000000000000077',
};
const taken = (lastFour: string | null) => ({
  kind: 'succeeded',
  amount: 1_250n,
  currency: 'EUR',
  cardLastFour: lastFour,
  payerEmail: null,
});
const abandoned = { kind: 'declined', reason: 'abandoned' };
const chargeOf = ({ attemptId }: ChargeRequest) => ({ attemptId, providerRef: null });

describe('begin', () => {
  it.each([
    ['succeeds', card.succeeds, taken('4242')],
    ['is declined', card.declined, { kind: 'declined', reason: 'declined' }],
    ['has insufficient funds', card.poor, { kind: 'declined', reason: 'insufficient_funds' }],
    ['meets a processing error', card.broken, { kind: 'declined', reason: 'processing_error' }],
    ['asks for a confirmation', card.confirms, { kind: 'continue', address: 'http://pay.test/page/confirm' }],
    ['completes later', card.later, { kind: 'pending' }],
    ['is no test number', '4111111111111111', { kind: 'declined', reason: 'declined' }],
  ])('a card that %s', async (_name, number, result) => {
    expect(await simulator.begin(request(number))).toMatchObject(result);
  });

  it('an online wallet asks for a confirmation', async () => {
    expect(await simulator.begin(request(undefined, { method: 'onlinewallet' }))).toMatchObject({ kind: 'continue' });
  });

  it('of one attempt happens once, and remembers what was asked first', async () => {
    const first = request(card.succeeds);
    const answer = await simulator.begin(first);
    expect(await simulator.begin({ ...first, amount: 9n })).toEqual(answer);
    expect(await simulator.confirm(chargeOf(first))).toEqual(taken('4242'));
  });

  it('of twenty at once is one charge', async () => {
    const asked = request(card.confirms);
    const answers = await Promise.all(Array.from({ length: 20 }, () => simulator.begin(asked)));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  });

  it('never in live mode', async () => {
    await expect(simulator.begin(request(card.succeeds, { mode: 'live' }))).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('keeps no more of a card than its last four digits', async () => {
    for (const { number } of testCards) await simulator.begin(request(number));
    const { rows } = await database.pool.query('select string_agg(c::text, $1) as text from simulator_charges c', ['']);
    for (const { number } of testCards) expect(rows[0].text).not.toContain(number);
  });
});

it('accepts exactly the printed numbers', () => {
  for (const { number } of testCards) expect(simulator.acceptsCard?.(number)).toBe(true);
  for (const number of ['', '4111111111111111', '4242 4242 4242 4242']) {
    expect(simulator.acceptsCard?.(number)).toBe(false);
  }
});

describe('confirm', () => {
  it('knows nothing of an attempt it never saw, nor of one that was declined at once', async () => {
    expect(await simulator.confirm({ attemptId: 'att_unknown', providerRef: null })).toEqual(abandoned);
    const declined = request(card.declined);
    await simulator.begin(declined);
    expect(await simulator.confirm(chargeOf(declined))).toEqual(abandoned);
  });

  it.each([
    [true, taken('3220')],
    [false, { kind: 'declined', reason: 'not_confirmed' }],
  ])('follows the customer’s answer %s, and keeps to the first', async (approved, result) => {
    const asked = request(card.confirms);
    await simulator.begin(asked);
    expect(await simulator.confirm(chargeOf(asked))).toEqual({ kind: 'pending' });
    await simulator.answer(asked.attemptId, approved);
    await simulator.answer(asked.attemptId, !approved);
    expect(await simulator.confirm(chargeOf(asked))).toEqual(result);
    expect(await simulator.close(chargeOf(asked))).toEqual(result);
  });

  it('completes by itself, five seconds later on the business clock', async () => {
    const asked = request(card.later);
    await simulator.begin(asked);
    clock.advance(4);
    expect(await simulator.confirm(chargeOf(asked))).toEqual({ kind: 'pending' });
    clock.advance(1);
    expect(await simulator.confirm(chargeOf(asked))).toEqual(taken('0077'));
  });
});

describe('close', () => {
  it('ends what waits for the customer, for good', async () => {
    const asked = request(card.confirms);
    await simulator.begin(asked);
    expect(await simulator.close(chargeOf(asked))).toEqual(abandoned);
    await simulator.answer(asked.attemptId, true);
    expect(await simulator.confirm(chargeOf(asked))).toEqual(abandoned);
  });

  it('can’t call back what completes by itself', async () => {
    const asked = request(card.later);
    await simulator.begin(asked);
    expect(await simulator.close(chargeOf(asked))).toEqual({ kind: 'pending' });
    clock.advance(5);
    expect(await simulator.close(chargeOf(asked))).toEqual(taken('0077'));
  });

  it('of what has succeeded, or was never seen, tells so', async () => {
    const asked = request(card.succeeds);
    await simulator.begin(asked);
    expect(await simulator.close(chargeOf(asked))).toEqual(taken('4242'));
    expect(await simulator.close({ attemptId: 'att_unknown', providerRef: null })).toEqual(abandoned);
  });
});

it('makes every refund', async () => {
  const refund = { refundId: 'ref_1', attemptId: 'att_1', providerRef: null, amount: 1n, currency: 'EUR' };
  expect(await simulator.refund(refund)).toEqual({ kind: 'succeeded' });
});
