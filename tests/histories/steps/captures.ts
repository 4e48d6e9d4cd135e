/**
 * Steps of payments and orders with `capture` `manual`: the customer authorizes, and the payee captures all or a part, once, or
 * voids it, or lets it expire. Each takes one that is ready for it, or makes one first. Nothing is posted before the capture.
 */
import { expect } from 'vitest';
import { requestOrderCapture } from '../../../src/features/orders/capture-order.ts';
import { cancelPayment } from '../../../src/features/payments/capture-payment.ts';
import { checkAttempt, voidAuthorization } from '../../../src/features/payments/pay-with-provider.ts';
import { expireAuthorization, requestCapture } from '../../../src/features/payments/request-capture.ts';
import { job, keyOf, shopKey } from '../../support/actors.ts';
import { type Mood, referenceOf } from '../acquirer.ts';
import { once, repeat, send, twiceAtOnce } from '../act.ts';
import { type Dice, pick } from '../dice.ts';
import type { At, Game } from '../game.ts';
import {
  askCapture,
  type Checkout,
  type ModelAttempt,
  type ModelHold,
  release,
  scaled,
  voidHold,
} from '../model/checkouts.ts';
import { cancel } from '../model/orders.ts';
import { type ModelOrder, type ModelPayment, sum } from '../model/purse.ts';
import { isSettled } from '../model/shares.ts';
import { checkoutOf, expectCheckout, newShopCheckout, nowOf, payOnce } from './checkout.ts';
import { disputeOf } from './disputes.ts';
import { agree, done, idle, inVain, type Result, recordOrder, type Step, settle } from './orders.ts';
import { askRefund } from './refunds.ts';
import { hearAnswers } from './results.ts';
import { askShopRefund } from './shop.ts';

type Held = Checkout & { manual: ModelHold };
type Payee = 'shop' | 'company';

const hourMs = 3_600_000;
const recent = 12;

const payeeOf = ({ order }: Checkout): Payee => (order === null ? 'shop' : 'company');
const bookOf = (game: Game, at: At, checkout: Checkout) => game.bookOf(at, payeeOf(checkout));

const manualOf = ({ purse }: At): Held[] => purse.checkouts.filter((one): one is Held => one.manual !== null);

const keyOfAttempt = (game: Game, at: At, checkout: Checkout, { id: attemptId }: ModelAttempt) => ({
  holderId: bookOf(game, at, checkout).holderId,
  attemptId,
});

const heldAttempt = ({ attempts }: Checkout): ModelAttempt =>
  attempts.find(({ state }) => state === 'authorized') as ModelAttempt;

/** The customer authorizes it; an answer that was lost, or an authorization on the provider's page, is told by a notice. */
async function authorize(game: Game, at: At, checkout: Checkout, dice: Dice): Promise<Result> {
  const until = dice(3) === 0 ? null : new Date(nowOf(game) + (2 + dice(10)) * hourMs);
  const mood: Partial<Mood> = { begins: dice(10) === 0 ? 'declines' : 'takes', holdsUntil: until };
  const isLost = dice(4) === 0;
  const result = await payOnce(game, at, checkout, 'card', () =>
    isLost ? { ...mood, answers: false, closes: 'no answer' } : mood,
  );
  const attempt = checkout.attempts.at(-1);
  const acquirer = attempt && game.acquirers[attempt.provider];
  if (attempt?.state === 'processing' && acquirer?.find(attempt.id) !== undefined) {
    acquirer.hold(attempt.id);
    await learnBy(game, at, checkout, attempt, (key) => checkAttempt(job, game.deps, key, referenceOf(attempt.id)));
  }
  if (checkout.status === 'authorized') return done;
  return result === done ? inVain : result;
}

