/**
 * Random histories of one company in both modes and two currencies: orders, payments, top-ups, settlements, refunds,
 * claims, payouts and what becomes of them, a thousand steps or more in one run. After every step the service's accounts are
 * those of a simple independent model, and so are the states of the order it touched; the whole proof of the books
 * follows every 500 steps.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inTransaction, type Tx } from '../../src/database/transaction.ts';
import { AppError } from '../../src/errors/app-error.ts';
import { positionEvents } from '../../src/events/sequencer.ts';
import { type Book, formatAccount } from '../../src/ledger/accounts.ts';
import { listAccounts } from '../../src/ledger/ledger.repository.ts';
import { assignSplit } from '../../src/orders/assign-split.ts';
import { confirmPayment } from '../../src/orders/confirm-payment.ts';
import { holdOrder } from '../../src/orders/hold-order.ts';
import { releaseOrder } from '../../src/orders/release-order.ts';
import { addBankAccount } from '../../src/payouts/change-bank-accounts.ts';
import {
  approvePayout,
  cancelPayout,
  completePayout,
  returnPayout,
  sendPayout,
} from '../../src/payouts/change-payout.ts';
import { setRule } from '../../src/payouts/payouts.repository.ts';
import { requestPayout } from '../../src/payouts/request-payout.ts';
import { makeRefund } from '../../src/refunds/refund-payment.ts';
import { confirmTopUp } from '../../src/wallets/top-up.ts';
import { transferCommission } from '../../src/wallets/transfer-commission.ts';
import { job, keyOf, memberOf, shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { accountNamed } from '../support/ledger-names.ts';
import { bankForm } from '../worlds/payouts.ts';
import { createShadowWorld, type ShadowWorld } from '../worlds/shadow.ts';
import {
  createModel,
  type Model,
  type ModelOrder,
  type ModelPayout,
  type ModelRefund,
  type ModelSplit,
} from './model.ts';

/** `npm run histories` takes ten times as many. */
const steps = Number(process.env.HISTORY_STEPS ?? 1_000);
const verifyEvery = 500;
/** What is older is left alone, so that orders live through several things. */
const recentOrders = 30;

/** One currency of one of the company's books. */
type Purse = { book: Book; currency: string; model: Model };

let world: ShadowWorld;
let purses: Purse[];
/** The purse of the present step. */
let book: Book;
let currency: string;
let model: Model;
let links: { merchant: bigint[]; courier: bigint[] };
const refundIds = new Map<ModelRefund, string>();
const payoutIds = new Map<ModelPayout, string>();
/** Who draws from each account. */
const owners = new Map<string, bigint>();
const payoutRule = { minimum: 5n, fee: 2n };
let named = 0;

beforeAll(async () => {
  world = await createShadowWorld();
  const { holderId } = await world.makeBook();
  const purseOf = (mode: Book['mode'], one: string) => ({
    book: { holderId, mode },
    currency: one,
    model: createModel(),
  });
  purses = [purseOf('test', 'EUR'), purseOf('test', 'USD'), purseOf('live', 'EUR')];
  enter(purses[0] as Purse);
  links = {
    merchant: [await world.makeLink(book, 'merchant'), await world.makeLink(book, 'merchant')],
    courier: [await world.makeLink(book, 'courier')],
  };
  for (const account of ['clearing', 'commission']) owners.set(account, book.holderId);
  for (const row of await world.db.selectFrom('links').select(['id', 'holderId']).execute()) {
    owners.set(`earnings:${row.id}`, row.holderId);
  }
  await inTransaction(world.db, async (tx) => {
    for (const one of ['EUR', 'USD']) await setRule(tx, one, { ...payoutRule, dailyLimit: null });
    for (const owner of new Set(owners.values())) await addBankAccount(shell, tx, world.clock, owner, bankForm());
  });
  // In live mode a new bank account is paid after two days.
  world.clock.advance(3 * 24 * 3_600);
});
afterAll(() => world.close());

function enter(purse: Purse): void {
  ({ book, currency, model } = purse);
}

