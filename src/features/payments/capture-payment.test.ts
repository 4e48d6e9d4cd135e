/** Captures on a real database: posted once, whole or not at all, under any race (docs/ledger.md, "What is posted"). */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { payer as aPayer, shell, shopKey } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { makeFee } from '../../../tests/support/fees.ts';
import { makeHolder } from '../../../tests/support/holders.ts';
import { accountAt } from '../../../tests/support/ledger-names.ts';
import { payByCard, simulatedPayDeps } from '../../../tests/support/pay-by-card.ts';
import { createTestClock } from '../../../tests/support/test-clock.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import type { AppError } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import { findBalance } from '../../core/ledger/ledger.repository.ts';
import { requestTopUp } from '../wallets/top-up.ts';
import { cancelPayment, payFromCustomerWallet } from './capture-payment.ts';
import { createPaymentCreator, type PaymentCreator, paymentLifetimeMs } from './create-payment.ts';
import { createFeeLookup } from './fees/fee-lookup.ts';
import type { PayDeps } from './pay-with-provider.ts';
import { findPayment } from './payments.repository.ts';

const clock = createTestClock();
const payer = { name: 'Ada Lovelace', email: 'ada@example.test' };
type Funds = 'card' | { customerHolderId: bigint };
const card: Funds = 'card';
const byWallet = (customerHolderId: bigint): Funds => ({ customerHolderId });

let database: TestDatabase;
let shop: bigint;
let deps: PayDeps;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = simulatedPayDeps(database.db, clock);
});
afterAll(() => database.drop());
afterEach(() => expectBooksToHold(database.db));

type Key = { holderId: bigint; id: string };

async function makeShop(feeBasisPoints = 0): Promise<bigint> {
  shop = await makeHolder(database.db, 'merchant');
  await makeFee(database.db, { holderId: shop, basisPoints: feeBasisPoints });
  return shop;
}

async function makePayment(
  amount: bigint,
  options: { mode?: Mode; currency?: string } = {},
  creator: PaymentCreator = createPaymentCreator({ db: database.db, clock }),
): Promise<Key> {
  const { mode = 'test', currency = 'USD' } = options;
  const book = { holderId: shop, mode };
  const { id } = await creator.create(shopKey(book), book, 'api', {
    amount,
    currency,
    returnUrl: 'https://shop.test/ok',
    cancelUrl: null,
    custom: null,
    webhookUrl: null,
    orderId: null,
  });
  return { holderId: shop, id };
}

async function makeCustomer(cents: bigint, currency = 'USD'): Promise<bigint> {
  const holderId = await makeHolder(database.db, 'customer');
  const request = { amount: cents, currency, accountKind: 'wallet', source: 'bank' } as const;
  await inTransaction(database.db, (tx) => requestTopUp(shell, tx, clock, { holderId, mode: 'test' }, request));
  return holderId;
}

async function capture(key: Key, funds: Funds): Promise<void> {
  if (funds === 'card') expect(await payByCard(deps, key)).toBe('succeeded');
  else
    await inTransaction(database.db, (tx) =>
      payFromCustomerWallet(aPayer, tx, deps, key, { ...payer, ...funds }, null),
    );
}

/** The outcome: `ok`, or the error's code. */
const outcome = (work: Promise<void>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: AppError) => error.code ?? String(error),
  );

const tally = (outcomes: string[]): Record<string, number> =>
  Object.fromEntries(
    Object.entries(Object.groupBy(outcomes, (one) => one)).map(([one, all]) => [one, all?.length ?? 0]),
  );

const balance = (holderId: bigint, name: string, currency = 'USD', mode: Mode = 'test'): Promise<bigint> =>
  findBalance(database.db, accountAt({ holderId, mode, currency }, name));

const attemptsOf = ({ holderId, id }: Key) =>
  database.db
    .selectFrom('paymentAttempts')
    .selectAll()
    .where('holderId', '=', holderId)
    .where('paymentId', '=', id)
    .orderBy('number')
    .execute();

async function eventsOf({ holderId, id }: Key): Promise<string[]> {
  const found = database.db
    .selectFrom('events')
    .select('type')
    .where('holderId', '=', holderId)
    .where('subjectKind', '=', 'payment')
    .where('subjectId', '=', id);
  return (await found.execute()).map((event) => event.type).sort();
}

