/**
 * Orders to settle, what every party must have in the end by a model of its own, and the comparison. The model adds up
 * splits as they are made, less what was refunded of them before; a link that owes the company earns that much less, and
 * clearing has it. It shares no rule with the service.
 */

import { sql } from 'kysely';
import { expect } from 'vitest';
import { systemClock } from '../../src/base/clock/clock.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { formatAccount } from '../../src/core/ledger/accounts.ts';
import { listAccounts } from '../../src/core/ledger/ledger.repository.ts';
import { insertOrders, type OrderInsert } from '../../src/features/orders/insert-orders.repository.ts';
import type { Split } from '../../src/features/orders/order.ts';
import { insertOf } from '../../src/features/orders/record-order.ts';
import { requestTopUp } from '../../src/features/wallets/top-up.ts';
import { makeLinkOwe } from '../fixtures/money.ts';
import { draftOf } from '../fixtures/order-values.ts';
import { shell } from '../support/actors.ts';
import { accountAt } from '../support/ledger-names.ts';
import { type Company, post, randomInteger, type Service, type Stage, until } from './support.ts';

const insertSizeMax = 1_000;
/** One order in ten, by number, is in a second currency, and one is a shadow order. */
const everyTenth = 10;
const secondCurrency = 3;
const shadow = 7;
/** One order in a hundred, by number, has a share that was reduced before. */
const everyHundredth = 100;
const reduced = 41;
const spare = 12_345n;
const kitchen = 'kitchen-7';

/** Balances by currency and name. */
type Balances = Record<string, bigint>;

export type Due = { orders: number; transfers: number; balances: Balances };

/** Records `count` unsettled orders and funds clearing for all of them. The service must run. */
export async function recordOrders(stage: Stage, company: Company, service: Service, count: number): Promise<Due> {
  const due: Due = { orders: count, transfers: 0, balances: {} };
  const refunds = new Map<string, number>();
  const orders = Array.from({ length: count }, (_, n) => makeOrder(company, n, due, refunds));
  await fund(stage, company, due);
  for (let first = 0; first < count; first += insertSizeMax) {
    await insertOrders(stage.db, orders.slice(first, first + insertSizeMax));
  }
  await stage.pool.query('analyze orders');
  for (const [ref, amount] of refunds) {
    const splits = [{ beneficiary_type: 'merchant', amount }];
    const answer = await post(service, company, `/orders/${ref}/refunds`, { refund_ref: 'before', splits });
    expect(answer).toMatchObject({ status: 201, data: { status: 'succeeded' } });
  }
  await indebt(stage, company, due);
  return due;
}

/** Two links owe half of what they are about to earn: many batches in a row recover some of it. */
async function indebt({ db }: Stage, { book, merchants, couriers }: Company, { balances }: Due): Promise<void> {
  for (const link of [merchants[0], couriers[0]]) {
    const earnings = accountAt({ ...book, currency: 'USD' }, `earnings:${link}`);
    const amount = (balances[`USD ${formatAccount(earnings)}`] ?? 0n) / 2n;
    await inTransaction(db, (tx) => makeLinkOwe(tx, earnings, amount, systemClock.now(book.holderId, book.mode)));
    balances[`USD ${formatAccount(earnings)}`] = (balances[`USD ${formatAccount(earnings)}`] ?? 0n) - amount;
    balances['USD clearing'] = (balances['USD clearing'] ?? 0n) + amount;
    balances[`USD debt:${link}`] = 0n;
    balances['USD debts'] = 0n;
    balances['USD payouts:pending'] = 0n;
  }
}

function makeOrder(
  { book, merchants, couriers }: Company,
  n: number,
  due: Due,
  refunds: Map<string, number>,
): OrderInsert {
  const currency = n % everyTenth === secondCurrency ? 'JPY' : 'USD';
  const isShadow = n % everyTenth === shadow;
  const merchant = isShadow ? null : (merchants[randomInteger(merchants.length)] as bigint);
  const courier = couriers[randomInteger(couriers.length)] as bigint;
  const splits: Split[] = [
    { type: 'merchant', ref: merchant, amount: BigInt(1 + randomInteger(5_000)) },
    { type: 'courier', ref: courier, amount: BigInt(randomInteger(3) * randomInteger(300)) },
    { type: 'partner', ref: null, amount: BigInt(1 + randomInteger(400)) },
  ];
  // At times all of its share, so that nothing is posted for it.
  const less = n % everyHundredth === reduced ? BigInt(1 + randomInteger(Number(splits[0]?.amount))) : 0n;
  if (less > 0n) refunds.set(`order-${n}`, Number(less) / 100);
  const owe = (name: string, amount: bigint): void => {
    const key = `${currency} ${name}`;
    due.balances[key] = (due.balances[key] ?? 0n) + amount;
  };
  const names = isShadow
    ? [`shadow:earnings:ref:${kitchen}`, `shadow:earnings:courier:${courier}`, 'shadow:commission']
    : [`earnings:${merchant}`, `earnings:${courier}`, 'commission'];
  splits.forEach((split, line) => {
    const amount = split.amount - (line === 0 ? less : 0n);
    owe(names[line] as string, amount);
    if (isShadow) owe('shadow:clearing', -amount);
    if (amount > 0n) due.transfers += 1;
  });
  const draft = draftOf(`order-${n}`, splits, {
    paymentSource: 'card',
    currency,
    isShadow,
    shadowMerchantRef: isShadow ? kitchen : null,
  });
  return insertOf(shell, book, draft, new Date());
}

