/**
 * Random histories of one company: orders, payments, top-ups, settlements, refunds and what becomes of them, thousands
 * of steps in one run. After every step the service's accounts are those of a simple independent model, and so are the
 * states of the order it touched; the whole proof of the books follows every 500 steps.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction } from '../../src/database/transaction.ts';
import { AppError } from '../../src/errors/app-error.ts';
import type { Book } from '../../src/ledger/accounts.ts';
import { confirmPayment } from '../../src/orders/confirm-payment.ts';
import { makeRefund } from '../../src/refunds/refund-payment.ts';
import { createRefundWorld, type RefundWorld } from '../../src/refunds/testing.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { createModel, type Model, type ModelOrder, type ModelRefund, type ModelSplit } from './model.ts';

const steps = Number(process.env.HISTORY_STEPS ?? 10_000);
const verifyEvery = 500;
/** What is older is left alone, so that orders live through several things. */
const recentOrders = 30;

let world: RefundWorld;
let book: Book;
let model: Model;
let links: { merchant: bigint[]; courier: bigint[] };
const refundIds = new Map<ModelRefund, string>();

beforeAll(async () => {
  world = await createRefundWorld();
  book = await world.makeBook();
  model = createModel();
  links = {
    merchant: [await world.makeLink(book, 'merchant'), await world.makeLink(book, 'merchant')],
    courier: [await world.makeLink(book, 'courier')],
  };
});
afterAll(() => world.close());

/** What a step draws its choices from. */
type Dice = (below: number) => number;

/** The service's answer: undefined, or the code it refused with. */
async function codeOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}

const pick = <T>(dice: Dice, from: readonly T[]): T => from[dice(from.length)] as T;

function anyOrder(dice: Dice): ModelOrder | undefined {
  const recent = model.orders.slice(-recentOrders);
  return recent.length === 0 ? undefined : pick(dice, recent);
}

function splitsFrom(dice: Dice): ModelSplit[] {
  const splits: ModelSplit[] = [
    { type: 'merchant', link: dice(20) === 0 ? null : pick(dice, links.merchant), amount: BigInt(dice(900)) },
    { type: 'courier', link: pick(dice, links.courier), amount: BigInt(dice(300)) },
    { type: 'partner', link: null, amount: BigInt(dice(150)) },
  ];
  return splits.slice(dice(3));
}

async function record(dice: Dice): Promise<void> {
  const splits = splitsFrom(dice);
  const shares = splits.reduce((sum, split) => sum + split.amount, 0n);
  const total = shares + BigInt(dice(4) === 0 ? dice(200) : 0) || 1n;
  const ref = `order-${model.orders.length}`;
  const source = dice(3) === 0 ? 'service' : 'cod';
  const shadowRef = source === 'cod' && dice(5) === 0 ? `off-${dice(3)}` : null;
  const stored = splits.map(({ type, link, amount }) => ({ type, ref: link, amount }));
  const changes = {
    totalAmount: total,
    paymentSource: source,
    isShadow: shadowRef !== null,
    shadowMerchantRef: shadowRef,
  };
  const order = await world.record(book, ref, stored, changes as Parameters<RefundWorld['record']>[3]);
  model.record({ ref, source, total, splits, shadowRef });
  const recorded = model.orders.at(-1) as ModelOrder;
  if (source === 'service' && dice(4) > 0) {
    await world.payByCard(order);
    model.pay(recorded);
  }
}

async function refund(dice: Dice): Promise<void> {
  const order = anyOrder(dice);
  if (order === undefined) return;
  const amount = dice(3) === 0 ? undefined : BigInt(1 + dice(Number(order.total) + 5));
  const split = dice(4) === 0 ? pick(dice, order.splits) : undefined;
  const liable = split && { type: split.type, ref: split.link };
  let id = '';
  const code = await codeOf(
    world.refund(book, order.ref, { amount, liable }).then((made) => {
      id = made.id;
    }),
  );
  expect(code).toBe(model.refund(order, amount, split));
  if (code === undefined) refundIds.set(model.refunds.at(-1) as ModelRefund, id);
}

/** The provider answers what it was asked longest ago. */
async function answer(dice: Dice): Promise<void> {
  const oldest = model.refunds.find((one) => one.status === 'pending');
  if (oldest === undefined) return;
  const yes = dice(4) > 0 || !canGiveBack(oldest);
  const id = refundIds.get(oldest) as string;
  world.provider.says.refund = async () => (yes ? { kind: 'succeeded' } : { kind: 'failed', reason: 'refused' });
  const { rows } = await world.database.pool.query('select payment_refund_id as id from order_refunds where id = $1', [
    id,
  ]);
  await makeRefund(world.deps, book.holderId, rows[0].id);
  model.answer(oldest, yes);
}

