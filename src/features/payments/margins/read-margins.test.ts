/** What the service earned, against amounts that were worked out by hand. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  createPaymentWorld,
  createScriptedProvider,
  type PaymentWorld,
  taken,
} from '../../../../tests/fixtures/payments.ts';
import { job, keyOf, payer, shell } from '../../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../../tests/support/assert-books.ts';
import { inTransaction } from '../../../base/database/transaction.ts';
import type { AppError } from '../../../base/errors/app-error.ts';
import type { Mode } from '../../../base/money/mode.ts';
import { keepProviders } from '../../providers/providers.repository.ts';
import { createProviders } from '../../providers/providers.ts';
import { postAcquirerPayout } from '../../reconciliation/acquirer-payout.ts';
import { makeRefund, requestRefund } from '../../refunds/refund-payment.ts';
import { postChargeback } from '../chargeback.ts';
import { payWithProvider } from '../pay-with-provider.ts';
import { readMargins } from './read-margins.ts';
import { type NewProviderCost, setProviderCost } from './set-provider-cost.ts';

let world: PaymentWorld;
const second = createScriptedProvider('second');
const first = createScriptedProvider('stripe');

beforeAll(async () => {
  world = await createPaymentWorld({ feeBasisPoints: 1_000 });
  await keepProviders(world.db, [first, second]);
});
afterAll(async () => {
  await expectBooksToHold(world.db, { byHand: ['members'] });
  await world.close();
});

const inUse = createProviders({ test: createScriptedProvider(), live: [first, second] });

const set = (changes: Partial<NewProviderCost>) =>
  inTransaction(world.db, (tx) =>
    setProviderCost(
      shell,
      tx,
      inUse,
      { provider: 'stripe', method: null, currency: null, cost: null, effectiveFrom: null, ...changes },
      'Its price list',
    ),
  );

async function paidLive(through: typeof first, amount: bigint, method: 'card' | 'onlinewallet' = 'card') {
  through.says.charge = async () => taken(amount);
  const deps = { ...world.deps, providers: createProviders({ test: through, live: [through] }) };
  const payment = await world.stored(await world.makePayment(amount, 'live'));
  const paid = await payWithProvider(payer, deps, payment, {
    method,
    card: undefined,
    payerName: 'Ada',
    browser: null,
    returnAddress: 'http://localhost',
    description: 'A shop',
  });
  expect(paid.kind).toBe('succeeded');
  const { rows } = await world.pool.query('select id from payment_attempts where payment_id = $1', [payment.id]);
  return { key: { holderId: payment.holderId, id: payment.id }, attemptId: rows[0].id as string, deps };
}

/** In the past: costs have the real clock. */
const day = (date: number) => new Date(Date.UTC(2021, 2, date));
const inMarch = (mode: Mode) => readMargins(world.db, { mode, from: day(1), to: day(31) });

