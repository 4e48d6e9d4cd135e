/** Late captures stay visible until the provider has returned them (docs/contract/merchant.md, "Payment states"). */

import { afterEach, beforeEach, expect, it } from 'vitest';
import { createPaymentWorld, outOfReach, type PaymentWorld, taken } from '../../../tests/fixtures/payments.ts';
import { provider as aProvider, job, memberOf, operator, shell, shopKey } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { Actor } from '../../core/access/actor.ts';
import { createNoticeHandler } from '../refunds/provider-notices.ts';
import type { AttemptKey } from './attempts.repository.ts';
import { countRefused, findLateCapture, listUnreturned } from './late-captures.repository.ts';
import { sweepPayments } from './pay-with-provider.ts';
import { attemptOfRefund, retryLateCapture, returnLateCapture } from './return-late-capture.ts';

let world: PaymentWorld;

beforeEach(async () => {
  world = await createPaymentWorld();
});
afterEach(async () => {
  await expectBooksToHold(world.db);
  await world.close();
});

const says = (refund: PaymentWorld['provider']['says']['refund']): void => {
  world.provider.says.refund = refund;
};
const refused = { kind: 'failed', reason: 'charge_disputed' } as const;

/** Money that came in with another amount than was asked for. */
async function late(amount = 900n): Promise<AttemptKey & { payment: { holderId: bigint; id: string } }> {
  const payment = await world.makePayment();
  const attempt = await world.start(payment);
  expect(await world.apply(attempt, taken(amount))).toBe('returned');
  return { ...attempt, payment };
}
const stateOf = async (key: AttemptKey) => {
  const row = await findLateCapture(world.db, key);
  return row && { status: row.status, failure: row.failure, amount: row.amount };
};
const giveBack = (key: AttemptKey) => returnLateCapture(job, world.deps, key);
const retry = (attemptId: string) =>
  inTransaction(world.db, (tx) => retryLateCapture(shell, tx, world.clock, attemptId));
const listed = async () =>
  (await listUnreturned(world.db, { mode: null, limit: 9 })).map(({ attemptId, payee }) => `${payee} ${attemptId}`);
const eventsOf = async (one: { payment: { holderId: bigint; id: string } }) =>
  (await world.events(one.payment)).filter((type) => type.startsWith('late_capture'));

it('is listed until the provider has returned it, once however often it is asked', async () => {
  const one = await late();
  expect(await stateOf(one)).toEqual({ status: 'pending', failure: null, amount: 900n });
  expect(await listed()).toEqual([`Corner Shop ${one.attemptId}`]);
  await Promise.all([giveBack(one), giveBack(one)]);
  expect(await stateOf(one)).toMatchObject({ status: 'returned' });
  expect([await listed(), await eventsOf(one)]).toEqual([[], ['late_capture.returned']]);
  expect(new Set(world.provider.refunds)).toEqual(new Set([`late_${one.attemptId}`]));
});

it('that the provider refuses is told and stays; it is asked again only when the operator says so', async () => {
  const one = await late();
  says(async () => refused);
  await giveBack(one);
  expect(await stateOf(one)).toEqual({ status: 'refused', failure: 'charge_disputed', amount: 900n });
  expect([await listed(), await countRefused(world.db)]).toEqual([[`Corner Shop ${one.attemptId}`], 1]);
  expect(await eventsOf(one)).toEqual(['late_capture.refused', 'late_capture.returned']);
  says(async () => ({ kind: 'succeeded' }));
  await giveBack(one);
  world.clock.advance(3_600);
  await sweepPayments(job, world.deps, () => {});
  expect(await stateOf(one)).toMatchObject({ status: 'refused' });

  await retry(one.attemptId);
  expect(await stateOf(one)).toMatchObject({ status: 'pending' });
  expect(await world.jobs('return_late_capture')).toBe(1);
  await giveBack(one);
  expect(await stateOf(one)).toMatchObject({ status: 'returned' });
  // After a refusal it is another refund at the provider, which remembers the first one as failed.
  expect(world.provider.refunds).toEqual([`late_${one.attemptId}`, `late_${one.attemptId}.1`]);
  expect(await eventsOf(one)).toEqual(['late_capture.refused', 'late_capture.returned', 'late_capture.returned']);
  expect([await listed(), await countRefused(world.db)]).toEqual([[], 0]);
});

it('of which the provider is not sure, or that it can’t be asked about, is asked about again', async () => {
  const one = await late();
  says(async () => ({ kind: 'pending' }));
  await giveBack(one);
  expect(await stateOf(one)).toMatchObject({ status: 'pending' });
  says(() => Promise.reject(outOfReach));
  await expect(giveBack(one)).rejects.toBe(outOfReach);
  const errors: unknown[] = [];
  await sweepPayments(job, world.deps, (error) => errors.push(error));
  expect([errors, await stateOf(one)]).toEqual([[], expect.objectContaining({ status: 'pending' })]);
  world.clock.advance(60);
  await sweepPayments(job, world.deps, (error) => errors.push(error));
  expect(errors).toEqual([outOfReach]);
  says(async () => refused);
  world.clock.advance(60);
  await sweepPayments(job, world.deps, (error) => errors.push(error));
  expect(await stateOf(one)).toMatchObject({ status: 'refused' });
});

it('whose return fails after it had succeeded is refused then', async () => {
  const one = await late();
  await giveBack(one);
  await world.pool.query('select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))');
  const notify = createNoticeHandler({ db: world.db });
  const notice = { kind: 'refund', refundId: `late_${one.attemptId}` } as const;
  await notify(aProvider, 'simulator', notice);
  expect(await world.jobs('return_late_capture')).toBe(1);
  says(async () => refused);
  await giveBack(one);
  expect(await stateOf(one)).toMatchObject({ status: 'refused' });
  expect(await eventsOf(one)).toEqual(['late_capture.refused', 'late_capture.returned']);
});

it('is retried only when it was refused', async () => {
  const one = await late();
  await expect(retry(one.attemptId)).rejects.toMatchObject({ message: 'The late capture is pending.' });
  await giveBack(one);
  await expect(retry(one.attemptId)).rejects.toMatchObject({ message: 'The late capture is returned.' });
  await expect(retry('att_unknown')).rejects.toMatchObject({ code: 'not_found' });
  const { attemptId } = await world.paidByCard();
  await expect(retry(attemptId)).rejects.toMatchObject({ code: 'not_found' });
});

it('is retried by the operator’s money people alone', async () => {
  const one = await late();
  says(async () => refused);
  await giveBack(one);
  const book = { holderId: world.shop, mode: 'test' } as const;
  const by = (actor: Actor) =>
    inTransaction(world.db, (tx) => retryLateCapture(actor, tx, world.clock, one.attemptId)).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
  expect(await by(shopKey(book))).toBe('not_permitted');
  const others = [memberOf(book, { holderKind: 'merchant' }), operator('support', 'test'), aProvider, job];
  for (const actor of others) expect(await by(actor)).toBe('forbidden');
  expect(await by(shopKey({ ...book, holderId: 999n }))).toBe('not_found');
  expect(await by(operator('finance', 'test'))).toBe('done');
});

it('is recognized by the id of its refund, and nothing else is', async () => {
  const { attemptId, holderId } = await late();
  for (const refundId of [`late_${attemptId}`, `late_${attemptId}.1`, `late_${attemptId}.12`]) {
    expect(attemptOfRefund(refundId)).toEqual({ holderId, attemptId });
  }
  for (const refundId of [attemptId, 'late_', 'late_att_1', `ref_${attemptId}`]) {
    expect(attemptOfRefund(refundId)).toBeUndefined();
  }
});