describe('by wallet', () => {
  it('the money goes from the customer’s wallet to the merchant’s, through transit', async () => {
    await makeShop();
    const [key, customer] = [await makePayment(1_250n), await makeCustomer(2_000n)];
    await capture(key, byWallet(customer));
    expect(await balance(customer, 'wallet')).toBe(750n);
    expect(await balance(shop, 'wallet')).toBe(1_250n);
    expect((await balance(customer, 'transit')) + (await balance(shop, 'transit'))).toBe(0n);
    expect(await findPayment(database.db, shop, key.id)).toMatchObject({
      status: 'succeeded',
      payerName: payer.name,
      payerEmail: payer.email,
      trxId: expect.stringMatching(/^trx_/),
      paidAt: clock.now(shop, 'test'),
    });
    expect(await attemptsOf(key)).toMatchObject([
      { number: 1, method: 'wallet', status: 'succeeded', payerHolderId: customer, cardLastFour: null },
    ]);
    expect(await eventsOf(key)).toEqual(['payment.created', 'payment.paid']);
  });

  it('the last cent may be spent; a cent too little moves nothing and leaves the payment open', async () => {
    await makeShop();
    const customer = await makeCustomer(999n);
    const [tooMuch, exact] = [await makePayment(1_000n), await makePayment(999n)];
    expect(await outcome(capture(tooMuch, byWallet(customer)))).toBe('insufficient_funds');
    expect(await balance(customer, 'wallet')).toBe(999n);
    expect(await findPayment(database.db, shop, tooMuch.id)).toMatchObject({ status: 'created', trxId: null });
    expect(await attemptsOf(tooMuch)).toEqual([]);
    expect(await eventsOf(tooMuch)).toEqual(['payment.created']);
    await capture(exact, byWallet(customer));
    expect(await balance(customer, 'wallet')).toBe(0n);
  });

  it('only money of the payment’s own currency and mode counts', async () => {
    await makeShop();
    const customer = await makeCustomer(10_000n, 'EUR');
    expect(await outcome(capture(await makePayment(100n), byWallet(customer)))).toBe('insufficient_funds');
    expect(await outcome(capture(await makePayment(100n, { mode: 'live', currency: 'EUR' }), byWallet(customer)))).toBe(
      'insufficient_funds',
    );
    await capture(await makePayment(100n, { currency: 'EUR' }), byWallet(customer));
    expect(await balance(customer, 'wallet', 'EUR')).toBe(9_900n);
    expect(await balance(shop, 'wallet', 'EUR', 'live')).toBe(0n);
  });
});

describe('by card', () => {
  it('the money comes from outside, and no more of the card is kept than its last four digits', async () => {
    await makeShop();
    const key = await makePayment(1_250n);
    await capture(key, card);
    expect(await balance(shop, 'outside:card')).toBe(-1_250n);
    expect(await balance(shop, 'wallet')).toBe(1_250n);
    expect(await attemptsOf(key)).toMatchObject([{ method: 'card', cardLastFour: '4242', payerHolderId: null }]);
  });

  it('declined attempts are counted and keep the payment open; success forgets the error', async () => {
    await makeShop();
    const key = await makePayment(100n);
    const decline = async (): Promise<void> => {
      expect(await payByCard(deps, key, { number: '4000000000000002' })).toBe('declined');
    };
    for (let n = 0; n < 5; n += 1) await decline();
    expect(await findPayment(database.db, shop, key.id)).toMatchObject({ status: 'created', lastError: 'declined' });
    await capture(key, card);
    expect(await findPayment(database.db, shop, key.id)).toMatchObject({ status: 'succeeded', lastError: null });
    expect((await attemptsOf(key)).map(({ number, status }) => [number, status])).toEqual([
      ...[1, 2, 3, 4, 5].map((number) => [number, 'declined']),
      [6, 'succeeded'],
    ]);
    expect(await outcome(decline())).toBe('invalid_state');
  });
});

describe('the fee', () => {
  it.each([
    [10_000n, 250, 250n],
    [150n, 100, 2n],
    [149n, 100, 1n],
    [1_234n, 0, 0n],
    [1_234n, 10_000, 1_234n],
  ])('of %i minor units at %i basis points is %i', async (amount, basisPoints, fee) => {
    await makeShop(basisPoints);
    await capture(await makePayment(amount), card);
    expect(await balance(shop, 'fees')).toBe(fee);
    expect(await balance(shop, 'wallet')).toBe(amount - fee);
  });

  it('is by the method, and a change does not touch a payment that exists', async () => {
    await makeShop(250);
    const { db } = database;
    const fees = createFeeLookup(db);
    const creator = createPaymentCreator({ db, clock, fees });
    const before = await makePayment(1_000n, {}, creator);
    await makeFee(db, { holderId: shop, method: 'card', currency: 'USD', basisPoints: 100, fixed: 30n });
    fees.drop(shop);
    const after = await makePayment(1_000n, {}, creator);
    const byWalletAfter = await makePayment(1_000n, {}, creator);
    await capture(before, card);
    expect(await balance(shop, 'fees')).toBe(25n);
    await capture(after, card);
    expect(await balance(shop, 'fees')).toBe(25n + 40n);
    const customer = await makeCustomer(1_000n);
    await capture(byWalletAfter, byWallet(customer));
    expect(await balance(shop, 'fees')).toBe(25n + 40n + 25n);
  });
});

