/** Every use case of a payment asks who acts before it does anything: the merchant, the payer, the provider or a job. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newPublicId } from '../../src/base/database/public-id.ts';
import { inTransaction, type Tx } from '../../src/base/database/transaction.ts';
import type { Actor } from '../../src/core/access/actor.ts';
import type { Book } from '../../src/core/ledger/accounts.ts';
import {
  cancelPayment,
  declineWallet,
  expirePayment,
  payFromCustomerWallet,
} from '../../src/features/payments/capture-payment.ts';
import { chargeBack } from '../../src/features/payments/chargeback.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { abandonAttempt, checkAttempt, payWithProvider } from '../../src/features/payments/pay-with-provider.ts';
import type { Payment } from '../../src/features/payments/payment.ts';
import { findPayment } from '../../src/features/payments/payments.repository.ts';
import { returnLateCapture } from '../../src/features/payments/return-late-capture.ts';
import { createNoticeHandler } from '../../src/features/refunds/provider-notices.ts';
import { makeRefund } from '../../src/features/refunds/refund-payment.ts';
import { createPostingWorld, type PostingWorld } from '../fixtures/posting.ts';
import { job, keyOf, memberOf, payer, provider, shell, shopKey, visitor } from '../support/actors.ts';
import { type Act, refusal } from '../support/refusals.ts';

let world: PostingWorld;
let book: Book;
let openId: string;

beforeAll(async () => {
  world = await createPostingWorld();
  book = world.company;
  openId = (await world.payment(500n)).id;
});
afterAll(() => world.close());

const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(world.db, work);
const refusalOf = (act: Act, actor: Actor): Promise<unknown> => refusal(world.database, act, actor);

const shopOwner = { holderKind: 'merchant' } as const;
const open = async (): Promise<Payment> => (await findPayment(world.db, world.shop.holderId, openId)) as Payment;
const creator = () => createPaymentCreator({ db: world.db, clock: world.clock });
const draft = { amount: 5n, currency: 'EUR', returnUrl: 'https://shop.test', cancelUrl: null, custom: null } as const;
const full = { ...draft, webhookUrl: null, orderId: null };
const customer = () => ({ name: 'Ada', email: null, customerHolderId: world.customer.holderId });

const byMerchant: Record<string, Act> = {
  'creator.create': (actor) => creator().create(actor, world.shop, 'api', full),
  'creator.createIn': (actor) => run((tx) => creator().createIn(actor, tx, world.shop, 'api', full)),
  'creator.createLink': (actor) => run((tx) => creator().createLink(actor, tx, world.shop, full)),
  cancelPayment: async (actor) => {
    const payment = await open();
    return run((tx) => cancelPayment(actor, tx, world.deps, payment));
  },
  abandonAttempt: async (actor) => abandonAttempt(actor, world.deps, await open()),
};
it.each(Object.entries(byMerchant))('%s is for its merchant, in its mode', async (_, act) => {
  expect(await refusalOf(act, keyOf(book))).toBe('not_found');
  expect(await refusalOf(act, shopKey({ ...world.shop, mode: 'live' }))).toBe('not_found');
  expect(await refusalOf(act, memberOf(world.shop, { ...shopOwner, role: 'viewer' }))).toBe('forbidden');
  expect(await refusalOf(act, keyOf(world.shop, { ...shopOwner, holderStatus: 'suspended' }))).toBe(
    'merchant_not_active',
  );
  expect(await refusalOf(act, visitor)).toBe('forbidden');
});

const byPayer: Record<string, Act> = {
  payFromCustomerWallet: async (actor) => {
    const payment = await open();
    return run((tx) => payFromCustomerWallet(actor, tx, world.deps, payment, customer(), null));
  },
  declineWallet: async (actor) => {
    const payment = await open();
    return run((tx) => declineWallet(actor, tx, world.deps, payment, 'insufficient_funds'));
  },
  payWithProvider: async (actor) => {
    const request = {
      method: 'card',
      card: { number: '4242424242424242' },
      payerName: 'Ada',
      browser: null,
    } as const;
    const page = { returnAddress: 'https://pay.test', description: 'Shop' };
    return payWithProvider(actor, world.deps, await open(), { ...request, ...page });
  },
};
it.each(Object.entries(byPayer))('%s is for who has its address', async (_, act) => {
  expect(await refusalOf(act, shopKey(world.shop))).toBe('not_permitted');
  expect(await refusalOf(act, keyOf(book))).toBe('not_found');
  for (const actor of [visitor, provider, shell, job]) expect(await refusalOf(act, actor)).toBe('forbidden');
});

const byJob: Record<string, Act> = {
  expirePayment: async (actor) => {
    const payment = await open();
    return run((tx) => expirePayment(actor, tx, world.deps, payment));
  },
  returnLateCapture: (actor) =>
    returnLateCapture(actor, world.deps, { holderId: world.shop.holderId, attemptId: 'att_1' }),
};
it.each(Object.entries(byJob))('%s is for jobs', async (_, act) => {
  expect(await refusalOf(act, shopKey(world.shop))).toBe('not_permitted');
  for (const actor of [payer, visitor, provider, shell]) expect(await refusalOf(act, actor)).toBe('forbidden');
});

const checks: Record<string, Act> = {
  checkAttempt: (actor) => checkAttempt(actor, world.deps, { holderId: world.shop.holderId, attemptId: 'att_1' }),
  makeRefund: (actor) => makeRefund(actor, world.deps, world.shop.holderId, 'ref_1'),
};
it.each(Object.entries(checks))('%s is for who has to do with it', async (_, act) => {
  expect(await refusalOf(act, keyOf(book))).toBe('not_found');
  expect(await refusalOf(act, visitor)).toBe('forbidden');
  expect(await refusalOf(act, memberOf(world.shop, { ...shopOwner, role: 'viewer' }))).toBe('forbidden');
});

it('a provider’s notice is for providers', async () => {
  const notify: Act = (actor) =>
    createNoticeHandler({ db: world.db })(actor, 'stripe', { kind: 'disputes', reference: 'dp_1' });
  for (const actor of [payer, visitor, shell, job]) expect(await refusalOf(notify, actor)).toBe('forbidden');
  expect(await refusalOf(notify, shopKey(world.shop))).toBe('not_found');
});

it('a dispute is looked up by a job', async () => {
  const attemptId = newPublicId('att', world.shop.holderId);
  const provider = {
    name: 'simulator',
    findDisputes: async () => [{ id: 'dp_1', attemptId, amount: 1n, currency: 'EUR' }],
  };
  const providers = { of: () => [], choose: () => undefined, named: () => provider } as never;
  const act: Act = (actor) => chargeBack(actor, { ...world.deps, providers }, 'simulator', 'dp_1');
  expect(await refusalOf(act, shopKey(world.shop))).toBe('not_permitted');
  expect(await refusalOf(act, keyOf(book))).toBe('not_found');
  expect(await refusalOf(act, payer)).toBe('forbidden');
});
