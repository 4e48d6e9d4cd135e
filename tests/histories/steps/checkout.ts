/** Steps of the checkout: a customer pays through whichever provider may charge, and is sent on where one does not answer. */
import { expect } from 'vitest';
import type { Order } from '../../../src/features/orders/order.ts';
import { findOrder } from '../../../src/features/orders/orders.repository.ts';
import { createPaymentCreator } from '../../../src/features/payments/create-payment.ts';
import { payWithProvider } from '../../../src/features/payments/pay-with-provider.ts';
import type { Payment } from '../../../src/features/payments/payment.ts';
import { findPayment } from '../../../src/features/payments/payments.repository.ts';
import { orderLink } from '../../fixtures/order-link.ts';
import { payer, shopKey } from '../../support/actors.ts';
import { away, type Call, type Mood } from '../acquirer.ts';
import { once } from '../act.ts';
import { type Dice, pick } from '../dice.ts';
import { type At, awayMs, companyFee, type Game, shopFees, terms } from '../game.ts';
import {
  begin,
  type Checkout,
  isOpen,
  learn,
  type Method,
  type ModelAttempt,
  preferred,
  type Said,
} from '../model/checkouts.ts';
import type { Holder, ModelOrder } from '../model/purse.ts';
import { agree, done, type Result } from './orders.ts';
import { preferForShop } from './preferences.ts';

export const payeeOf = ({ order }: Pick<Checkout, 'order'>): Holder => (order === null ? 'shop' : 'company');
export const nowOf = ({ clock }: Game): number => clock.now(0n, 'live').getTime();

async function stored(game: Game, at: At, { order }: { order: ModelOrder | null }, id: string): Promise<Payment> {
  const { holderId } = game.bookOf(at, order === null ? 'shop' : 'company');
  return (await findPayment(game.db, holderId, id)) as Payment;
}

async function opened(game: Game, at: At, order: ModelOrder | null, id: string, isManual: boolean): Promise<Checkout> {
  const { amount, expiresAt } = await stored(game, at, { order }, id);
  const rules = order === null ? shopFees : { card: companyFee, onlinewallet: companyFee };
  const made: Checkout = {
    id,
    order,
    amount,
    rules,
    expiresAt: expiresAt.getTime(),
    status: 'created',
    attempts: [],
    paid: null,
    transferred: null,
    manual: isManual
      ? { shares: order?.splits.map((split) => split.amount) ?? [], until: 0, asked: null, captured: null }
      : null,
  };
  at.purse.checkouts.push(made);
  return made;
}

/** Where an order that waits for its payment is paid: a new place once the last is over. */
export async function checkoutOf(game: Game, at: At, order: ModelOrder): Promise<Checkout> {
  const { db, clock, run } = game;
  const creator = createPaymentCreator({ db, clock });
  const found = (await findOrder(db, game.bookOf(at), order.ref)) as Order;
  const id = (await run((tx) => orderLink(tx, { clock, creator }, found))) as string;
  const known = at.purse.checkouts.filter((one) => one.order === order);
  const same = known.find((one) => one.id === id);
  const isLive = (one: Checkout): boolean =>
    one.status === 'processing' || one.status === 'authorized' || isOpen(one, nowOf(game));
  expect(known.filter(isLive)).toEqual(same === undefined ? [] : [same]);
  if (same !== undefined) return same;
  for (const one of known) if (one.status === 'created') one.status = 'expired';
  return opened(game, at, order, id, order.isManual);
}

export async function newShopCheckout(game: Game, at: At, amount: bigint, isManual = false): Promise<Checkout> {
  const { db, clock } = game;
  const book = game.bookOf(at, 'shop');
  const draft = { amount, currency: at.currency, returnUrl: 'https://shop.test', cancelUrl: null, custom: null };
  const { id } = await createPaymentCreator({ db, clock }).create(shopKey(book), book, 'api', {
    ...draft,
    webhookUrl: null,
    orderId: null,
    manualCapture: isManual,
  });
  return opened(game, at, null, id, isManual);
}

