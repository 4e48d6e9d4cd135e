import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestClock } from '../../../../tests/support/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts';
import { newPublicId } from '../../../base/database/public-id.ts';
import type { ChargeRequest } from '../provider.ts';
import { sendNotices } from './send-notices.ts';
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
  capture: 'automatic',
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
  failsAfterwards: '4000008400001629',
  capturedLate: '4000000000100018',
  disputed: '4000000000000259',
  inquired: '4000000000001976',
  refundPending: '4000000000007726',
  refundFailsLater: '4000000000005126',
  refundRefused: '4000000000100034',
  unreachable: '4000000000100042',
  answerLost: '4000000000100059',
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
    ['is declined after the confirmation', card.failsAfterwards, { kind: 'continue' }],
    ['is charged later', card.capturedLate, { kind: 'declined', reason: 'processing_error' }],
    ['is disputed later', card.disputed, taken('0259')],
    ['has refunds that fail later', card.refundFailsLater, taken('5126')],
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

  it('finds the provider away: nothing was charged, or only the answer is lost', async () => {
    const [away, lost] = [request(card.unreachable), request(card.answerLost)];
    for (const asked of [away, lost]) {
      await expect(simulator.begin(asked)).rejects.toMatchObject({ code: 'unavailable' });
    }
    expect(await simulator.close(chargeOf(lost))).toEqual(taken('0059'));
    clock.advance(59);
    await expect(simulator.confirm(chargeOf(away))).rejects.toMatchObject({ code: 'unavailable' });
    await expect(simulator.close(chargeOf(away))).rejects.toMatchObject({ code: 'unavailable' });
    clock.advance(1);
    expect(await simulator.confirm(chargeOf(away))).toEqual(abandoned);
    await expect(simulator.begin(away)).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('never in live mode', async () => {
    await expect(simulator.begin(request(card.succeeds, { mode: 'live' }))).rejects.toMatchObject({
      code: 'forbidden',
    });
  });

  it('keeps no more of a card than its last four digits', async () => {
    for (const { number } of testCards) await simulator.begin(request(number)).catch(() => {});
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

  it('of a card that fails afterwards is declined by the bank, or by the customer', async () => {
    const [approved, rejected] = [request(card.failsAfterwards), request(card.failsAfterwards)];
    for (const asked of [approved, rejected]) await simulator.begin(asked);
    await simulator.answer(approved.attemptId, true);
    await simulator.answer(rejected.attemptId, false);
    expect(await simulator.confirm(chargeOf(approved))).toEqual({ kind: 'declined', reason: 'declined' });
    expect(await simulator.confirm(chargeOf(rejected))).toEqual({ kind: 'declined', reason: 'not_confirmed' });
  });

  it('is abandoned when the session ends without an answer, and one that comes later is none', async () => {
    const asked = request(card.confirms);
    await simulator.begin(asked);
    clock.advance(1_799);
    expect(await simulator.confirm(chargeOf(asked))).toEqual({ kind: 'pending' });
    clock.advance(1);
    expect(await simulator.confirm(chargeOf(asked))).toEqual(abandoned);
    await simulator.answer(asked.attemptId, true);
    expect(await simulator.confirm(chargeOf(asked))).toEqual(abandoned);
  });

  it('is charged ten minutes after it was declined, whatever happened since', async () => {
    const asked = request(card.capturedLate);
    const declined = { kind: 'declined', reason: 'processing_error' };
    await simulator.begin(asked);
    expect(await simulator.close(chargeOf(asked))).toEqual(declined);
    clock.advance(599);
    expect(await simulator.confirm(chargeOf(asked))).toEqual(declined);
    clock.advance(1);
    expect(await simulator.confirm(chargeOf(asked))).toEqual(taken('0018'));
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

const refundOf = (asked: ChargeRequest, amount = 1n) => ({
  ...chargeOf(asked),
  refundId: newPublicId('ref', 7n),
  amount,
  currency: 'EUR',
});

describe('refund', () => {
  it.each([
    ['at once', card.succeeds, { kind: 'succeeded' }, { kind: 'succeeded' }],
    ['ten minutes later', card.refundPending, { kind: 'pending' }, { kind: 'succeeded' }],
    [
      'and fails ten minutes later',
      card.refundFailsLater,
      { kind: 'succeeded' },
      { kind: 'failed', reason: 'expired_or_canceled_card' },
    ],
    [
      'and is refused',
      card.refundRefused,
      { kind: 'failed', reason: 'refused' },
      { kind: 'failed', reason: 'refused' },
    ],
  ])('%s, the same however often it is asked for', async (_when, number, first, last) => {
    const asked = request(number);
    await simulator.begin(asked);
    const refund = refundOf(asked);
    expect(await simulator.findRefund?.(refund)).toBeUndefined();
    expect(await simulator.refund(refund)).toEqual(first);
    clock.advance(599);
    expect(await simulator.refund(refund)).toEqual(first);
    clock.advance(1);
    expect(await simulator.refund(refund)).toEqual(last);
    expect(await simulator.findRefund?.(refund)).toEqual(last);
  });

  it('of what it never charged succeeds', async () => {
    expect(await simulator.refund(refundOf(request(card.succeeds)))).toEqual({ kind: 'succeeded' });
  });

  it('is refused while the money is disputed', async () => {
    const asked = request(card.disputed);
    await simulator.begin(asked);
    clock.advance(60);
    const disputed = { kind: 'failed', reason: 'charge_disputed' };
    expect(await simulator.refund(refundOf(asked))).toEqual(disputed);
  });
});

describe('disputes', () => {
  const find = ({ attemptId }: ChargeRequest) => simulator.findDisputes?.(`dp_${attemptId}`);

  it('are found by their id, once there is one', async () => {
    const asked = request(card.disputed);
    await simulator.begin(asked);
    expect(await find(asked)).toEqual([]);
    clock.advance(60);
    const { attemptId } = asked;
    expect(await find(asked)).toMatchObject([{ id: `dp_${attemptId}`, attemptId, amount: 1_250n, currency: 'EUR' }]);
    expect(await simulator.findDisputes?.(attemptId)).toEqual([]);
    expect(await simulator.findDisputes?.('dp_unknown')).toEqual([]);
  });

  it('are without what was refunded before, and none if that was all', async () => {
    const [some, all] = [request(card.disputed), request(card.disputed)];
    await simulator.begin(some);
    await simulator.begin(all);
    await simulator.refund(refundOf(some, 250n));
    await simulator.refund(refundOf(all, 1_250n));
    clock.advance(60);
    // Refused, so that it changes nothing.
    await simulator.refund(refundOf(some, 100n));
    clock.advance(60);
    expect(await find(some)).toMatchObject([{ amount: 1_000n }]);
    expect(await find(all)).toEqual([]);
  });

  it('are none by a card with an inquiry, or one that was never charged', async () => {
    const asked = request(card.inquired);
    await simulator.begin(asked);
    clock.advance(3_600);
    expect(await find(asked)).toEqual([]);
    expect(await find(request(card.disputed))).toEqual([]);
  });
});

describe('notices', () => {
  const sent: unknown[] = [];
  const send = (onNotice = async (...all: unknown[]): Promise<void> => void sent.push(all)) =>
    sendNotices({ db: database.db, clock, onNotice }, () => {}, { holderId: 8n, mode: 'test' });
  const ofHolder = (number: string) => request(number, { attemptId: newPublicId('att', 8n) });

  it('are sent when there is news, and again only if they could not be taken', async () => {
    const [disputed, late] = [ofHolder(card.disputed), ofHolder(card.capturedLate)];
    await simulator.begin(disputed);
    await simulator.begin(late);
    expect(await send()).toBe(0);
    clock.advance(60);
    expect(await send(() => Promise.reject(new Error('no')))).toBe(1);
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    clock.advance(600);
    expect(await send()).toBe(1);
    const { attemptId } = disputed;
    const provider = expect.objectContaining({ kind: 'provider', name: 'simulator' });
    expect(sent).toEqual([
      [provider, 'simulator', { kind: 'disputes', reference: `dp_${attemptId}`, attemptId }],
      [provider, 'simulator', { kind: 'charge', attemptId: late.attemptId, providerRef: late.attemptId }],
    ]);
  });

  it('are sent of refunds, and never of another book', async () => {
    sent.length = 0;
    const [own, other] = [ofHolder(card.refundFailsLater), request(card.refundFailsLater)];
    const refund = refundOf(own);
    for (const asked of [own, other]) await simulator.begin(asked);
    await simulator.refund(refund);
    await simulator.refund(refundOf(other));
    clock.advance(600);
    expect(await send()).toBe(1);
    expect(await send()).toBe(0);
    expect(sent).toEqual([[expect.anything(), 'simulator', { kind: 'refund', refundId: refund.refundId }]]);
  });
});
