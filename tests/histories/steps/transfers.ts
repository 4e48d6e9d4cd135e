/**
 * Steps of payments by bank transfer, of the shop and of a company's orders: all that is missing arrives, half of it, twice as
 * much, or all of it too late. In test mode the test bank says so, in live mode a statement that the operator imports.
 */
import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { chooseTransfer } from '../../../src/features/bank-transfers/choose-transfer.ts';
import { findPaymentTransfer } from '../../../src/features/bank-transfers/payment-transfers.repository.ts';
import type { Payment } from '../../../src/features/payments/payment.ts';
import { findPayment } from '../../../src/features/payments/payments.repository.ts';
import { type arrivals, arriveInTest } from '../../../src/features/reconciliation/arrive-in-test.ts';
import { importStatement } from '../../../src/features/reconciliation/import-statement.ts';
import { payer, shell } from '../../support/actors.ts';
import { once, repeat } from '../act.ts';
import { type Dice, pick } from '../dice.ts';
import { type At, companyFee, type Game, shopFee } from '../game.ts';
import { type Checkout, isOpen } from '../model/checkouts.ts';
import * as model from '../model/transfers.ts';
import { attemptsOf, checkoutOf, expectCheckout, newShopCheckout, nowOf, payeeOf } from './checkout.ts';
import { agree, done, idle, type Result, recordOrder, type Step } from './orders.ts';

type Arrival = (typeof arrivals)[number];

const transferable = (game: Game, { purse }: At): Checkout[] =>
  purse.checkouts.filter((one) => one.manual === null && isOpen(one, nowOf(game)));

/** Of the shop, or of an order. */
async function newCheckout(game: Game, at: At, dice: Dice): Promise<Checkout> {
  if (dice(2) === 0) {
    const order = await recordOrder(game, at, dice, 'paid');
    // One unit has no half.
    if (order.total > 1n) return checkoutOf(game, at, order);
  }
  return newShopCheckout(game, at, BigInt(2 + dice(1_000)));
}

/** Of a new payment, or again. */
export const chooseByBank: Step = async (game, at, dice) => {
  const open = transferable(game, at);
  const isNew = open.length === 0 || dice(3) > 0;
  const checkout = isNew ? await newCheckout(game, at, dice) : pick(dice, open);
  return chooseFor(game, at, checkout);
};

async function chooseFor(game: Game, at: At, checkout: Checkout): Promise<Result> {
  const key = { holderId: game.bookOf(at, payeeOf(checkout)).holderId, id: checkout.id };
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
  const made = await newCheckout(game, at, dice);
  await chooseFor(game, at, made);
  return made;
}

/** The bank says it once: if the answer is lost, it has been said. */
async function arrive(game: Game, at: At, checkout: Checkout, how: Arrival): Promise<Result> {
  const payment = (await findPayment(game.db, game.bookOf(at, payeeOf(checkout)).holderId, checkout.id)) as Payment;
  const missing = checkout.amount - (checkout.transferred as bigint);
  const amount = { exact: missing, short: (missing + 1n) / 2n, over: 2n * missing, late: missing }[how];
  const { code } = await once(game, () =>
    at.mode === 'test' ? arriveInTest(payer, game, payment, how) : importLine(game, payment, amount),
  );
  expect(code).toBeUndefined();
  if (how === 'late') checkout.status = 'expired';
  else model.arrive(at.purse, checkout, amount, checkout.order === null ? shopFee : companyFee);
  await expectCheckout(game, checkout);
  const attempt = checkout.attempts.at(-1);
  const row = (await attemptsOf(game, checkout)).attempts.at(-1);
  if (attempt !== undefined && row !== undefined) attempt.id = row.id;
  return done;
}

/** The bank's statement, with this line alone. */
async function importLine({ db, clock }: Game, payment: Payment, amount: bigint): Promise<void> {
  const transfer = await findPaymentTransfer(db, payment);
  const bookedOn = clock.now(0n, 'live').toISOString().slice(0, 10);
  const nothing = { endToEndId: undefined, bankCode: undefined, charges: undefined, returnReason: undefined };
  const line = {
    ...{ bookedOn, currency: payment.currency, amount, reference: transfer?.reference ?? '' },
    ...{ lineNumber: 1, bookedTime: undefined, direction: 'read' as const, bankId: randomBytes(8).toString('hex') },
    facts: {
      ...{ ...nothing, valueOn: bookedOn, reverses: false, details: undefined },
      ...{ counterpartyName: 'Ada', counterpartyAccount: undefined },
    },
  };
  const file = {
    ...{ fileHash: randomBytes(32), signColumns: [], empty: 0, account: 'Bank', fileName: 'today' },
    async eachLines(_: number, take: (lines: (typeof line)[]) => Promise<void>) {
      await take([line]);
      return [];
    },
  };
  await importStatement(shell, { db, clock }, { mode: 'live', source: 'bank' }, file);
}

const arriving =
  (how: (typeof arrivals)[number], isFit?: (checkout: Checkout) => boolean): Step =>
  async (game, at, dice) =>
    arrive(game, at, await waiting(game, at, dice, isFit), how);

export const arriveExactly = arriving('exact');
export const arriveShort = arriving('short', ({ amount, transferred }) => amount - (transferred ?? 0n) > 1n);
export const arriveOver = arriving('over');
/** Only the test bank lets a payment expire that waits. */
export const arriveLate: Step = async (game, at, dice) =>
  at.mode === 'live' ? idle : arriving('late')(game, at, dice);

/** A part first, and then the rest. */
export const arriveTheRest: Step = async (game, at, dice) => {
  const isPart = ({ transferred }: Checkout): boolean => transferred !== null && transferred > 0n;
  const checkout = await waiting(game, at, dice, isPart);
  if (!isPart(checkout)) await arrive(game, at, checkout, 'short');
  return arrive(game, at, checkout, 'exact');
};
