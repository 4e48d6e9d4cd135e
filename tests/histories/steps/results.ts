/**
 * Steps of what providers do once they were asked: money comes in or not, also for an attempt that was given up, and is told
 * by a notice, by two at once, to the sweep, or not at all. What came too late is returned by whoever took it.
 */
import { expect } from 'vitest';
import { abandonAttempt, checkAttempt, sweepPayments } from '../../../src/features/payments/pay-with-provider.ts';
import type { Payment } from '../../../src/features/payments/payment.ts';
import { findPayment } from '../../../src/features/payments/payments.repository.ts';
import { retryLateCapture, returnLateCapture } from '../../../src/features/payments/return-late-capture.ts';
import type { RefundResult } from '../../../src/features/providers/provider.ts';
import { job, payer, shell } from '../../support/actors.ts';
import { away, type Call, referenceOf } from '../acquirer.ts';
import { once, repeat, twiceAtOnce } from '../act.ts';
import { type Dice, pick } from '../dice.ts';
import type { At, Game } from '../game.ts';
import {
  type Checkout,
  giveBack,
  learn,
  type ModelAttempt,
  type ModelLate,
  mayExpire,
  release,
} from '../model/checkouts.ts';
import {
  checkoutOf,
  expectCheckout,
  newShopCheckout,
  nowOf,
  payAtCheckout,
  payAtSecond,
  payOnce,
  saidOf,
} from './checkout.ts';
import { agree, done, idle, inVain, type Result, type Step } from './orders.ts';
import { preferForShop } from './preferences.ts';

type Tried = { at: At; checkout: Checkout; attempt: ModelAttempt };

/** The newest answer about each attempt, in the order in which they were given. */
function lastAnswers({ calls }: Game, kinds: readonly Call['call'][]): Call[] {
  const last = new Map<string, Call>();
  for (const call of calls) {
    if (!kinds.includes(call.call) || call.said === null) continue;
    last.delete(call.attemptId);
    last.set(call.attemptId, call);
  }
  return [...last.values()];
}

/** Tells the model what the service has just asked about. */
export function hearAnswers(game: Game): void {
  for (const { attemptId, said } of lastAnswers(game, ['confirm', 'close', 'capture'])) {
    const { at, checkout, attempt } = game.attempts.get(attemptId) as Tried;
    learn(at.purse, checkout, attempt, saidOf(game, at, said as NonNullable<Call['said']>), nowOf(game));
  }
}

/** For how long a payment can be paid. */
const linkSeconds = 24 * 3_600;

const isUnsettled = ({ state }: ModelAttempt): boolean => state === 'processing' || state === 'declined';

/** Under way, or given up though its provider has heard of it. */
function undecided(game: Game, at: At, dice: Dice): Tried | undefined {
  const all = at.purse.checkouts
    .slice(-60)
    .flatMap((checkout) => checkout.attempts.filter(isUnsettled).map((attempt) => ({ at, checkout, attempt })));
  const heard = all.filter(({ attempt }) => game.acquirers[attempt.provider]?.find(attempt.id) !== undefined);
  const from = heard.length > 0 && dice(6) > 0 ? heard : all;
  return from.length === 0 ? undefined : pick(dice, from.slice(-12));
}

/** What becomes of the charge at its provider: all of its money comes in, another amount, or nothing. */
function decide(game: Game, { at, checkout, attempt }: Tried, dice: Dice): void {
  const acquirer = game.acquirers[attempt.provider];
  const charge = acquirer?.find(attempt.id);
  if (acquirer === undefined || charge === undefined || charge.captured !== null) return;
  const drawn = dice(10);
  const { amount } = checkout;
  if (drawn < 7 && charge.isManual) acquirer.hold(attempt.id);
  else if (drawn < 7) acquirer.capture(attempt.id, { amount, currency: at.currency });
  else if (drawn === 7) {
    const { currency } = dice(2) === 0 ? at : pick(dice, game.beside(at));
    // In another currency the figure may be what was asked for.
    const isSame = currency !== at.currency && dice(2) === 0;
    acquirer.capture(attempt.id, { amount: isSame ? amount : 1n + amount / 2n, currency });
  } else if (drawn === 8) acquirer.end(attempt.id);
}