/** Half of those that are away have heard the question; one of those has taken the money, another may. */
const moodFrom = (dice: Dice): Partial<Mood> => {
  const begins = pick(dice, ['takes', 'takes', 'takes', 'takes', 'takes', 'takes', 'waits', 'declines'] as const);
  if (dice(3) > 0) return { begins };
  return { begins, answers: false, hears: dice(2) === 0, closes: pick(dice, ['yes', 'yes', 'no answer', 'not yet']) };
};

/** Who is to be asked, in which order; who did not answer just now comes last. */
function candidates(
  game: Game,
  at: At,
  checkout: Pick<Checkout, 'amount' | 'order' | 'manual'>,
  method: Method,
): string[] {
  const { amount, manual } = checkout;
  // Cards alone can be captured later.
  if (manual !== null && method !== 'card') return [];
  const { currency, mode } = at;
  const charge = { holder: payeeOf(checkout), method, currency };
  const all = mode === 'test' ? ['simulator'] : (preferred(game.preferences, charge) ?? ['first', 'second']);
  const isAway = (name: string): boolean => (game.awayUntil.get(name) ?? 0) > nowOf(game);
  const able = all.filter((name) => {
    const { methods, chargeMax } = terms[name as keyof typeof terms];
    return methods.includes(method) && (chargeMax === null || amount <= chargeMax);
  });
  return [...able.filter((name) => !isAway(name)), ...able.filter(isAway)];
}

/** What a provider has answered, in the model's words. */
export function saidOf(game: Game, at: At, said: NonNullable<Call['said']>): Said {
  if (said.kind === 'declined') return { kind: 'declined' };
  if (said.kind === 'authorized') return { kind: 'authorized', until: said.capturableUntil?.getTime() ?? null };
  if (said.kind !== 'succeeded' || !('amount' in said)) return { kind: 'pending' };
  const place = game.beside(at).find(({ currency }) => currency === said.currency) as At;
  return { kind: 'succeeded', amount: said.amount, purse: place.purse };
}

type Walk = { moves: (() => void)[]; outcome: string };

/**
 * What the service must have done by what it was answered: one provider after the other, as long as the last can't have
 * charged anything. Each move is one transaction.
 */
function walk(game: Game, at: At, checkout: Checkout, method: Method, names: readonly string[]): Walk {
  const calls = [...game.calls];
  const moves: Walk['moves'] = [];
  const last = () => checkout.attempts.at(-1) as ModelAttempt;
  const result = (said: Said) => moves.push(() => learn(at.purse, checkout, last(), said, nowOf(game)));
  let outcome = 'unavailable';
  for (const provider of names) {
    moves.push(() => begin(checkout, provider, method));
    const begun = calls.shift();
    if (begun === undefined) break;
    expect(begun).toMatchObject({ call: 'begin', provider });
    if (begun.said !== null) {
      game.awayUntil.delete(provider);
      result(saidOf(game, at, begun.said));
      outcome = begun.said.kind === 'pending' ? 'open' : begun.said.kind;
      break;
    }
    game.awayUntil.set(provider, nowOf(game) + awayMs);
    const closed = calls.shift();
    if (closed === undefined) break;
    expect(closed).toMatchObject({ call: 'close', provider });
    if (closed.said?.kind !== 'declined') break;
    result({ kind: 'declined' });
  }
  expect(calls).toEqual([]);
  return { moves, outcome };
}

type Row = { id: string; provider: string; method: string; status: string };

export async function attemptsOf({ pool }: Game, { id }: Checkout): Promise<{ status: string; attempts: Row[] }> {
  const { rows } = await pool.query<Row & { payment: string }>(
    `select p.status as payment, a.id, a.provider, a.method, a.status from payments p
    left join payment_attempts a on a.holder_id = p.holder_id and a.payment_id = p.id
    where p.id = $1 order by a.number`,
    [id],
  );
  const attempts = rows.filter((row) => row.id !== null).map(({ payment: _, ...attempt }) => attempt);
  return { status: rows[0]?.payment as string, attempts };
}

/** Refunds are told apart elsewhere. */
const paidStatuses = ['partially_refunded', 'refunded'];

