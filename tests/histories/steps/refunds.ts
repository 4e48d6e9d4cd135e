/** Steps of refunds: asked for by the company, answered by providers, failed late by the customer's bank. */
import { expect } from 'vitest';
import type { RefundResult } from '../../../src/features/providers/provider.ts';
import { readRefundRequest, readReversalRequest } from '../../../src/features/refunds/read-refund-request.ts';
import { requestOrderRefund } from '../../../src/features/refunds/refund-order.ts';
import { makeRefund } from '../../../src/features/refunds/refund-payment.ts';
import { requestOrderReversal } from '../../../src/features/refunds/reverse-order.ts';
import { job, keyOf } from '../../support/actors.ts';
import { repeat } from '../act.ts';
import { type Dice, pick } from '../dice.ts';
import { type At, type Game, payoutTerms } from '../game.ts';
import type { ModelAttempt } from '../model/checkouts.ts';
import {
  amountOf,
  balance,
  type ModelOrder,
  type ModelRefund,
  type ModelSplit,
  min,
  reversible,
  spendable,
  sum,
} from '../model/purse.ts';
import * as model from '../model/refunds.ts';
import { isSettled, room } from '../model/shares.ts';
import { disputeOf } from './disputes.ts';
import {
  agree,
  anyOrder,
  done,
  idle,
  inVain,
  numberOf,
  paidOrder,
  type Result,
  recentOrders,
  type Step,
} from './orders.ts';
import { payOut } from './payouts.ts';

/** Any order, one that was charged back, one with money of a customer, or one that its parties were paid for, who may have spent it. */
function refundable(at: At, dice: Dice): ModelOrder | undefined {
  const order = anyRefundable(at, dice);
  return order !== undefined && byProvider(order) ? order : undefined;
}

/** What came by bank transfer goes back by one. */
const byProvider = ({ paidBy }: ModelOrder): boolean => paidBy?.provider !== 'bank';

function anyRefundable(at: At, dice: Dice): ModelOrder | undefined {
  const kind = dice(5);
  if (kind === 0) return anyOrder(at, dice);
  if (kind === 1) return anyOrder(at, dice, ({ chargedBack }) => chargedBack > 0n);
  if (kind > 2) return anyOrder(at, dice, (order) => isSettled(order) && order.settlement !== 'reversed');
  return anyOrder(at, dice, ({ source, isPaid, payment }) => source === 'service' && isPaid && payment !== 'refunded');
}

export const refund: Step = async (game, at, dice) => {
  const order = refundable(at, dice);
  if (order === undefined) return idle;
  if (isSettled(order) && dice(3) === 0) await spendShare(game, at, order);
  const amount = dice(3) === 0 ? undefined : BigInt(1 + dice(Number(order.total) + 5));
  const split = dice(4) === 0 ? pick(dice, order.splits) : undefined;
  return askRefund(game, at, order, amount, split);
};

const named = ({ type, link }: ModelSplit) => ({
  beneficiary_type: type,
  ...(link === null ? {} : { beneficiary_ref: Number(link) }),
});