/** The purses that a step on the whole book is about. */
const pursesOf = ({ mode }: Book): Purse[] => purses.filter((one) => one.book.mode === mode);

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
  // Some deliveries are subsidised: their shares are worth more than the order.
  const beside = dice(5) === 0 ? -shares / 2n : BigInt(dice(4) === 0 ? dice(200) : 0);
  const total = shares + beside || 1n;
  const ref = `${currency}-${model.orders.length}`;
  const source = dice(5) < 2 ? 'service' : 'cod';
  const shadowRef = source === 'cod' && dice(3) === 0 ? `off-${dice(3)}` : null;
  const stored = splits.map(({ type, link, amount }) => ({ type, ref: link, amount }));
  const changes = {
    totalAmount: total,
    currency,
    paymentSource: source,
    isShadow: shadowRef !== null,
    shadowMerchantRef: shadowRef,
  };
  const order = await world.record(book, ref, stored, changes as Parameters<ShadowWorld['record']>[3]);
  model.record({ ref, source, total, splits, shadowRef });
  const recorded = model.orders.at(-1) as ModelOrder;
  if (source === 'service' && dice(4) > 0) {
    await world.payByCard(order);
    model.pay(recorded);
  }
}

/** Every other time one that its parties may have been paid for. */
function refundable(dice: Dice): ModelOrder | undefined {
  const settled = model.orders
    .slice(-recentOrders)
    .filter((order) => order.claimLink !== null || order.source === 'service');
  return dice(2) === 0 || settled.length === 0 ? anyOrder(dice) : pick(dice, settled);
}

async function refund(dice: Dice): Promise<void> {
  const order = refundable(dice);
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
  await say(oldest, dice(4) > 0);
}

/** The bank of the customer returns a refund that had succeeded, often when the company has spent what it had brought. */
async function failLate(dice: Dice): Promise<void> {
  const ended = model.refunds.filter(({ status, order }) => status === 'succeeded' && order.source === 'service');
  const moved = (refund: ModelRefund): bigint => refund.moved.reduce((sum, { amount }) => sum + amount, 0n);
  const brought = ended.filter((refund) => moved(refund) > refund.amount);
  const recent = (brought.length > 0 && dice(2) === 0 ? brought : ended).slice(-6);
  if (recent.length === 0) return;
  if (dice(2) === 0 && model.spendable() >= payoutRule.minimum) await payOut('clearing', model.spendable());
  await say(pick(dice, recent), false);
}

async function say(refund: ModelRefund, yes: boolean): Promise<void> {
  const id = refundIds.get(refund) as string;
  world.provider.says.refund = async () => (yes ? { kind: 'succeeded' } : { kind: 'failed', reason: 'refused' });
  const { rows } = await world.database.pool.query('select payment_refund_id as id from order_refunds where id = $1', [
    id,
  ]);
  await makeRefund(job, world.deps, book.holderId, rows[0].id);
  model.answer(refund, yes);
}

async function onOrder(
  dice: Dice,
  service: (ref: string) => Promise<unknown>,
  expected: (order: ModelOrder) => string | undefined,
): Promise<void> {
  const order = anyOrder(dice);
  if (order !== undefined) expect(await codeOf(service(order.ref))).toBe(expected(order));
}

const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(world.db, work);

async function assign(dice: Dice): Promise<void> {
  const order = anyOrder(dice);
  if (order === undefined) return;
  const place = dice(order.splits.length);
  const linkId = pick(dice, links.merchant);
  const expected = model.assign(order, place, linkId);
  const code = await codeOf(run((tx) => assignSplit(keyOf(book), tx, world, book, order.ref, { place, linkId })));
  // A courier's split takes no merchant's link, whatever else is wrong with it.
  expect(code).toBe(expected);
}

function settledShadow(dice: Dice): ModelOrder | undefined {
  const shadow = model.orders.filter((order) => order.shadowRef !== null && model.isSettled(order)).slice(-4);
  return shadow.length === 0 ? undefined : pick(dice, shadow);
}

async function payOutside(dice: Dice): Promise<void> {
  const order = settledShadow(dice);
  const line = order?.splits.findIndex((split) => split.type === 'merchant') ?? -1;
  if (order === undefined || line < 0) return;
  const cents = 1 + dice(400);
  named += 1;
  const item = {
    partnerOrderRef: order.ref,
    type: 'merchant' as const,
    amount: Number(`${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`),
  };
  const code = await codeOf(world.payOutside(book, `outside-${named}`, [item]));
  expect(code).toBe(model.payOutside(order, line, BigInt(cents)));
}