async function tellBy(
  game: Game,
  { at, checkout, attempt }: Tried,
  how: 'notice' | 'two notices' | 'customer',
): Promise<void> {
  const { holderId } = game.bookOf(at, checkout.order === null ? 'shop' : 'company');
  const key = { holderId, attemptId: attempt.id };
  const isHeard = game.acquirers[attempt.provider]?.find(attempt.id) !== undefined;
  const check = () => checkAttempt(job, game.deps, key, isHeard ? referenceOf(attempt.id) : undefined);
  if (how === 'customer') {
    const payment = (await findPayment(game.db, holderId, checkout.id)) as Payment;
    await repeat(game, () => abandonAttempt(payer, game.deps, payment));
  } else if (how === 'two notices' && game.plan === undefined) {
    await repeat(game, () => twiceAtOnce(check));
  } else await repeat(game, check);
}

/** A provider comes to a result, or has come to one that was never told. */
export const tell: Step = async (game, at, dice) => {
  const tried = undecided(game, at, dice);
  if (tried === undefined) return idle;
  return tellOf(game, tried, dice);
};

async function tellOf(game: Game, tried: Tried, dice: Dice): Promise<Result> {
  const { checkout, attempt } = tried;
  decide(game, tried, dice);
  const before = attempt.state;
  const isAsked = attempt.state === 'processing' || attempt.state === 'declined';
  if (dice(5) === 0) return inVain;
  // Some hear of it when the payment has expired.
  if (attempt.state === 'declined' && dice(4) === 0) game.clock.advance(linkSeconds);
  const how = pick(dice, ['notice', 'notice', 'two notices', 'customer'] as const);
  game.acquirers[attempt.provider]?.feel({ confirms: dice(8) > 0, closes: pick(dice, ['yes', 'yes', 'not yet']) });
  game.calls.length = 0;
  await tellBy(game, tried, how);
  const { provider, id: attemptId } = attempt;
  if (how !== 'customer' && isAsked) expect(game.calls[0]).toMatchObject({ call: 'confirm', provider, attemptId });
  hearAnswers(game);
  await expectCheckout(game, checkout);
  return attempt.state === before ? inVain : done;
}

/** The shop is paid in full through this provider, in live mode. */
export async function payShopThrough(game: Game, at: At, provider: string, dice: Dice): Promise<void> {
  await preferForShop(game, at, [provider]);
  const checkout = await newShopCheckout(game, at, BigInt(1 + dice(1_000)));
  await payOnce(game, at, checkout, 'card', () => ({}));
  const [attempt] = checkout.attempts;
  if (attempt?.state !== 'processing') return;
  game.acquirers[provider]?.capture(attempt.id, { amount: checkout.amount, currency: at.currency });
  game.calls.length = 0;
  await tellBy(game, { at, checkout, attempt }, 'notice');
  hearAnswers(game);
  await expectCheckout(game, checkout);
}

/** A provider that was given up has taken the money all the same, beside the one that was asked after it. */
export const takeTwice: Step = async (game, at, dice) => {
  const checkout = await payAtSecond(game, at, dice);
  if (checkout === undefined) return idle;
  const [attempt] = checkout.attempts;
  if (attempt?.state !== 'declined') return inVain;
  const { amount } = checkout;
  game.acquirers[attempt.provider]?.capture(attempt.id, { amount, currency: at.currency });
  game.calls.length = 0;
  await tellBy(game, { at, checkout, attempt }, dice(2) === 0 ? 'notice' : 'two notices');
  hearAnswers(game);
  await expectCheckout(game, checkout);
  return (attempt.state as string) === 'returned' ? done : inVain;
};

/** The customer comes back: to an order or a payment that is still open, is being paid, or is over. */
export const payAgain: Step = async (game, at, dice) => {
  const waits = ({ source, payment }: { source: string; payment: string }) =>
    source === 'service' && payment === 'pending';
  const orders = at.purse.orders.slice(-40).filter(waits);
  const checkouts = at.purse.checkouts.slice(-40).filter(({ order, paid }) => order === null && paid === null);
  if (orders.length + checkouts.length === 0) return idle;
  const place = dice(orders.length + checkouts.length);
  const order = orders[place];
  const checkout = order === undefined ? checkouts[place - orders.length] : await checkoutOf(game, at, order);
  return payAtCheckout(game, at, checkout as Checkout, dice);
};

const payees = ['company', 'shop'] as const;