describe('a payment that is over', () => {
  const refusal = (key: Key): Promise<string> => outcome(capture(key, card));

  it('is not paid again', async () => {
    await makeShop();
    const key = await makePayment(100n);
    await capture(key, card);
    expect(await refusal(key)).toBe('invalid_state');
    expect(await balance(shop, 'wallet')).toBe(100n);
  });

  it('canceled is not paid; paid is not canceled', async () => {
    await makeShop();
    const [cancelled, paid] = [await makePayment(100n), await makePayment(100n)];
    const cancel = (key: Key): Promise<void> =>
      inTransaction(database.db, (tx) => cancelPayment(aPayer, tx, deps, key));
    await cancel(cancelled);
    expect(await refusal(cancelled)).toBe('invalid_state');
    expect(await outcome(cancel(cancelled))).toBe('invalid_state');
    await capture(paid, card);
    expect(await outcome(cancel(paid))).toBe('invalid_state');
    expect(await findPayment(database.db, shop, paid.id)).toMatchObject({ status: 'succeeded' });
  });

  it('expired, on its book’s clock, is neither paid nor canceled', async () => {
    await makeShop();
    const key = await makePayment(100n);
    clock.advance(paymentLifetimeMs / 1_000);
    expect(await refusal(key)).toBe('invalid_state');
    expect(await outcome(inTransaction(database.db, (tx) => cancelPayment(aPayer, tx, deps, key)))).toBe(
      'invalid_state',
    );
    expect(await balance(shop, 'wallet')).toBe(0n);
  });

  it('that never was is not found', async () => {
    await makeShop();
    expect(await refusal({ holderId: shop, id: 'pay_none' })).toBe('not_found');
    const key = await makePayment(1n);
    expect(await refusal({ holderId: await makeShop(), id: key.id })).toBe('not_found');
  });
});

describe('raced', () => {
  it('paid twenty times at once, by card and by wallet: once', async () => {
    await makeShop(100);
    const [key, customer] = [await makePayment(1_000n), await makeCustomer(100_000n)];
    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, n) => outcome(capture(key, n % 2 === 0 ? card : byWallet(customer)))),
    );
    expect(tally(outcomes)).toEqual({ ok: 1, invalid_state: 19 });
    expect(await balance(shop, 'wallet')).toBe(990n);
    expect(await attemptsOf(key)).toHaveLength(1);
    expect(await eventsOf(key)).toEqual(['payment.created', 'payment.paid']);
  });

  it('paid and canceled at once: one of the two, never both', async () => {
    await makeShop();
    let paid = 0n;
    for (let round = 0; round < 10; round += 1) {
      const key = await makePayment(100n);
      const cancel = (): Promise<string> =>
        outcome(inTransaction(database.db, (tx) => cancelPayment(aPayer, tx, deps, key)));
      const [one, two] = await Promise.all(
        round % 2 === 0 ? [outcome(capture(key, card)), cancel()] : [cancel(), outcome(capture(key, card))],
      );
      expect([one, two].sort()).toEqual(['invalid_state', 'ok']);
      if ((await findPayment(database.db, shop, key.id))?.status === 'succeeded') paid += 100n;
    }
    expect(await balance(shop, 'wallet')).toBe(paid);
  });

  it.each([1, 3])('ten payments from a wallet that holds enough for %i', async (enough) => {
    await makeShop();
    const customer = await makeCustomer(500n * BigInt(enough));
    const keys = await Promise.all(Array.from({ length: 10 }, () => makePayment(500n)));
    const outcomes = await Promise.all(keys.map((key) => outcome(capture(key, byWallet(customer)))));
    expect(tally(outcomes)).toEqual({ ok: enough, insufficient_funds: 10 - enough });
    expect(await balance(customer, 'wallet')).toBe(0n);
    expect(await balance(shop, 'wallet')).toBe(500n * BigInt(enough));
  });

  it('customers of two shops, crosswise: nobody waits for ever and every cent arrives', async () => {
    const customers = [await makeCustomer(10_000n), await makeCustomer(10_000n)];
    const keys: Key[] = [];
    for (let n = 0; n < 2; n += 1) {
      await makeShop(50);
      for (let m = 0; m < 10; m += 1) keys.push(await makePayment(1_000n));
    }
    const outcomes = await Promise.all(
      keys.map((key, n) => outcome(capture(key, byWallet(customers[n % 2] as bigint)))),
    );
    expect(tally(outcomes)).toEqual({ ok: 20 });
    expect(await balance(customers[0] as bigint, 'wallet')).toBe(0n);
  });
});