async function claim(dice: Dice): Promise<void> {
  const order = settledShadow(dice);
  if (order === undefined) return;
  const linkId = pick(dice, links.merchant);
  named += 1;
  const request = {
    shadowMerchantRef: order.shadowRef as string,
    linkId,
    orderRefs: [order.ref],
    claimRef: `claim-${named}`,
  };
  expect(await codeOf(world.claim(book, request))).toBe(model.claim([order], linkId));
}

async function transfer(dice: Dice): Promise<void> {
  const amount = BigInt(1 + dice(300));
  const code = await codeOf(run((tx) => transferCommission(keyOf(book), tx, world.clock, book, { amount, currency })));
  expect(code).toBe(model.transfer(amount));
}

async function askPayout(dice: Dice): Promise<void> {
  // Clearing is emptied as often as not, so that something waits for it.
  const name = dice(2) === 0 ? 'clearing' : pick(dice, [...owners.keys()]);
  const most = name === 'clearing' ? model.spendable() : model.balance(name);
  await payOut(name, dice(3) > 0 && most > 0n ? most : BigInt(1 + dice(1_500)));
}

async function payOut(name: string, amount: bigint): Promise<void> {
  let id = '';
  const code = await codeOf(
    run(async (tx) => {
      const ownerHolderId = owners.get(name) as bigint;
      const request = {
        ownerHolderId,
        book,
        account: accountNamed(name),
        amount,
        currency,
        bankAccountId: undefined,
      };
      id = (await requestPayout(memberOf({ holderId: ownerHolderId, mode: book.mode }), tx, world.clock, request)).id;
    }),
  );
  expect(code).toBe(model.askPayout(name, amount, payoutRule));
  if (code === undefined) payoutIds.set(model.payouts.at(-1) as ModelPayout, id);
}

const hasLeft = (status: ModelPayout['status']): boolean => status === 'sent' || status === 'completed';

/** The operator, the bank (also after the payout was completed), or whoever asked. */
async function changePayout(dice: Dice): Promise<void> {
  const open = model.payouts.filter(({ status }) => status !== 'returned').slice(-10);
  if (open.length === 0) return;
  const payout = pick(dice, open);
  const id = payoutIds.get(payout) as string;
  const { clock } = world;
  if (payout.status === 'completed' && dice(3) > 0) return;
  if (payout.status === 'completed' || dice(3) === 0) {
    const { status, account } = payout;
    const owner = owners.get(account) as bigint;
    if (status === 'requested' && dice(2) === 0)
      await run((tx) => cancelPayout(memberOf({ holderId: owner, mode: book.mode }), tx, clock, owner, id));
    else
      await run((tx) =>
        returnPayout(shell, tx, clock, id, { to: hasLeft(status) ? 'failed' : 'rejected', reason: 'No' }),
      );
    model.changePayout(payout, 'returned');
  } else if (payout.status === 'requested') {
    await run((tx) => approvePayout(shell, tx, clock, id));
    model.changePayout(payout, 'approved');
  } else if (payout.status === 'approved') {
    await run((tx) => sendPayout(shell, tx, clock, id));
    model.changePayout(payout, 'sent');
  } else {
    await run((tx) => completePayout(shell, tx, clock, id));
    model.changePayout(payout, 'completed');
  }
}