/** Where shares were worth more than the order, clearing may have spent what would go back to the parties. */
function canGiveBack(refund: ModelRefund): boolean {
  const moved = refund.moved.filter(({ to }) => to === 'clearing').reduce((sum, { amount }) => sum + amount, 0n);
  const owed = refund.owed.reduce((sum, { amount }) => sum + amount, 0n);
  return model.balance('clearing') + refund.amount >= moved + owed;
}

async function onOrder(
  dice: Dice,
  service: (ref: string) => Promise<unknown>,
  expected: (order: ModelOrder) => string | undefined,
): Promise<void> {
  const order = anyOrder(dice);
  if (order !== undefined) expect(await codeOf(service(order.ref))).toBe(expected(order));
}

/** What a person has earned and takes away. */
async function draw(dice: Dice): Promise<void> {
  const account = pick(dice, [
    'commission',
    ...[...links.merchant, ...links.courier].map((link) => `earnings:${link}`),
  ]);
  const most = account === 'clearing' ? model.spendable() : model.balance(account);
  if (most <= 0n) return;
  const amount = dice(2) === 0 ? most : BigInt(1 + dice(Number(most)));
  await world.move(book, account, 'outside:bank', amount);
  model.move(account, 'outside:bank', amount);
}

const kinds: [weight: number, name: string, step: (dice: Dice) => Promise<void>][] = [
  [8, 'record', record],
  [3, 'refund', refund],
  [3, 'answer', answer],
  [
    1,
    'confirm',
    (dice) =>
      onOrder(
        dice,
        (ref) => inTransaction(world.db, (tx) => confirmPayment(tx, world.deps, book, ref)),
        (order) => model.confirm(order),
      ),
  ],
  [
    1,
    'cancel',
    (dice) =>
      onOrder(
        dice,
        (ref) => world.cancel(book, ref),
        (order) => model.cancel(order),
      ),
  ],
  [
    3,
    'top up',
    async (dice) => {
      const amount = BigInt(1 + dice(1_500));
      await world.topUp(book, amount);
      model.topUp(amount);
    },
  ],
  [
    3,
    'settle',
    async () => {
      await world.settle(book);
      model.settle();
    },
  ],
  [
    2,
    'pay waiting refunds',
    async () => {
      await world.payWaiting(book);
      model.payWaiting();
    },
  ],
  [4, 'draw', draw],
];
const weighted = kinds.flatMap((kind) => Array.from({ length: kind[0] }, () => kind));

async function expectSame(): Promise<void> {
  const expected = Object.fromEntries([...model.balances].filter(([, amount]) => amount !== 0n));
  expect(await world.accounts(book)).toEqual(expected);
}

async function expectSameStates(): Promise<void> {
  const { rows } = await world.database.pool.query<{ ref: string; states: string }>(
    `select partner_order_ref as ref, payment_status || ' ' || settlement_status as states from orders`,
  );
  const found = Object.fromEntries(rows.map(({ ref, states }) => [ref, states]));
  const expected = Object.fromEntries(
    model.orders.map(({ ref, payment, settlement }) => [ref, `${payment} ${settlement}`]),
  );
  expect(found).toEqual(expected);
}

const step = fc.array(fc.nat({ max: 2 ** 30 }), { minLength: 14, maxLength: 14 });

it(`a history of ${steps} steps is what the model says, at every step`, { timeout: 900_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: steps, maxLength: steps, size: 'max' }), async (history) => {
      for (const [index, numbers] of history.entries()) {
        let drawn = 0;
        const dice: Dice = (below) => (numbers[drawn++ % numbers.length] as number) % below;
        const [, name, run] = pick(dice, weighted);
        try {
          await run(dice);
          await expectSame();
          if (index % verifyEvery === verifyEvery - 1) {
            await expectSameStates();
            await expectBooksToHold(world.db);
          }
        } catch (error) {
          throw new Error(`step ${index}, ${name}: ${(error as Error).message}`, { cause: error });
        }
      }
    }),
    { numRuns: 1, endOnFailure: true },
  );
  await expectSameStates();
  await expectBooksToHold(world.db);
});
