/** Steps of a shop and its customer: payments by card and from a wallet, and their refunds. */
import { expect } from 'vitest';
import { payFromCustomerWallet } from '../../../src/features/payments/capture-payment.ts';
import { makeRefund, requestRefund } from '../../../src/features/refunds/refund-payment.ts';
import { job, payer, shopKey } from '../../support/actors.ts';
import { once, repeat } from '../act.ts';
import { pick } from '../dice.ts';
import { type At, type Game, shopFee } from '../game.ts';
import type { Checkout, ModelAttempt } from '../model/checkouts.ts';
import { balance, type ModelPayment } from '../model/purse.ts';
import * as model from '../model/shop.ts';
import { newShopCheckout, payAtCheckout } from './checkout.ts';
import { agree, done, idle, inVain, type Result, type Step } from './orders.ts';
import { answerFrom, refused } from './refunds.ts';
import { topUpWallet } from './top-ups.ts';

export const payShopByProvider: Step = async (game, at, dice) => {
  const amount = BigInt(1 + dice(1_000));
  return payAtCheckout(game, at, await newShopCheckout(game, at, amount), dice);
};

export const payShopFromWallet: Step = async (game, at, dice) => {
  const { deps, run, holders, purse } = { ...game, ...at };
  if (balance(purse, 'wallet', 'customer') === 0n) await topUpWallet(game, at, dice);
  const there = balance(purse, 'wallet', 'customer');
  const amount = dice(4) === 0 ? there + 1n : BigInt(1 + dice(Number(there) + 1));
  const checkout = await newShopCheckout(game, at, amount);
  const key = { holderId: holders.shop, id: checkout.id };
  const who = { name: 'Ada', email: null, customerHolderId: holders.customer };
  const { code } = await once(game, () => run((tx) => payFromCustomerWallet(payer, tx, deps, key, who, null)));
  const result = agree(code, model.payShop(purse, null, amount, shopFee));
  if (result === done) Object.assign(checkout, { status: 'succeeded', paid: purse.payments.at(-1) });
  return result;
};

export const refundShop: Step = async (game, at, dice) => {
  // What came by bank transfer goes back by one.
  const recent = at.purse.payments.filter(({ paidBy }) => paidBy?.provider !== 'bank').slice(-10);
  if (recent.length === 0) return idle;
  const payment = pick(dice, recent);
  const amount = dice(3) === 0 ? undefined : BigInt(1 + dice(Number(payment.amount) + 5));
  return askShopRefund(game, at, payment, amount);
};

export async function askShopRefund(
  game: Game,
  at: At,
  payment: ModelPayment,
  amount: bigint | undefined,
): Promise<Result> {
  const { id } = at.purse.checkouts.find(({ paid }) => paid === payment) as Checkout;
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
}

/** The provider answers the oldest; now and then a refund fails that had succeeded. */
export const answerShop: Step = async (game, at, dice) => {
  const all = () =>
    at.purse.payments
      .filter(({ paidBy }) => paidBy !== null)
      .flatMap((payment) => payment.refunds.map((refund) => ({ payment, refund })));
  if (all().length === 0) {
    await payShopByProvider(game, at, dice);
    await refundShop(game, at, dice);
  }
  const refunds = all();
  const isLate = dice(4) === 0;
  const found = isLate
    ? refunds.filter(({ refund }) => refund.status === 'succeeded').at(-1)
    : refunds.find(({ refund }) => refund.status === 'pending');
  if (found === undefined) return idle;
  const { payment, refund } = found;
  const said = isLate ? refused : answerFrom(dice);
  const { provider, id: attemptId } = payment.paidBy as ModelAttempt;
  game.acquirers[provider]?.feel({ refunds: said });
  game.calls.length = 0;
  const id = game.ids.shopRefunds.get(refund) as string;
  const { code } = await repeat(game, () => makeRefund(job, game.deps, game.holders.shop, id));
  expect(code).toBeUndefined();
  expect(game.calls[0]).toMatchObject({ call: 'refund', provider, attemptId });
  if (said === undefined || said.kind === 'pending') return inVain;
  model.answerShop(at.purse, payment, refund, said.kind === 'succeeded');
  return done;
};
