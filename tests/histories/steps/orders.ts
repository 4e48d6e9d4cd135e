/** Steps of a company's orders up to their settlement, and of its own money. */
import { expect } from 'vitest';
import { payWaitingRefunds } from '../../../src/features/refunds/pay-waiting-refunds.ts';
import { job } from '../../support/actors.ts';
import { repeat, send } from '../act.ts';
import { type Dice, pick } from '../dice.ts';
import { type At, type Game, payoutTerms } from '../game.ts';
import { written } from '../model/arithmetic.ts';
import * as model from '../model/orders.ts';
import { balance, type ModelOrder, type ModelSplit, spendable, sum } from '../model/purse.ts';
import { payWaiting } from '../model/refunds.ts';
import { checkoutOf, payAtCheckout } from './checkout.ts';
import { payOut } from './payouts.ts';
import { bring } from './top-ups.ts';

/** `done`, the code of a refusal, or that there was nothing to do it with. */
export type Result = string;
export type Step = (game: Game, at: At, dice: Dice) => Promise<Result>;
export const done = 'done';
/** Nothing was touched. */
export const idle = 'idle';
/** It was taken, and changed nothing. */
export const inVain = 'in vain';

/** What is older is left alone, so that orders live through several things. */
export const recentOrders = 30;

export const numberOf = ({ decimals }: At, minor: bigint): number => Number(written(minor, decimals));

/** Holds a refusal, or that there was none, against the model's. */
export function agree(code: string | undefined, expected: string | undefined): Result {
  expect(code).toBe(expected);
  return code ?? done;
}

export function anyOrder({ purse }: At, dice: Dice, isFit: (order: ModelOrder) => boolean = () => true) {
  const all = purse.orders.slice(-recentOrders);
  const fit = all.filter(isFit);
  // Now and then one that the step is refused for.
  const from = fit.length === 0 || dice(8) === 0 ? all : fit;
  return from.length === 0 ? undefined : pick(dice, from);
}

/** @param without how many of a merchant, a courier and the partner, in this order. */
function splitsFrom({ links }: Game, dice: Dice, without: number): ModelSplit[] {
  const splits: ModelSplit[] = [
    {
      type: 'merchant',
      link: dice(12) === 0 ? null : pick(dice, links.merchant),
      amount: BigInt(dice(900)),
      cash: false,
    },
    { type: 'courier', link: pick(dice, links.courier), amount: BigInt(dice(300)), cash: false },
    { type: 'partner', link: null, amount: BigInt(dice(150)), cash: false },
  ];
  return splits.slice(without);
}

/** Who collects the cash: as the splits say, or the only courier. @returns what they say of it. */
function collectorOf(splits: ModelSplit[], dice: Dice): boolean | undefined {
  const payees = splits.filter(({ type }) => type !== 'partner');
  const said = payees.length === 0 || dice(3) > 0 ? undefined : dice(4) > 0;
  const courier = splits.find(({ type }) => type === 'courier');
  const collector = said === undefined ? courier : said ? pick(dice, payees) : undefined;
  if (collector !== undefined) collector.cash = true;
  return said;
}

export const record: Step = async (game, at, dice) => {
  const order = await recordOrder(game, at, dice, 'any');
  if (order.source === 'service' && dice(4) > 0) {
    await payAtCheckout(game, at, await checkoutOf(game, at, order), dice);
  }
  return done;
};

/** `paid`: at the checkout, if that goes well. `manual`: captured after it was authorized. `cash`: a courier collects it. `shadow`: of a restaurant off the service. */
type Wanted = 'any' | 'paid' | 'manual' | 'cash' | 'shadow';

export async function recordOrder(game: Game, at: At, dice: Dice, wanted: Wanted): Promise<ModelOrder> {
  const isManual = wanted === 'manual';
  const splits = splitsFrom(game, dice, wanted === 'cash' || wanted === 'shadow' ? 0 : dice(3));
  const shares = sum(splits.map(({ amount }) => amount));
  // Some deliveries are subsidised: their shares are worth more than the order.
  const beside = dice(5) === 0 ? -shares / 2n : BigInt(dice(4) === 0 ? dice(200) : 0);
  // With a total of twice the shares, every other proportional refund is rounded.
  const total = dice(8) === 0 ? 2n * shares || 1n : shares + beside || 1n;
  // Both modes use the same refs.
  const ref = `${at.currency}-${at.purse.orders.length}`;
  const isOfService = wanted === 'any' ? dice(5) < 3 : isManual || wanted === 'paid';
  const source = isOfService ? 'service' : 'cod';
  const isShadow = wanted === 'any' ? source === 'cod' && dice(5) < 2 : wanted === 'shadow';
  const shadowRef = isShadow ? `off-${dice(3)}` : null;
  const said = source === 'cod' ? collectorOf(splits, dice) : undefined;
  const { code, data } = await send<{ order_amount: number }>(game, at, '/orders', {
    partner_order_ref: ref,
    payment_source: source,
    total_amount: numberOf(at, total),
    currency: at.currency,
    splits: splits.map(({ type, link, amount, cash }) => ({
      beneficiary_type: type,
      ...(link === null ? {} : { beneficiary_ref: Number(link) }),
      amount: numberOf(at, amount),
      ...(said === undefined || type === 'partner' ? {} : { collects_cash: cash }),
    })),
    ...(isManual ? { capture: 'manual' } : {}),
    ...(shadowRef === null ? {} : { is_shadow: true, shadow_merchant_ref: shadowRef }),
  });
  expect(code).toBeUndefined();
  expect(data?.order_amount).toBe(numberOf(at, total));
  return model.record(at.purse, { ref, source, total, splits, shadowRef, isManual });
}

