/** The stored references of payments, refunds and late captures. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPaymentWorld, type PaymentWorld, taken } from '../../../tests/fixtures/payments.ts';
import { keyOf } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { requestRefund } from '../refunds/refund-payment.ts';
import { listOpenTransfers } from './outside-transfers.repository.ts';
import type { Outside } from './reconciliation.repository.ts';

let world: PaymentWorld;
const card: Outside = { source: 'card', mode: 'test' };

beforeAll(async () => {
  world = await createPaymentWorld();
});
afterAll(() => world.close());

const referencesOf = async (amount: bigint): Promise<string[][]> =>
  (await listOpenTransfers(world.db, card, [{ currency: 'EUR', amount }], undefined, 100)).map(({ references }) =>
    references.sort(),
  );

it('a payment: its token, its transaction, the attempt that paid it and what the provider calls that', async () => {
  const key = await world.paidByCard(1_001n);
  await world.pool.query(`update payment_attempts set provider_ref = 'pi_3Nabc' where id = $1`, [key.attemptId]);
  const { trxId } = await world.stored(key);
  expect(await referencesOf(1_001n)).toEqual([[key.id, trxId, key.attemptId, 'pi_3Nabc'].sort()]);
  // The opposite direction is a different transfer.
  expect(await referencesOf(-1_001n)).toEqual([]);
  await expectBooksToHold(world.db);
});

it('a refund: its own id, and its payment’s names', async () => {
  const key = await world.paidByCard(1_002n);
  const { refund } = await inTransaction(world.db, (tx) =>
    requestRefund(keyOf({ holderId: world.shop, mode: 'test' }, { holderKind: 'merchant' }), tx, world.deps, key, {
      refundRef: 'r1',
      amount: 1_000n,
      reason: null,
    }),
  );
  const { trxId } = await world.stored(key);
  expect(await referencesOf(-1_000n)).toEqual([[refund.id, key.id, trxId, key.attemptId, 'ch_1'].sort()]);
  await expectBooksToHold(world.db);
});

it('money that came too late: its own attempt and what the provider calls that, not the one that paid', async () => {
  const key = await world.makePayment(1_003n);
  const late = await world.start(key);
  await world.apply(late, { kind: 'declined', reason: 'card_declined' } as never);
  const paying = await world.start(key);
  await world.apply(paying, taken(1_003n));
  await world.apply(late, taken(1_003n));
  await world.pool.query(`update payment_attempts set provider_ref = 'pi_late' where id = $1`, [late.attemptId]);
  const found = await referencesOf(1_003n);
  expect(found).toHaveLength(2);
  expect(found).toContainEqual([late.attemptId, 'pi_late'].sort());
  expect(found).toContainEqual([key.id, (await world.stored(key)).trxId, paying.attemptId, 'ch_1'].sort());
  await expectBooksToHold(world.db);
});

it('page by page, each once', async () => {
  const keys = [await world.paidByCard(1_004n), await world.paidByCard(1_004n)];
  const wanted = [{ currency: 'EUR', amount: 1_004n }];
  const [first, ...none] = await listOpenTransfers(world.db, card, wanted, undefined, 1);
  const [second, ...more] = await listOpenTransfers(world.db, card, wanted, first, 2);
  expect([none, more]).toEqual([[], []]);
  expect([first, second].map((one) => keys.findIndex(({ id }) => one?.references.includes(id)))).toEqual([0, 1]);
});

it('nothing that is matched, nothing of another amount, nothing for nothing', async () => {
  expect(await referencesOf(999_999n)).toEqual([]);
  expect(await listOpenTransfers(world.db, card, [], undefined, 100)).toEqual([]);
});