export async function askRefund(
  game: Game,
  at: At,
  order: ModelOrder,
  amount: bigint | undefined,
  split: ModelSplit | undefined,
): Promise<Result> {
  // Not as a request, which has the provider answer at once.
  const wanted = readRefundRequest(
    {
      refund_ref: game.name('refund'),
      ...(amount === undefined ? {} : { amount: numberOf(at, amount) }),
      ...(split && { liable: named(split) }),
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
}

/** Shares of a charged-back order, of all parties in proportion or of one, who may have spent it. */
export const reverse: Step = async (game, at, dice) => {
  const charged = ({ chargedBack }: ModelOrder): boolean => chargedBack > 0n;
  const isOpen = (order: ModelOrder): boolean => charged(order) && reversible(order) > 0n;
  if (!at.purse.orders.slice(-recentOrders).some(isOpen)) await makeChargedBack(game, at, dice);
  const order = anyOrder(at, dice, dice(6) === 0 ? charged : isOpen);
  if (order === undefined) return idle;
  if (isSettled(order) && dice(3) === 0) await spendShare(game, at, order);
  const line = dice(order.splits.length);
  const split = dice(3) === 0 ? order.splits[line] : undefined;
  const most = split === undefined ? reversible(order) : min(room(order, line), reversible(order));
  const part = BigInt(1 + dice(Number(dice(4) === 0 ? order.total : most || 1n)));
  const amount = split === undefined && dice(2) === 0 ? undefined : part;
  const wanted = readReversalRequest(
    {
      refund_ref: game.name('reversal'),
      ...(split === undefined
        ? amount !== undefined && { amount: numberOf(at, amount) }
        : { splits: [{ ...named(split), amount: numberOf(at, part) }] }),
    },
    at.currency,
  );
  const book = game.bookOf(at);
  const { code, data } = await repeat(game, () =>
    game.run((tx) => requestOrderReversal(keyOf(book), tx, game.deps, book, order.ref, wanted)),
  );
  const result = agree(code, model.reverse(at.purse, order, amount, split));
  if (result === done) game.ids.refunds.set(at.purse.refunds.at(-1) as ModelRefund, data?.refund.id as string);
  return result;
};

async function makeChargedBack(game: Game, at: At, dice: Dice): Promise<void> {
  const order = await paidOrder(game, at, dice);
  const { paidBy } = order;
  if (paidBy !== null) await disputeOf(game, at, { of: order, total: order.total, paidBy }, dice);
}

/** A party has spent what it was paid: what is taken back is then owed. */
async function spendShare(game: Game, at: At, { splits, claimLink }: ModelOrder): Promise<void> {
  const link = claimLink ?? splits.find(({ type }) => type !== 'partner')?.link ?? null;
  const account = `earnings:${link}`;
  const there = balance(at.purse, account);
  if (there >= payoutTerms.minimum) await payOut(game, at, 'company', account, there);
}

/** A link that has spent its share bears a refund. @returns whether it owes the company now. */
export async function makeLinkOwe(game: Game, at: At, dice: Dice): Promise<boolean> {
  const left = (order: ModelOrder): bigint => order.total - order.chargedBack - amountOf(order, 'refund');
  const found = at.purse.orders.filter(
    (order) => isSettled(order) && byProvider(order) && order.shadowRef === null && left(order) > 0n,
  );
  if (found.length === 0) return false;
  const order = pick(dice, found);
  const line = order.splits.findIndex((split, place) => split.type !== 'partner' && room(order, place) > 0n);
  const split = order.splits[line];
  if (split === undefined) return false;
  await spendShare(game, at, order);
  await askRefund(game, at, order, min(room(order, line), left(order)), split);
  return balance(at.purse, `debt:${split.link}`) > 0n;
}

/** The provider answers what it was asked longest ago. */
export const answer: Step = async (game, at, dice) => {
  const oldest = at.purse.refunds.find((one) => one.status === 'pending');
  if (oldest === undefined) return idle;
  return say(game, at, oldest, answerFrom(dice));
};

/** The bank of the customer returns a refund that had succeeded, often when the company has spent what it had brought. */
export const failLate: Step = async (game, at, dice) => {
  const ended = at.purse.refunds.filter(
    ({ kind, status, order }) => kind === 'refund' && status === 'succeeded' && order.source === 'service',
  );
  const moved = (one: ModelRefund): bigint => sum(one.moved.map(({ amount }) => amount));
  const brought = ended.filter((one) => moved(one) > one.amount);
  const recent = (brought.length > 0 && dice(2) === 0 ? brought : ended).slice(-6);
  if (recent.length === 0) return idle;
  const { purse } = at;
  if (dice(2) === 0 && spendable(purse) >= payoutTerms.minimum) {
    await payOut(game, at, 'company', 'clearing', spendable(purse));
  }
  return say(game, at, pick(dice, recent), refused);
};

export const refused = { kind: 'failed', reason: 'refused' } as const;

/** Most refunds succeed; some take longer, and now and then a provider is away. */
export function answerFrom(dice: Dice): RefundResult | undefined {
  const drawn = dice(16);
  if (drawn === 0) return undefined;
  if (drawn < 3) return { kind: 'pending' };
  return drawn < 7 ? refused : { kind: 'succeeded' };
}

async function say(game: Game, at: At, asked: ModelRefund, said: RefundResult | undefined): Promise<Result> {
  const { rows } = await game.pool.query('select payment_refund_id as id from order_refunds where id = $1', [
    game.ids.refunds.get(asked),
  ]);
  const { provider, id: attemptId } = asked.order.paidBy as ModelAttempt;
  game.acquirers[provider]?.feel({ refunds: said });
  game.calls.length = 0;
  const { code } = await repeat(game, () => makeRefund(job, game.deps, game.holders.company, rows[0].id));
  expect(code).toBeUndefined();
  expect(game.calls[0]).toMatchObject({ call: 'refund', provider, attemptId });
  if (said === undefined || said.kind === 'pending') return inVain;
  model.answer(at.purse, asked, said.kind === 'succeeded');
  return done;
}