/** Asks about all that is under way in one book, has late captures returned, and ends what has expired. */
export const sweep: Step = async (game, at, dice) => {
  const holder = pick(dice, payees);
  const purses = game.beside(at).map(({ purse }) => purse);
  const checkouts = purses
    .flatMap((purse) => purse.checkouts)
    .filter(({ order }) => (order === null ? 'shop' : 'company') === holder);
  const open = checkouts.flatMap(({ attempts }) => attempts).filter(({ state }) => state === 'processing');
  const late = purses.flatMap((purse) => purse.late).filter((one) => one.holder === holder && one.status === 'pending');
  const held = checkouts.filter(({ status }) => status === 'authorized');
  const isAsked = ({ manual }: Checkout): boolean => manual !== null && manual.asked !== null;
  const ends = held.filter((one) => mayExpire(one, nowOf(game)));
  const capturing = attemptsOfAll(held.filter(isAsked));
  if (open.length + late.length + ends.length + capturing.length === 0) return idle;
  // Nobody answers twice in the same sweep: without an interruption.
  const isCalm = game.plan !== undefined || dice(3) > 0;
  for (const acquirer of Object.values(game.acquirers)) {
    acquirer.feel({
      confirms: isCalm || dice(2) === 0,
      captures: isCalm ? 'yes' : 'no answer',
      refunds: refundFrom(dice, isCalm),
    });
  }
  game.calls.length = 0;
  await repeat(game, async () => {
    const errors: unknown[] = [];
    await sweepPayments(job, game.deps, (error) => errors.push(error), game.bookOf(at, holder));
    for (const error of errors) if (error !== away) throw error;
  });
  expect(asked(game, 'confirm')).toEqual(named(open));
  expect(asked(game, 'capture')).toEqual(named(capturing));
  expect(asked(game, 'refund')).toEqual(named(late.map(({ attempt }) => attempt)));
  hearAnswers(game);
  for (const one of late) hearOfReturn(game, one);
  for (const one of ends) release(one, 'expired');
  for (const one of checkouts) {
    if (one.status === 'created' && one.expiresAt <= nowOf(game)) one.status = 'expired';
  }
  return done;
};

const attemptsOfAll = (checkouts: readonly Checkout[]): ModelAttempt[] =>
  checkouts.flatMap(({ attempts }) => attempts).filter(({ state }) => state === 'authorized');

const named = (attempts: readonly ModelAttempt[]): string[] =>
  attempts.map(({ provider, id }) => `${provider} ${id}`).sort();

const asked = ({ calls }: Game, kind: Call['call']): string[] => {
  const some = calls.filter(({ call }) => call === kind);
  return [...new Set(some.map(({ provider, attemptId }) => `${provider} ${attemptId}`))].sort();
};

function refundFrom(dice: Dice, answers: boolean): RefundResult | undefined {
  const drawn = dice(5);
  if (drawn === 0) return { kind: 'failed', reason: 'refused' };
  if (drawn === 1) return answers ? { kind: 'pending' } : undefined;
  return { kind: 'succeeded' };
}

function hearOfReturn(game: Game, late: ModelLate): void {
  const answers = lastAnswers(game, ['refund']).filter(({ attemptId }) => attemptId === late.attempt.id);
  for (const { said } of answers) giveBack(late, said?.kind as RefundResult['kind']);
}

/** The job, or the provider's notice, of one late capture; and the operator's, once it was refused. */
export const returnLate: Step = async (game, at, dice) => {
  const recent = at.purse.late.slice(-6);
  if (recent.length === 0) return idle;
  const late = pick(dice, recent);
  const { id: attemptId, provider } = late.attempt;
  if (late.status === 'refused' || dice(8) === 0) {
    const { code } = await once(game, () => game.run((tx) => retryLateCapture(shell, tx, game.clock, attemptId)));
    const result = agree(code, late.status === 'refused' ? undefined : 'invalid_state');
    if (result === done) late.status = 'pending';
    return result;
  }
  const holderId = game.holders[late.holder];
  game.acquirers[provider]?.feel({ refunds: refundFrom(dice, game.plan !== undefined) });
  game.calls.length = 0;
  await repeat(game, () => returnLateCapture(job, game.deps, { holderId, attemptId }));
  expect(asked(game, 'refund')).toEqual([`${provider} ${attemptId}`]);
  hearOfReturn(game, late);
  return done;
};
