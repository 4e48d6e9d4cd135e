/** Steps of refunds: asked for by the company, answered by providers, failed late by the customer's bank. */
import { expect } from 'vitest';
import { readRefundRequest } from '../../../src/refunds/read-refund-request.ts';
import { requestOrderRefund } from '../../../src/refunds/refund-order.ts';
import { makeRefund } from '../../../src/refunds/refund-payment.ts';
import { job, keyOf } from '../../support/actors.ts';
import { repeat } from '../act.ts';
import { type Dice, pick } from '../dice.ts';
import { type At, type Game, payoutTerms } from '../game.ts';
import { type ModelOrder, type ModelRefund, spendable, sum } from '../model/purse.ts';
import * as model from '../model/refunds.ts';
import { isSettled } from '../model/shares.ts';
import { agree, anyOrder, done, idle, numberOf, type Step } from './orders.ts';
import { payOut } from './payouts.ts';

/** Any order, one with money of a customer, or one that its parties were paid for, who may have spent it. */
function refundable(at: At, dice: Dice): ModelOrder | undefined {
  const kind = dice(4);
  if (kind === 0) return anyOrder(at, dice);
  if (kind > 1) return anyOrder(at, dice, (order) => isSettled(order) && order.settlement !== 'reversed');
  return anyOrder(at, dice, ({ source, isPaid, payment }) => source === 'service' && isPaid && payment !== 'refunded');
}

export const refund: Step = async (game, at, dice) => {
  const order = refundable(at, dice);
  if (order === undefined) return idle;
  const amount = dice(3) === 0 ? undefined : BigInt(1 + dice(Number(order.total) + 5));
  const split = dice(4) === 0 ? pick(dice, order.splits) : undefined;
  // Not as a request, which has the provider answer at once.
  const wanted = readRefundRequest(
    {
      refund_ref: game.name('refund'),
      ...(amount === undefined ? {} : { amount: numberOf(at, amount) }),
      ...(split && {
        liable: {
          beneficiary_type: split.type,
          ...(split.link === null ? {} : { beneficiary_ref: Number(split.link) }),
        },
      }),
    },
    at.currency,
  );
  const book = game.bookOf(at);
  const { code, data } = await repeat(game, () =>
    game.run((tx) => requestOrderRefund(keyOf(book), tx, game.deps, book, order.ref, wanted)),
  );
  const result = agree(code, model.refund(at.purse, order, amount, split));
  if (result === done) game.ids.refunds.set(at.purse.refunds.at(-1) as ModelRefund, data?.refund.id as string);
  return result;
};

/** The provider answers what it was asked longest ago. */
export const answer: Step = async (game, at, dice) => {
  const oldest = at.purse.refunds.find((one) => one.status === 'pending');
  if (oldest === undefined) return idle;
  await say(game, at, oldest, dice(4) > 0);
  return done;
};

/** The bank of the customer returns a refund that had succeeded, often when the company has spent what it had brought. */
export const failLate: Step = async (game, at, dice) => {
  const ended = at.purse.refunds.filter(({ status, order }) => status === 'succeeded' && order.source === 'service');
  const moved = (one: ModelRefund): bigint => sum(one.moved.map(({ amount }) => amount));
  const brought = ended.filter((one) => moved(one) > one.amount);
  const recent = (brought.length > 0 && dice(2) === 0 ? brought : ended).slice(-6);
  if (recent.length === 0) return idle;
  const { purse } = at;
  if (dice(2) === 0 && spendable(purse) >= payoutTerms.minimum) {
    await payOut(game, at, 'company', 'clearing', spendable(purse));
  }
  await say(game, at, pick(dice, recent), false);
  return done;
};

async function say(game: Game, at: At, asked: ModelRefund, yes: boolean): Promise<void> {
  const { rows } = await game.pool.query('select payment_refund_id as id from order_refunds where id = $1', [
    game.ids.refunds.get(asked),
  ]);
  game.provider.says.refund = async () => (yes ? { kind: 'succeeded' } : { kind: 'failed', reason: 'refused' });
  const { code } = await repeat(game, () => makeRefund(job, game.deps, game.holders.company, rows[0].id));
  expect(code).toBeUndefined();
  model.answer(at.purse, asked, yes);
}