it('is what was charged, less what refunds returned, less what each provider charges at the time', async () => {
  world.clock.set(day(2).toISOString());
  await set({ cost: { basisPoints: 150, fixed: 0n }, effectiveFrom: day(1) });
  await set({ currency: 'EUR', method: 'card', cost: { basisPoints: 290, fixed: 25n }, effectiveFrom: day(1) });
  const refunded = await paidLive(first, 1_250n);
  await paidLive(first, 999n, 'onlinewallet');
  await paidLive(second, 2_000n);
  await world.paidByCard(500n);
  await world.paidFromWallet(300n);
  const shopKey = keyOf({ holderId: world.shop, mode: 'live' }, { holderKind: 'merchant' });
  const refund = async (refundRef: string, amount: bigint): Promise<void> => {
    const made = await inTransaction(world.db, (tx) =>
      requestRefund(shopKey, tx, refunded.deps, refunded.key, { refundRef, amount, reason: null }),
    );
    await makeRefund(job, refunded.deps, world.shop, made.refund.id);
  };
  await refund('r1', 500n);
  // One that failed has returned nothing.
  first.says.refund = async () => ({ kind: 'failed', reason: 'account_closed' });
  await refund('r2', 300n);

  const { rows, totals } = await inMarch('live');
  // 12.50 at 10 %: 1.25, less 0.50 with the refund; 2.90 % + 0.25 of it: 0.61. 9.99 at 1.5 %: 0.15.
  expect(rows).toEqual([
    {
      provider: 'second',
      method: 'card',
      currency: 'EUR',
      payments: 1n,
      volume: 2_000n,
      fees: 200n,
      costs: 0n,
      unpriced: 1n,
    },
    {
      provider: 'stripe',
      method: 'card',
      currency: 'EUR',
      payments: 1n,
      volume: 1_250n,
      fees: 75n,
      costs: 61n,
      unpriced: 0n,
    },
    {
      provider: 'stripe',
      method: 'onlinewallet',
      currency: 'EUR',
      payments: 1n,
      volume: 999n,
      fees: 100n,
      costs: 15n,
      unpriced: 0n,
    },
  ]);
  expect(totals).toEqual([
    { currency: 'EUR', payments: 3n, volume: 4_249n, fees: 375n, costs: 76n, disputes: 0n, unpriced: 1n },
  ]);
  // The other mode has its own, and a wallet costs nothing.
  expect((await inMarch('test')).rows).toMatchObject([
    { provider: 'simulator', fees: 50n, costs: 0n, unpriced: 1n },
    { provider: 'wallet', method: 'wallet', fees: 30n, costs: 0n, unpriced: 0n },
  ]);
  expect((await readMargins(world.db, { mode: 'live', from: day(3), to: day(31) })).rows).toEqual([]);
});

it('beside it is what providers really kept: for disputes and of payouts, by account', async () => {
  world.clock.set(day(5).toISOString());
  const { attemptId, deps } = await paidLive(second, 4_000n);
  await inTransaction(world.db, (tx) =>
    postChargeback(job, tx, deps, world.shop, {
      id: 'dp_1',
      attemptId,
      amount: 4_000n,
      currency: 'EUR',
      withdrawals: 1,
      returns: 0,
      fee: { currency: 'EUR', charged: 1_500n, returned: 300n },
    }),
  );
  for (const [source, reference, fee] of [
    ['card', 'po_1', 40n],
    ['card', 'po_2', 2n],
    ['second', 'po_1', 9n],
  ] as const) {
    const payout = { mode: 'live', source, currency: 'EUR', amount: 1_000n, fee, reference } as const;
    await postAcquirerPayout(shell, { db: world.db, clock: world.clock }, payout);
  }
  const { kept, totals } = await readMargins(world.db, { mode: 'live', from: day(5), to: day(6) });
  expect(kept).toEqual([
    { source: 'card', currency: 'EUR', disputes: 0n, payouts: 42n },
    { source: 'second', currency: 'EUR', disputes: 1_200n, payouts: 9n },
  ]);
  expect(totals).toMatchObject([{ currency: 'EUR', fees: 400n, costs: 0n, disputes: 1_200n }]);
});

it('refuses a cost of nobody, and a fixed part of no currency; the audit log says what changed', async () => {
  const wrong: [Partial<NewProviderCost>, field: string][] = [
    [{ provider: 'nobody', cost: { basisPoints: 1, fixed: 0n } }, 'provider'],
    [{ cost: { basisPoints: 1, fixed: 1n } }, 'currency'],
  ];
  for (const [one, field] of wrong) {
    const error: AppError = await set(one).catch((thrown) => thrown);
    expect([error.code, error.details?.[0]?.field]).toEqual(['validation_failed', field]);
  }
  await set({ cost: { basisPoints: 200, fixed: 0n } });
  await set({ provider: 'simulator', cost: null });
  const { rows } = await world.pool.query(
    `select object_id, before, after from audit_log where action = 'provider_costs.set' order by id desc limit 2`,
  );
  expect(rows).toMatchObject([
    { object_id: 'simulator all', before: null, after: { basisPoints: null } },
    { object_id: 'stripe all', before: { basisPoints: 150 }, after: { basisPoints: 200, reason: 'Its price list' } },
  ]);
});