/** A little more than is due, so that what is left shows as well. */
async function fund({ db }: Stage, { book }: Company, { balances }: Due): Promise<void> {
  for (const currency of ['USD', 'JPY']) {
    const shares = Object.entries(balances).filter(([key]) => /^... (earnings|commission)/.test(key));
    const needed = shares.reduce((sum, [key, amount]) => (key.startsWith(currency) ? sum + amount : sum), 0n);
    const amount = needed + spare;
    const request = { amount, currency, accountKind: 'clearing', source: 'bank' } as const;
    await inTransaction(db, (tx) => requestTopUp(shell, tx, systemClock, book, request));
    balances[`${currency} clearing`] = spare;
    balances[`${currency} outside:bank`] = -amount;
  }
  // Money that arrives wakes a settlement; it must find nothing, so that the test's own one is the only one.
  await until('the arrival of funds was looked at', async () => {
    const { rows } = await sql<{ count: bigint }>`
      select count(*) from graphile_worker.jobs where task_identifier = ${'settle_on_funds'}`.execute(db);
    return rows[0]?.count === 0n;
  });
}

export type Run = { id: bigint; status: string; settled: number };

/** The company's one requested settlement, once there is one: its debts come from earlier ones. */
export async function findRun({ db }: Stage, { book }: Company): Promise<Run | undefined> {
  const { rows } = await sql<Run>`
    select id, status, orders_settled as settled from settlements
    where holder_id = ${book.holderId} and trigger = 'request'`.execute(db);
  expect(rows.length).toBeLessThanOrEqual(1);
  return rows[0];
}

export type SettlementAnswer = {
  status: number;
  data: { settlement_id: number; status: string; orders_settled: number; totals: { lines: number }[] };
};

/** POST /settlements, as one request however often it is sent. @returns undefined when it could not be answered. */
export const requestSettlement = (service: Service, company: Company): Promise<SettlementAnswer | undefined> =>
  post<SettlementAnswer['data']>(service, company, '/settlements', {}, 'settle-once');

/** Each party has what the splits say, once, and everybody is told the same. */
export async function expectSettled(stage: Stage, company: Company, service: Service, due: Due): Promise<void> {
  const { holderId } = company.book;
  const run = await findRun(stage, company);
  expect(run).toMatchObject({ status: 'done', settled: due.orders });

  const accounts = await listAccounts(stage.db, company.book);
  const balances = accounts.map((one) => [`${one.currency} ${formatAccount(one)}`, one.balance] as const);
  // A payee whose shares are all 0 has no account.
  const aboveOrBelow0 = (all: Iterable<readonly [string, bigint]>) =>
    Object.fromEntries([...all].filter(([, balance]) => balance !== 0n));
  expect(aboveOrBelow0(balances)).toEqual(aboveOrBelow0(Object.entries(due.balances)));

  const { rows: counts } = await sql`
    select
      (select count(*) from transfers where holder_id = ${holderId} and code = 'settlement'
        and settlement_id = ${run?.id ?? null}::bigint) as transfers,
      (select count(*) from orders where holder_id = ${holderId} and settlement_status = 'settled'
        and settlement_id = ${run?.id ?? null}::bigint) as orders,
      (select count(distinct subject_id) from events where holder_id = ${holderId} and type = 'order.settled') as told,
      (select count(*) from events where holder_id = ${holderId} and type = 'order.settled') as events,
      (select count(*) from events where holder_id = ${holderId} and type = 'settlement.completed') as ends`.execute(
    stage.db,
  );
  const orders = BigInt(due.orders);
  expect(counts).toEqual([{ transfers: BigInt(due.transfers), orders, told: orders, events: orders, ends: 1n }]);

  const answer = await requestSettlement(service, company);
  expect(answer).toMatchObject({ status: 201, data: { settlement_id: Number(run?.id), orders_settled: due.orders } });
  expect(answer?.data.totals.reduce((sum, total) => sum + total.lines, 0)).toBe(due.transfers);
  await stage.verify();
}
