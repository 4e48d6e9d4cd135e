/** Steps of a shop and its customer: payments by card and from a wallet, and their refunds. */
import { expect } from 'vitest';
import { inTransaction } from '../../../src/base/database/transaction.ts';
import { payFromCustomerWallet } from '../../../src/features/payments/capture-payment.ts';
import { createPaymentCreator } from '../../../src/features/payments/create-payment.ts';
import type { PaymentKey } from '../../../src/features/payments/payment.ts';
import { applyCharge, startAttempt } from '../../../src/features/payments/provider-attempt.ts';
import { makeRefund, requestRefund } from '../../../src/features/refunds/refund-payment.ts';
import { taken } from '../../fixtures/payments.ts';
import { job, payer, shopKey } from '../../support/actors.ts';
import { once, repeat } from '../act.ts';
import { pick } from '../dice.ts';
import { type At, type Game, shopFees } from '../game.ts';
import { balance, type ModelPayment } from '../model/purse.ts';
import * as model from '../model/shop.ts';
import { agree, done, idle, type Step } from './orders.ts';

async function newPayment(game: Game, at: At, amount: bigint): Promise<PaymentKey> {
  const { db, clock } = game;
  const book = game.bookOf(at, 'shop');
  const draft = { amount, currency: at.currency, returnUrl: 'https://shop.test', cancelUrl: null, custom: null };
  const { id } = await createPaymentCreator({ db, clock }).create(shopKey(book), book, 'api', {
    ...draft,
    webhookUrl: null,
    orderId: null,
  });
  return { holderId: book.holderId, id };
}

export const payShopByCard: Step = async (game, at, dice) => {
  const { deps, run, db } = game;
  const amount = BigInt(1 + dice(1_000));
  const key = await newPayment(game, at, amount);
  const start = { provider: 'simulator', method: 'card', cardLastFour: null, payerName: 'Ada', browser: null } as const;
  const { attemptId } = await run((tx) => startAttempt(tx, deps, key, start));
  const attempt = { holderId: key.holderId, attemptId };
  await repeat(game, () => inTransaction(db, (tx) => applyCharge(job, tx, deps, attempt, taken(amount, at.currency))));
  model.payShop(at.purse, 'card', amount, shopFees.card);
  game.ids.payments.set(at.purse.payments.at(-1) as ModelPayment, { id: key.id, attemptId });
  return done;
};

export const payShopFromWallet: Step = async (game, at, dice) => {
  const { deps, run, holders, purse } = { ...game, ...at };
  const there = balance(purse, 'wallet', 'customer');
  const amount = dice(4) === 0 ? there + 1n : BigInt(1 + dice(Number(there) + 1));
  const key = await newPayment(game, at, amount);
  const who = { name: 'Ada', email: null, customerHolderId: holders.customer };
  const { code } = await once(game, () => run((tx) => payFromCustomerWallet(payer, tx, deps, key, who, null)));
  const result = agree(code, model.payShop(purse, 'wallet', amount, shopFees.wallet));
  if (result === done) game.ids.payments.set(purse.payments.at(-1) as ModelPayment, { id: key.id, attemptId: null });
  return result;
};

export const refundShop: Step = async (game, at, dice) => {
  const recent = at.purse.payments.slice(-10);
  if (recent.length === 0) return idle;
  const payment = pick(dice, recent);
  const amount = dice(3) === 0 ? undefined : BigInt(1 + dice(Number(payment.amount) + 5));
  const { id } = game.ids.payments.get(payment) as { id: string };
  const book = game.bookOf(at, 'shop');
  const request = { refundRef: game.name('refund'), amount, reason: null };
  const { code, data } = await repeat(game, () =>
    game.run((tx) => requestRefund(shopKey(book), tx, game.deps, { holderId: book.holderId, id }, request)),
  );
  const result = agree(code, model.refundShop(at.purse, payment, amount));
  if (result === done && data !== undefined) {
    game.ids.shopRefunds.set(payment.refunds.at(-1) as ModelPayment['refunds'][number], data.refund.id);
  }
  return result;
};

/** The card's provider answers the oldest; now and then a refund fails that had succeeded. */
export const answerShop: Step = async (game, at, dice) => {
  const refunds = at.purse.payments.filter(({ method }) => method === 'card').flatMap((payment) => payment.refunds);
  const isLate = dice(4) === 0;
  const refund = isLate
    ? refunds.filter(({ status }) => status === 'succeeded').at(-1)
    : refunds.find(({ status }) => status === 'pending');
  if (refund === undefined) return idle;
  const yes = !isLate && dice(3) > 0;
  game.provider.says.refund = async () => (yes ? { kind: 'succeeded' } : { kind: 'failed', reason: 'refused' });
  const id = game.ids.shopRefunds.get(refund) as string;
  const { code } = await repeat(game, () => makeRefund(job, game.deps, game.holders.shop, id));
  expect(code).toBeUndefined();
  model.answerShop(at.purse, refund, yes);
  return done;
};