async function learnBy(
  game: Game,
  at: At,
  checkout: Checkout,
  attempt: ModelAttempt,
  ask: (key: ReturnType<typeof keyOfAttempt>) => Promise<unknown>,
): Promise<void> {
  game.calls.length = 0;
  const key = keyOfAttempt(game, at, checkout, attempt);
  const { code } = await repeat(game, () => ask(key));
  expect(code).toBeUndefined();
  hearAnswers(game);
  await expectCheckout(game, checkout);
}

export const authorizeShop: Step = async (game, at, dice) =>
  authorize(game, at, await newShopCheckout(game, at, BigInt(1 + dice(1_000)), true), dice);

/** In live mode an order is refused where the service has no provider that can capture it. */
export const authorizeOrder: Step = async (game, at, dice) => {
  if (at.mode === 'live') return idle;
  const order = await recordOrder(game, at, dice, 'manual');
  return authorize(game, at, await checkoutOf(game, at, order), dice);
};

const isReady =
  (game: Game) =>
  ({ status, manual: { asked, until } }: Held): boolean =>
    status === 'authorized' && asked === null && until > nowOf(game);

/** One that fits, if need be after the step that makes one. */
async function oneOf(
  game: Game,
  at: At,
  dice: Dice,
  { by, isFit, make }: { by?: Payee; isFit: (one: Held) => boolean; make: Step },
): Promise<Held | undefined> {
  const all = () => manualOf(at).filter((one) => (by === undefined || payeeOf(one) === by) && isFit(one));
  if (all().length === 0) await make(game, at, dice);
  const fit = all().slice(-recent);
  return fit.length === 0 ? undefined : pick(dice, fit);
}

const authorizeFor = (by: Payee): Step => (by === 'shop' ? authorizeShop : authorizeOrder);

const ready = (game: Game, at: At, dice: Dice, by: Payee): Promise<Held | undefined> =>
  oneOf(game, at, dice, { by, isFit: isReady(game), make: authorizeFor(by) });

/** @param given shares of an order, by split. */
async function ask(
  game: Game,
  at: At,
  checkout: Held,
  amount: bigint | undefined,
  given?: readonly bigint[],
): Promise<Result> {
  const { order, manual } = checkout;
  const book = bookOf(game, at, checkout);
  const { code } = await repeat(game, () =>
    game.run(async (tx) => {
      if (order === null) {
        return requestCapture(shopKey(book), tx, game.deps, { ...book, id: checkout.id }, { amount });
      }
      const named = order.splits.map(({ type, link: ref }, line) => ({ type, ref, amount: given?.[line] ?? 0n }));
      const parties = given && named.filter((party) => party.amount > 0n);
      return requestOrderCapture(keyOf(book), tx, game.deps, book, order.ref, { amount, parties });
    }),
  );
  const wanted = amount ?? (given === undefined ? checkout.amount : sum(given));
  const shares = order === null ? null : (given ?? scaled(checkout.amount, manual.shares, wanted));
  return agree(code, askCapture(checkout, wanted, shares && [...shares], nowOf(game)));
}

/** The provider makes the capture, or not; now and then it is asked twice at once. */
async function answerOf(game: Game, at: At, checkout: Held, dice: Dice, captures: Mood['captures']): Promise<Result> {
  const attempt = heldAttempt(checkout);
  const { provider, id: attemptId } = attempt;
  game.acquirers[provider]?.feel({ captures });
  const isTwice = game.plan === undefined && dice(3) === 0;
  await learnBy(game, at, checkout, attempt, (key) => {
    const check = () => checkAttempt(job, game.deps, key);
    return isTwice && captures === 'yes' ? twiceAtOnce(check) : check();
  });
  expect(game.calls[0]).toMatchObject({ call: 'capture', provider, attemptId });
  return checkout.status === 'succeeded' ? done : inVain;
}

const answers = ['yes', 'yes', 'yes', 'yes', 'yes', 'less', 'refuses', 'over', 'answer lost', 'no answer'] as const;