const linesOf = (
  status: string,
  attempts: readonly { provider: string; method: string; state: string }[],
): string[] => [
  paidStatuses.includes(status) ? 'succeeded' : status,
  ...attempts.map(({ provider, method, state }) => `${provider} ${method} ${state}`),
];

export async function expectCheckout(game: Game, checkout: Checkout): Promise<void> {
  const { status, attempts } = await attemptsOf(game, checkout);
  const rows = attempts.map((row) => ({ ...row, state: row.status }));
  expect(linesOf(status, rows)).toEqual(linesOf(checkout.status, checkout.attempts));
}

/** Takes the moves that the service has made: all of them, or, where it was cut off, as many as are stored. */
async function follow(game: Game, at: At, checkout: Checkout, { moves }: Walk, isCut: boolean): Promise<void> {
  const found = await attemptsOf(game, checkout);
  const rows = linesOf(
    found.status,
    found.attempts.map((row) => ({ ...row, state: row.status })),
  );
  const agrees = (): boolean => linesOf(checkout.status, checkout.attempts).join() === rows.join();
  for (const move of moves) {
    if (isCut && agrees()) break;
    move();
  }
  expect(rows).toEqual(linesOf(checkout.status, checkout.attempts));
  checkout.attempts.forEach((attempt, place) => {
    attempt.id = found.attempts[place]?.id as string;
    game.attempts.set(attempt.id, { at, checkout, attempt });
  });
}

/** Once; a second time in the same minute if nobody answered, when those are asked first that were not away. */
export async function payAtCheckout(game: Game, at: At, checkout: Checkout, dice: Dice): Promise<Result> {
  const method: Method = dice(5) === 0 ? 'onlinewallet' : 'card';
  const first = await payOnce(game, at, checkout, method, () => moodFrom(dice));
  if (first !== 'unavailable' || !isOpen(checkout, nowOf(game))) return first;
  return payOnce(game, at, checkout, method, () => moodFrom(dice));
}

/** The one that is asked first has heard the question, does not answer, and can be closed: the next takes the money. */
export async function payAtSecond(game: Game, at: At, dice: Dice): Promise<Checkout | undefined> {
  const amount = BigInt(1 + dice(1_000));
  if (at.mode === 'test') return undefined;
  const able = () => candidates(game, at, { amount, order: null, manual: null }, 'card');
  if (able().length < 2) await preferForShop(game, at, ['second', 'first']);
  const [first, second] = able();
  if (first === undefined || second === undefined) return undefined;
  const checkout = await newShopCheckout(game, at, amount);
  const begins = pick(dice, ['takes', 'waits'] as const);
  await payOnce(game, at, checkout, 'card', (name) =>
    name === first ? { begins: 'waits', answers: false } : { begins },
  );
  return checkout;
}

const page = {
  card: undefined,
  payerName: 'Ada',
  browser: null,
  returnAddress: 'http://pay.test',
  description: 'Shop',
};

export async function payOnce(
  game: Game,
  at: At,
  checkout: Checkout,
  method: Method,
  feels: (provider: string) => Partial<Mood>,
): Promise<Result> {
  const payment = await stored(game, at, checkout, checkout.id);
  for (const acquirer of Object.values(game.acquirers)) acquirer.feel(feels(acquirer.name));
  const names = candidates(game, at, checkout, method);
  game.calls.length = 0;
  const { code, data } = await once(game, async () => {
    try {
      return (await payWithProvider(payer, game.deps, payment, { ...page, method })).kind;
    } catch (error) {
      if (error !== away) throw error;
      return 'unavailable';
    }
  });
  if (names.length === 0) return agree(code, 'forbidden');
  if (!isOpen(checkout, nowOf(game))) {
    expect(game.calls).toEqual([]);
    return agree(code, 'invalid_state');
  }
  expect(code).toBeUndefined();
  const walked = walk(game, at, checkout, method, names);
  const isCut = data === undefined;
  await follow(game, at, checkout, walked, isCut);
  if (!isCut) expect(data).toBe(walked.outcome);
  return data === undefined || data === 'unavailable' ? 'unavailable' : done;
}