const kinds: [weight: number, name: string, step: (dice: Dice) => Promise<void>][] = [
  [8, 'record', record],
  [7, 'refund', refund],
  [3, 'answer', answer],
  [1, 'fail late', failLate],
  [
    1,
    'confirm',
    (dice) =>
      onOrder(
        dice,
        (ref) => inTransaction(world.db, (tx) => confirmPayment(keyOf(book), tx, world.deps, book, ref)),
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
      const amount = BigInt(1 + dice(2_000));
      const { id } = await world.topUp(book, amount, currency);
      if (book.mode === 'live') await run((tx) => confirmTopUp(shell, tx, world.clock, id));
      model.topUp(amount);
    },
  ],
  [
    3,
    'settle',
    async () => {
      await world.settle(book);
      for (const purse of pursesOf(book)) purse.model.settle();
    },
  ],
  [
    2,
    'pay waiting refunds',
    async () => {
      await world.payWaiting(book);
      for (const purse of pursesOf(book)) purse.model.payWaiting();
    },
  ],
  [
    1,
    'hold',
    (dice) =>
      onOrder(
        dice,
        (ref) => run((tx) => holdOrder(keyOf(book), tx, world, book, ref, undefined)),
        (order) => model.hold(order),
      ),
  ],
  [
    2,
    'release',
    (dice) =>
      onOrder(
        dice,
        (ref) => run((tx) => releaseOrder(keyOf(book), tx, world, book, ref)),
        (order) => model.release(order),
      ),
  ],
  [1, 'assign', assign],
  [3, 'pay outside', payOutside],
  [3, 'claim', claim],
  [1, 'transfer', transfer],
  [6, 'ask for a payout', askPayout],
  [5, 'change a payout', changePayout],
];
const weighted = kinds.flatMap((kind) => Array.from({ length: kind[0] }, () => kind));

async function expectSame(): Promise<void> {
  const nameOf = (one: string, account: string): string => `${one} ${account}`;
  const rows = await listAccounts(world.db, book);
  const found = rows.flatMap((row) =>
    row.balance === 0n ? [] : [[nameOf(row.currency, formatAccount(row)), row.balance] as const],
  );
  const expected = pursesOf(book).flatMap((purse) =>
    [...purse.model.balances].flatMap(([name, amount]) =>
      amount === 0n ? [] : [[nameOf(purse.currency, name), amount] as const],
    ),
  );
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(expected));
}

/** Everything, also what no step was about. */
async function expectSameEverywhere(): Promise<void> {
  for (const purse of purses) {
    enter(purse);
    await expectSame();
  }
  await expectSameStates();
  await expectEventsOfPayees();
  await expectBooksToHold(world.db);
}

/** Every movement of earnings is one event of its payee, apart from those of payouts. */
async function expectEventsOfPayees(): Promise<void> {
  while ((await positionEvents(world.db)) > 0);
  // Two readings, because on a cluster the events of a payee are not where the company's transfers are.
  const { pool } = world.database;
  const { rows: movements } = await pool.query<{ holder: bigint; transfer: bigint; code: string }>(`
    select l.holder_id as holder, t.id as transfer, t.code
    from transfers t
    join accounts a on a.holder_id = t.holder_id and a.id in (t.from_account_id, t.to_account_id)
      and a.kind in ('earnings', 'link_debt')
    join links l on l.company_id = a.holder_id and l.id = a.link_id
    where t.code not in ('payout', 'payout_returned', 'debt_recovered')`);
  const { rows: events } = await pool.query<{ holder: bigint; transfer: bigint; count: number }>(`
    select holder_id as holder, transfer_id as transfer, count(*)::int as count
    from events where transfer_id is not null and position is not null group by 1, 2`);
  const told = new Map(events.map(({ holder, transfer, count }) => [`${holder} ${transfer}`, count]));
  expect(movements.filter(({ holder, transfer }) => told.get(`${holder} ${transfer}`) !== 1)).toEqual([]);
}

async function expectSameStates(): Promise<void> {
  const { rows } = await world.database.pool.query<{ ref: string; states: string }>(
    `select mode || ' ' || partner_order_ref as ref, payment_status || ' ' || settlement_status as states from orders`,
  );
  const found = Object.fromEntries(rows.map(({ ref, states }) => [ref, states]));
  const expected = Object.fromEntries(
    purses.flatMap((purse) =>
      purse.model.orders.map(({ ref, payment, settlement }) => [
        `${purse.book.mode} ${ref}`,
        `${payment} ${settlement}`,
      ]),
    ),
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
        enter(pick(dice, purses));
        try {
          await run(dice);
          await expectSame();
          if (index % verifyEvery === verifyEvery - 1) await expectSameEverywhere();
        } catch (error) {
          throw new Error(`step ${index}, ${name}: ${(error as Error).message}`, { cause: error });
        }
      }
    }),
    { numRuns: 1, endOnFailure: true },
  );
  await expectSameEverywhere();
});