const captureBy =
  (by: Payee, draw: (checkout: Held, dice: Dice) => { amount: bigint | undefined; given?: bigint[] }): Step =>
  async (game, at, dice) => {
    const checkout = await ready(game, at, dice, by);
    if (checkout === undefined) return by === 'company' && at.mode === 'live' ? idle : inVain;
    const { amount, given } = draw(checkout, dice);
    // Either is cut off: what is recorded, or what the provider is asked.
    const { plan } = game;
    const isAskCut = dice(2) === 0;
    if (!isAskCut) game.plan = undefined;
    const asked = await ask(game, at, checkout, amount, given);
    if (!isAskCut) game.plan = plan;
    return asked === done ? answerOf(game, at, checkout, dice, pick(dice, answers)) : asked;
  };

const partOf = ({ amount }: Held, dice: Dice): bigint => BigInt(1 + dice(Number(amount)));

/** Of a part, by chance more to one than its share. */
function givenFrom({ amount, manual: { shares } }: Held, dice: Dice): bigint[] {
  let left = BigInt(1 + dice(Number(amount)));
  return shares.map((_, line) => {
    const given = line === shares.length - 1 ? left : BigInt(dice(Number(left) + 1));
    left -= given;
    return given;
  });
}

const whole = () => ({ amount: undefined });
const part = (checkout: Held, dice: Dice) => ({ amount: partOf(checkout, dice) });

export const captureShop = captureBy('shop', whole);
export const captureShopPart = captureBy('shop', part);
export const captureOrder = captureBy('company', whole);
export const captureOrderPart = captureBy('company', part);
export const captureOrderShares = captureBy('company', (checkout, dice) => ({
  amount: undefined,
  given: givenFrom(checkout, dice),
}));

/** Of the one that answers to it, or of whichever comes first. */
const captureAny: Step = (game, at, dice) =>
  (at.mode === 'live' || dice(2) === 0 ? captureShopPart : captureOrderPart)(game, at, dice);

/** The same again answers alike; another amount is refused. */
export const captureAgain: Step = async (game, at, dice) => {
  const isFit = ({ status, manual: { asked, captured } }: Held): boolean =>
    status === 'succeeded' ? captured !== null : status === 'authorized' && asked !== null;
  const checkout = await oneOf(game, at, dice, { isFit, make: captureAny });
  if (checkout === undefined) return inVain;
  const { asked, captured } = checkout.manual;
  if (dice(4) === 0) return ask(game, at, checkout, partOf(checkout, dice));
  const given = asked !== null && dice(2) === 0 ? (asked.shares ?? undefined) : undefined;
  return ask(game, at, checkout, given === undefined ? (captured ?? asked?.amount) : undefined, given);
};

/** One that got no answer is asked for again. */
export const answerCapture: Step = async (game, at, dice) => {
  const isFit = ({ status, manual: { asked } }: Held): boolean => status === 'authorized' && asked !== null;
  const make: Step = async () => {
    const checkout = await ready(game, at, dice, 'shop');
    return checkout === undefined ? inVain : ask(game, at, checkout, partOf(checkout, dice));
  };
  const checkout = await oneOf(game, at, dice, { isFit, make });
  return checkout === undefined ? inVain : answerOf(game, at, checkout, dice, pick(dice, answers));
};

/** Also one that is being captured, which is refused. */
export const voidHeld: Step = async (game, at, dice) => {
  const isFit = ({ status }: Held): boolean => status === 'authorized';
  const by = at.mode === 'live' || dice(2) === 0 ? 'shop' : 'company';
  const isAny = dice(5) === 0;
  const fit = isAny ? isFit : isReady(game);
  const checkout = await oneOf(game, at, dice, { by, isFit: fit, make: authorizeFor(by) });
  if (checkout === undefined) return inVain;
  const { order } = checkout;
  if (order !== null) {
    const { code } = await send(game, at, `/orders/${order.ref}/cancel`);
    return agree(code, cancel(at.purse, order, nowOf(game)));
  }
  const book = bookOf(game, at, checkout);
  const { code } = await once(game, () =>
    game.run((tx) => cancelPayment(shopKey(book), tx, game.deps, { ...book, id: checkout.id })),
  );
  return agree(code, voidHold(checkout));
};

