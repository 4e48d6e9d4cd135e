/**
 * Steps of the shop's payments by bank transfer, in test mode, where the test bank says what arrives: all that is missing, half of
 * it, twice as much, or all of it too late.
 */
import { expect } from 'vitest';
import { chooseTransfer } from '../../../src/features/bank-transfers/choose-transfer.ts';
import type { Payment } from '../../../src/features/payments/payment.ts';
import { findPayment } from '../../../src/features/payments/payments.repository.ts';
import { type arrivals, arriveInTest } from '../../../src/features/reconciliation/arrive-in-test.ts';
import { payer } from '../../support/actors.ts';
import { once, repeat } from '../act.ts';
import { type Dice, pick } from '../dice.ts';
import { type At, type Game, shopFee } from '../game.ts';
import { type Checkout, isOpen } from '../model/checkouts.ts';
import * as model from '../model/transfers.ts';
import { attemptsOf, expectCheckout, newShopCheckout, nowOf } from './checkout.ts';
import { agree, done, idle, type Result, type Step } from './orders.ts';

const transferable = (game: Game, { purse }: At): Checkout[] =>
  purse.checkouts.filter((one) => one.order === null && one.manual === null && isOpen(one, nowOf(game)));

/** Of a new payment, or again. */
export const chooseByBank: Step = async (game, at, dice) => {
  if (at.mode === 'live') return idle;
  const open = transferable(game, at);
  const isNew = open.length === 0 || dice(3) > 0;
  const checkout = isNew ? await newShopCheckout(game, at, BigInt(2 + dice(1_000))) : pick(dice, open);
  return chooseFor(game, at, checkout);
};

async function chooseFor(game: Game, at: At, checkout: Checkout): Promise<Result> {
  const key = { holderId: game.bookOf(at, 'shop').holderId, id: checkout.id };
  const chosen = { email: null, language: 'en', browser: null };
  const { code } = await repeat(game, () => game.run((tx) => chooseTransfer(payer, tx, game, key, chosen)));
  model.choose(checkout, nowOf(game));
  return agree(code, undefined);
}

/** @param isFit of those that wait; one is made if there is none. */
async function waiting(
  game: Game,
  at: At,
  dice: Dice,
  isFit: (checkout: Checkout) => boolean = () => true,
): Promise<Checkout> {
  const found = transferable(game, at).filter((one) => one.transferred !== null && isFit(one));
  if (found.length > 0) return pick(dice, found);
  const made = await newShopCheckout(game, at, BigInt(2 + dice(1_000)));
  await chooseFor(game, at, made);
  return made;
}

/** The bank says it once: if the answer is lost, it has been said. */
async function arrive(game: Game, at: At, checkout: Checkout, how: (typeof arrivals)[number]): Promise<Result> {
  const payment = (await findPayment(game.db, game.bookOf(at, 'shop').holderId, checkout.id)) as Payment;
  const missing = checkout.amount - (checkout.transferred as bigint);
  const { code } = await once(game, () => arriveInTest(payer, game, payment, how));
  expect(code).toBeUndefined();
  if (how === 'late') checkout.status = 'expired';
  else {
    const amount = { exact: missing, short: (missing + 1n) / 2n, over: 2n * missing }[how];
    model.arrive(at.purse, checkout, amount, shopFee);
  }
  await expectCheckout(game, checkout);
  const attempt = checkout.attempts.at(-1);
  const row = (await attemptsOf(game, checkout)).attempts.at(-1);
  if (attempt !== undefined && row !== undefined) attempt.id = row.id;
  return done;
}

const arriving =
  (how: (typeof arrivals)[number], isFit?: (checkout: Checkout) => boolean): Step =>
  async (game, at, dice) =>
    at.mode === 'live' ? idle : arrive(game, at, await waiting(game, at, dice, isFit), how);

export const arriveExactly = arriving('exact');
export const arriveShort = arriving('short', ({ amount, transferred }) => amount - (transferred ?? 0n) > 1n);
export const arriveOver = arriving('over');
export const arriveLate = arriving('late');

/** A part first, and then the rest. */
export const arriveTheRest: Step = async (game, at, dice) => {
  if (at.mode === 'live') return idle;
  const isPart = ({ transferred }: Checkout): boolean => transferred !== null && transferred > 0n;
  const checkout = await waiting(game, at, dice, isPart);
  if (!isPart(checkout)) await arrive(game, at, checkout, 'short');
  return arrive(game, at, checkout, 'exact');
};