/** A step that a request of an order is. */
const ofOrder =
  (
    path: string,
    isFit: (order: ModelOrder) => boolean,
    expected: (at: At, order: ModelOrder, game: Game) => string | undefined,
  ): Step =>
  async (game, at, dice) => {
    const order = anyOrder(at, dice, isFit);
    if (order === undefined) return idle;
    const { code } = await send(game, at, `/orders/${order.ref}/${path}`);
    return agree(code, expected(at, order, game));
  };

export const confirm = ofOrder(
  'confirm-payment',
  ({ source, payment, isPaid }) => source === 'cod' && payment !== 'cancelled' && !isPaid,
  (_, order) => model.confirm(order),
);
export const cancel = ofOrder(
  'cancel',
  ({ payment }) => payment === 'pending',
  ({ purse }, order, { clock }) => model.cancel(purse, order, clock.now(0n, 'live').getTime()),
);
const waits = ({ settlement }: ModelOrder): boolean => settlement === 'unsettled' || settlement === 'awaiting_funds';
export const hold = ofOrder('hold', waits, (_, order) => model.hold(order));
export const release = ofOrder(
  'release',
  ({ settlement }) => settlement === 'on_hold',
  (_, order) => model.release(order),
);

export const assign: Step = async (game, at, dice) => {
  const lacks = ({ splits, shadowRef }: ModelOrder): boolean =>
    shadowRef === null && splits.some(({ type, link }) => type === 'merchant' && link === null);
  const order = anyOrder(at, dice, lacks);
  if (order === undefined) return idle;
  const lacking = order.splits.findIndex(({ type, link }) => type === 'merchant' && link === null);
  const place = lacking >= 0 ? lacking : dice(order.splits.length);
  const link = pick(dice, game.links.merchant);
  const expected = model.assign(order, place, link);
  const { code } = await send(game, at, `/orders/${order.ref}/splits/${place}/assign`, {
    beneficiary_ref: Number(link),
  });
  return agree(code, expected);
};

export async function paidOrder(game: Game, at: At, dice: Dice): Promise<ModelOrder> {
  const order = await recordOrder(game, at, dice, 'paid');
  await payAtCheckout(game, at, await checkoutOf(game, at, order), dice);
  return order;
}

/** One that has settled, if the company's money goes so far. */
export async function settledOrder(game: Game, at: At, dice: Dice, wanted: Wanted): Promise<ModelOrder> {
  const order = await recordOrder(game, at, dice, wanted);
  await settle(game, at, dice);
  return order;
}

export const settle: Step = async (game, at) => {
  const { code } = await send(game, at, '/settlements', {});
  expect(code).toBeUndefined();
  const settled = game.beside(at).map(({ purse }) => model.settle(purse));
  return settled.some((count) => count > 0) ? done : inVain;
};

/** The company has nothing for an order, and then as much as it costs. */
async function makeWait(game: Game, at: At, dice: Dice): Promise<void> {
  const { purse } = at;
  if (spendable(purse) >= payoutTerms.minimum) await payOut(game, at, 'company', 'clearing', spendable(purse));
  const order = await settledOrder(game, at, dice, 'cash');
  if (order.settlement === 'awaiting_funds') await bring(game, at, sum(order.splits.map(({ amount }) => amount)));
}

/** The job that follows every credit to clearing: it pays what waits in the book, and settles what waits in the currency. */
export const arrive: Step = async (game, at, dice) => {
  const book = game.bookOf(at);
  const waits = game.beside(at).some(({ purse }) => purse.orders.some((one) => one.settlement === 'awaiting_funds'));
  if (!waits) await makeWait(game, at, dice);
  await repeat(game, () => payWaitingRefunds(job, game.deps, book));
  const paid = game.beside(at).map(({ purse }) => payWaiting(purse));
  await repeat(game, () => game.server.runner.settleIfWaiting(job, book, 'funds', at.currency));
  const settled = model.settle(at.purse, 'waiting');
  return settled > 0 || paid.some((count) => count > 0) ? done : inVain;
};

export const transfer: Step = async (game, at, dice) => {
  const most = Number(balance(at.purse, 'commission'));
  const amount = BigInt(1 + dice(dice(3) === 0 ? 2 * most + 100 : most || 300));
  const { code } = await send(game, at, '/wallets/transfers', {
    amount: numberOf(at, amount),
    currency: at.currency,
  });
  return agree(code, model.transfer(at.purse, amount));
};