/** Time goes by until the next authorization is over. */
export const expireHeld: Step = async (game, at, dice) => {
  const isFit = ({ status, manual: { asked, until } }: Held): boolean =>
    status === 'authorized' && asked === null && until <= nowOf(game) + 12 * hourMs;
  const by = at.mode === 'live' || dice(2) === 0 ? 'shop' : 'company';
  const checkout = await oneOf(game, at, dice, { by, isFit, make: authorizeFor(by) });
  if (checkout === undefined) return inVain;
  const key = keyOfAttempt(game, at, checkout, heldAttempt(checkout));
  const expire = () => repeat(game, () => game.run((tx) => expireAuthorization(job, tx, game.deps, key)));
  const leftMs = checkout.manual.until - nowOf(game);
  if (leftMs > 0) {
    expect((await expire()).data).toBe(false);
    game.clock.advance(Math.ceil(leftMs / 1_000));
  }
  await expire();
  release(checkout, 'expired');
  await expectCheckout(game, checkout);
  return done;
};

/** The provider is asked to release the money; now and then somebody has captured it there by hand. */
export const letGo: Step = async (game, at, dice) => {
  const kept = (one: Held): ModelAttempt | undefined =>
    one.attempts.find(({ state, provider, id }) => {
      const charge = game.acquirers[provider]?.find(id);
      return state === 'declined' && charge?.state === 'held' && charge.captured === null;
    });
  const isFit = (one: Held): boolean => kept(one) !== undefined;
  const checkout = await oneOf(game, at, dice, { isFit, make: dice(2) === 0 ? voidHeld : expireHeld });
  if (checkout === undefined) return inVain;
  const attempt = kept(checkout) as ModelAttempt;
  const { provider, id: attemptId } = attempt;
  const acquirer = game.acquirers[provider];
  if (dice(5) === 0) acquirer?.capture(attemptId, { amount: checkout.amount, currency: at.currency });
  acquirer?.feel({ closes: pick(dice, ['yes', 'yes', 'yes', 'no answer', 'not yet']) });
  await learnBy(game, at, checkout, attempt, (key) => voidAuthorization(job, game.deps, key));
  expect(game.calls[0]).toMatchObject({ call: 'close', provider, attemptId });
  return acquirer?.find(attemptId)?.state === 'ended' ? done : inVain;
};

type Captured = Held & { paid: ModelOrder | ModelPayment };

const captured = async (game: Game, at: At, dice: Dice): Promise<Captured | undefined> =>
  (await oneOf(game, at, dice, { isFit: ({ paid }) => paid !== null, make: captureAny })) as Captured | undefined;

/** More than was captured is refused, though more was authorized. */
export const refundCaptured: Step = async (game, at, dice) => {
  const checkout = await captured(game, at, dice);
  if (checkout === undefined) return inVain;
  const { order, paid, manual } = checkout;
  const most = dice(5) === 0 ? checkout.amount : (manual.captured as bigint);
  const amount = dice(3) === 0 ? undefined : BigInt(1 + dice(Number(most)));
  // The fee is then charged, and returned by what was captured.
  if (order !== null && !isSettled(order) && dice(2) === 0) await settle(game, at, dice);
  if (order !== null) return askRefund(game, at, order, amount, undefined);
  return askShopRefund(game, at, paid as ModelPayment, amount);
};

export const disputeCaptured: Step = async (game, at, dice) => {
  const checkout = await captured(game, at, dice);
  if (checkout === undefined) return inVain;
  const { paid, manual } = checkout;
  const paidBy = paid.paidBy as ModelAttempt;
  return disputeOf(game, at, { of: paid, total: manual.captured as bigint, paidBy }, dice);
};
