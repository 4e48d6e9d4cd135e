/** Totals of the lists of the people's API: those of the rows on all pages, whatever the list is narrowed to. */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { type Mode, modes } from '../../src/base/money/mode.ts';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { cancelPayout } from '../../src/features/payouts/change-payout.ts';
import { setRule } from '../../src/features/payouts/payouts.repository.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import { bringIn } from '../fixtures/money.ts';
import { bankForm } from '../fixtures/payouts.ts';
import { visitWith } from '../fixtures/people.ts';
import { memberOf, shell, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeFee } from '../support/fees.ts';
import { makeCompany, makeHolder, makeKey, makeLink } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import { payByCard, simulatedPayDeps } from '../support/pay-by-card.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock('2031-03-01T12:00:00.000Z');
const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', emailVerified: true };
let server: TestServer;
let cookie: string;
let company: bigint;
let shop: bigint;

beforeAll(async () => {
  server = await createTestServer({ clock });
  const { personId } = await server.people.signUp(shell, person);
  company = await makeCompany(server.db);
  shop = await makeHolder(server.db, 'merchant', 'Corner Shop');
  for (const id of [company, shop]) await inTransaction(server.db, (tx) => insertMember(tx, id, personId, 'owner'));
  const signedIn = await server.people.signIn(visitWith(), person);
  if (!signedIn.ok) throw new Error(signedIn.reason);
  cookie = signedIn.cookies.map((one) => one.split(';', 1)[0]).join('; ');
  await makeFee(server.db, { holderId: shop, basisPoints: 200 });
  await inTransaction(server.db, (tx) => setRule(tx, 'EUR', { minimum: 100n, fee: 25n, dailyLimit: null }));
  for (const mode of modes) await recordOrders(mode, mode === 'test' ? 3 : 1);
  await makePayments();
  await makePayouts();
});
afterAll(async () => {
  await expectBooksToHold(server.db, { byHand: ['members', 'payout_rules'] });
  await server.close();
});

/** Each round in three currencies and two days, settled after all but the last one. */
async function recordOrders(mode: Mode, rounds: number): Promise<void> {
  const partner = createPartnerClient(server.app, await makeKey(server.db, company, mode));
  const merchant = Number(await makeLink(server.db, company, 'merchant', 'Noodle Bar'));
  const send = async (path: string, body?: object) => {
    const answer = await partner.post(path, body);
    expect(answer.statusCode, answer.body).toBeLessThan(300);
  };
  for (const currency of ['EUR', 'USD', 'JPY']) {
    const to = accountAt({ holderId: company, mode, currency }, 'clearing');
    await inTransaction(server.db, (tx) => bringIn(tx, to, 100_000n, clock.now(company, mode), 'bank'));
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, currency] of ['EUR', 'EUR', 'EUR', 'USD', 'USD', 'JPY'].entries()) {
      const amount = currency === 'JPY' ? 700 + round : (1_001 + 100 * (index + round)) / 100;
      const ref = `${mode}-${round}-${index}`;
      const splits = [{ beneficiary_type: 'merchant', beneficiary_ref: index === 0 ? null : merchant, amount }];
      await send('/orders', orderBody({ partner_order_ref: ref, total_amount: amount, currency, splits }));
      if (index === 2) await send(`/orders/${ref}/refunds`, { refund_ref: 'r', amount: 1.5 });
    }
    await send('/orders', orderBody({ partner_order_ref: `${mode}-${round}-cancelled`, currency: 'EUR' }));
    const shadow = {
      is_shadow: true,
      shadow_merchant_ref: 'r',
      splits: [{ beneficiary_type: 'merchant', amount: 12.5 }],
    };
    await send('/orders', orderBody({ partner_order_ref: `${mode}-${round}-shadow`, currency: 'EUR', ...shadow }));
    if (round < rounds - 1) await send('/settlements');
    clock.advance(86_400_000);
  }
}

async function makePayments(): Promise<void> {
  const book = { holderId: shop, mode: 'test' } as const;
  const deps = simulatedPayDeps(server.db, clock);
  for (const [index, currency] of ['EUR', 'EUR', 'EUR', 'USD', 'JPY'].entries()) {
    const draft = { amount: 1_001n + BigInt(index), currency, returnUrl: null, cancelUrl: null, webhookUrl: null };
    const { id } = await createPaymentCreator(server).create(shopKey(book), book, 'api', {
      ...draft,
      custom: `Invoice ${index}`,
      manualCapture: false,
      orderId: null,
    });
    if (index % 2 === 0) await payByCard(deps, { holderId: shop, id });
    clock.advance(86_400_000);
  }
}

async function makePayouts(): Promise<void> {
  const book = { holderId: company, mode: 'test' } as const;
  const owner = memberOf(book);
  const { id } = await inTransaction(server.db, (tx) => addBankAccount(shell, tx, clock, company, bankForm()));
  for (const amount of [500n, 701n, 902n]) {
    const wanted = { ownerHolderId: company, book, account: ledgerAccount.clearing, bankAccountId: id };
    const payout = await inTransaction(server.db, (tx) =>
      requestPayout(owner, tx, clock, { ...wanted, amount, currency: 'EUR' }),
    );
    if (amount === 701n) await inTransaction(server.db, (tx) => cancelPayout(owner, tx, clock, company, payout.id));
    clock.advance(86_400_000);
  }
}

type Row = { currency: string } & Record<string, unknown>;
type Sum = { currency: string; count: number } & Record<string, number>;

async function read(path: string, holderId: bigint, mode: Mode) {
  const headers = { cookie, 'sluice-holder': String(holderId), 'sluice-mode': mode };
  const answer = await server.app.inject({ method: 'GET', url: `/api/v1${path}`, headers });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
}

async function allPages(list: string, query: string, holderId: bigint, mode: Mode): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  do {
    const from: string = cursor === null ? '' : `&cursor=${encodeURIComponent(cursor)}`;
    const page: { data: Row[]; next_cursor: string | null } = await read(
      `/${list}?limit=2${query}${from}`,
      holderId,
      mode,
    );
    rows.push(...page.data);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return rows;
}

const thousandths = (amount: unknown): bigint => BigInt(Math.round(Number(amount) * 1_000));

/** Of the rows that the list has on all its pages, for those amounts that its rows show. */
function sumOf(rows: readonly Row[], { currency, count: _, ...amounts }: Sum) {
  const own = rows.filter((row) => row.currency === currency);
  const shown = Object.keys(amounts).filter((name) => own.every((row) => name in row));
  const costs = (row: Row, name: string) => name !== 'fee' || row.status !== 'cancelled';
  const sums = shown.map((name) => [
    name,
    own.reduce((sum, row) => sum + (costs(row, name) ? thousandths(row[name]) : 0n), 0n),
  ]);
  return { currency, count: own.length, ...Object.fromEntries(sums) };
}

async function expectTotals(list: string, query: string, holderId: bigint, mode: Mode): Promise<number> {
  const rows = await allPages(list, query, holderId, mode);
  const { data } = await read(`/totals/${list}?${query.slice(1)}`, holderId, mode);
  expect(data).toMatchObject({ count: rows.length, is_more: false });
  const currencies = [...new Set(rows.map(({ currency }) => currency))].sort();
  expect(data.sums.map(({ currency }: Sum) => currency)).toEqual(currencies);
  for (const sum of data.sums as Sum[]) {
    const expected = sumOf(rows, sum);
    const given = Object.entries(sum).map(([name, value]) => [
      name,
      name === 'currency' || name === 'count' ? value : thousandths(value),
    ]);
    expect(Object.fromEntries(given)).toMatchObject(expected);
    expect(Object.keys(expected)).toContain('amount');
  }
  return rows.length;
}

describe('the totals of orders are those of all pages', () => {
  const day = '2031-03-02T00:00:00.000Z';
  it.each(
    modes.flatMap((mode) =>
      [
        '',
        '&settlement_status=settled',
        '&settlement_status=unsettled',
        '&payment_status=partially_refunded',
        '&currency=USD',
        '&currency=GBP',
        '&broken_splits=true',
        '&is_shadow=true',
        `&from=${day}`,
        `&to=${day}&currency=EUR`,
        `&search=${mode}-0`,
        '&search=nowhere',
        `&search=-1&from=${day}&currency=EUR`,
      ].map((query) => [mode, query] as const),
    ),
  )('%s%s', async (mode, query) => {
    await expectTotals('orders', query, company, mode);
  });

  it('of each mode on their own', async () => {
    expect(await expectTotals('orders', '', company, 'test')).toBe(24);
    expect(await expectTotals('orders', '', company, 'live')).toBe(8);
  });

  it('with what was refunded', async () => {
    const { data } = await read('/totals/orders?currency=EUR', company, 'test');
    expect(data.sums).toMatchObject([{ refunded_amount: 4.5 }]);
  });
});

describe('the totals of payments are those of all pages', () => {
  it.each([
    '',
    '&status=succeeded',
    '&status=created',
    '&currency=EUR',
    '&search=invoice%202',
    '&search=10.03',
    '&from=2031-03-07T00:00:00.000Z&dated_by=paid',
    '&to=2031-03-07T00:00:00.000Z',
    '&attention=disputed',
  ])('%s', async (query) => {
    await expectTotals('payments', query, shop, 'test');
  });

  it('with their fees', async () => {
    const { data } = await read('/totals/payments?currency=EUR&status=succeeded', shop, 'test');
    const sums = { amount: 20.04, fee: 0.4, refunded_amount: 0, paid_amount: 20.04, unpaid_amount: 0 };
    expect(data.sums).toEqual([{ currency: 'EUR', count: 2, ...sums }]);
  });

  it('what was paid apart from what was not', async () => {
    const { data } = await read('/totals/payments', shop, 'test');
    const parts = (data.sums as Sum[]).map(({ currency, amount, paid_amount, unpaid_amount }) => [
      ...[currency, amount, paid_amount, unpaid_amount],
    ]);
    expect(parts).toEqual([
      ['EUR', 30.06, 20.04, 10.02],
      ['JPY', 1005, 1005, 0],
      ['USD', 10.04, 0, 10.04],
    ]);
  });
});

describe('the totals of payouts are those of all pages', () => {
  it.each([
    ['', 3],
    ['&status=requested', 2],
    ['&status=cancelled', 1],
    ['&status=sent', 0],
  ] as const)('%s', async (query, count) => {
    expect(await expectTotals('payouts', query, company, 'test')).toBe(count);
    expect(await expectTotals('payouts', query, company, 'live')).toBe(0);
  });
});

describe('payouts that come to nothing', () => {
  it('are neither paid nor on their way, and cost nothing', async () => {
    const { data } = await read('/totals/payouts', company, 'test');
    const sums = { amount: 21.03, fee: 0.5, paid_amount: 0, on_its_way_amount: 14.02 };
    expect(data.sums).toEqual([{ currency: 'EUR', count: 3, ...sums }]);
    const canceled = await read('/totals/payouts?status=cancelled', company, 'test');
    const none = { amount: 7.01, fee: 0, paid_amount: 0, on_its_way_amount: 0 };
    expect(canceled.data.sums).toEqual([{ currency: 'EUR', count: 1, ...none }]);
  });
});

it('payouts of a time are those requested from its beginning on and before its end', async () => {
  const middle = (await allPages('payouts', '', company, 'test'))[1]?.created_at;
  expect(await expectTotals('payouts', `&from=${middle}`, company, 'test')).toBe(2);
  expect(await expectTotals('payouts', `&to=${middle}`, company, 'test')).toBe(1);
});

describe('the totals of settlements', () => {
  it.each(modes)('are what the settlements of %s mode credited', async (mode) => {
    await expectCredited('', mode);
  });

  it('of a time are those that started from its beginning on and before its end', async () => {
    const [, second, ...rest] = await allPages('settlements', '', company, 'test');
    expect(await expectCredited(`&from=${second?.started_at}`, 'test')).toBe(2);
    expect(await expectCredited(`&to=${second?.started_at}`, 'test')).toBe(rest.length);
  });

  it('and each row are added up where an earlier version stored nothing', async () => {
    const stored = await allPages('settlements', '', company, 'test');
    const kept = await server.db.selectFrom('settlements').select(['id', 'recorded']).execute();
    const latest = kept.map(({ id }) => id).reduce((one, other) => (one > other ? one : other));
    await server.db.updateTable('settlements').set({ recorded: null }).where('id', '<>', latest).execute();
    expect(await allPages('settlements', '', company, 'test')).toEqual(stored);
    await expectCredited('', 'test');
    for (const { id, recorded } of kept) {
      const restored = JSON.stringify(recorded);
      await server.db.updateTable('settlements').set({ recorded: restored }).where('id', '=', id).execute();
    }
  });

  it('are not added up of too many orders that nothing is stored of', async () => {
    await withSettled(25_001, async () => {
      expect((await read('/totals/settlements', company, 'test')).data.sums).toBeNull();
      const [first, ...others] = await allPages('settlements', '', company, 'test');
      expect([first?.credited, first?.recorded]).toEqual([null, null]);
      expect(others.every(({ credited }) => credited !== null)).toBe(true);
    });
  });
});

type Amounts = { currency: string; amount: number }[];

const inThousandths = (amounts: Amounts) =>
  Object.fromEntries(amounts.map(({ currency, amount }) => [currency, thousandths(amount)]));

/** Compares each row and the totals with the parties of each settlement. @returns how many there are. */
async function expectCredited(query: string, mode: Mode): Promise<number> {
  const settlements = await allPages('settlements', query, company, mode);
  const all = { credited: {} as Record<string, bigint>, recorded: {} as Record<string, bigint> };
  for (const row of settlements) {
    const { data } = await read(`/settlements/${row.settlement_id}`, company, mode);
    for (const part of ['credited', 'recorded'] as const) {
      const own: Record<string, bigint> = {};
      for (const { currency, amount, is_shadow: isShadow } of data.totals as (Amounts[number] & {
        is_shadow: boolean;
      })[]) {
        if (isShadow !== (part === 'recorded')) continue;
        own[currency] = (own[currency] ?? 0n) + thousandths(amount);
        all[part][currency] = (all[part][currency] ?? 0n) + thousandths(amount);
      }
      for (const shown of [row[part], data[part]] as Amounts[]) {
        expect(shown.map(({ currency }) => currency)).toEqual(Object.keys(own).sort());
        expect(inThousandths(shown)).toEqual(own);
      }
    }
  }
  const { data } = await read(`/totals/settlements?${query.slice(1)}`, company, mode);
  expect(data).toMatchObject({ count: settlements.length, is_more: false });
  for (const { currency, amount, credited_amount: credited, recorded_amount: recorded } of data.sums as Sum[]) {
    const [own, others] = [all.credited[currency] ?? 0n, all.recorded[currency] ?? 0n];
    expect([credited, recorded, amount].map(thousandths)).toEqual([own, others, own + others]);
  }
  const currencies = new Set([...Object.keys(all.credited), ...Object.keys(all.recorded)]);
  expect((data.sums as Sum[]).map(({ currency }) => currency)).toEqual([...currencies].sort());
  return settlements.length;
}

const currenciesOf = ({ credited, recorded }: Record<string, unknown>): string[] =>
  [...new Set([...(credited as Amounts), ...(recorded as Amounts)].map(({ currency }) => currency))].sort();

/** While the latest settlement says that it settled so many orders, and what it credited is not stored. */
async function withSettled(ordersSettled: number, work: () => Promise<void>): Promise<void> {
  const { db } = server;
  const latest = await db
    .selectFrom('settlements')
    .select(['id', 'recorded', 'ordersSettled'])
    .where('mode', '=', 'test')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  const set = (values: { recorded: string | null; ordersSettled: number }) =>
    db.updateTable('settlements').set(values).where('id', '=', latest.id).execute();
  await set({ recorded: null, ordersSettled });
  await work();
  await set({ recorded: JSON.stringify(latest.recorded), ordersSettled: latest.ordersSettled });
}

describe('the totals of top-ups and links', () => {
  it('are what arrived, in each mode', async () => {
    for (const mode of modes) expect(await expectTotals('top-ups', '', company, mode)).toBe(3);
    expect(await expectTotals('top-ups', '&status=pending', company, 'test')).toBe(0);
    expect(await expectTotals('top-ups', '&from=2031-03-01T12:00:00.000Z', company, 'test')).toBe(3);
    expect(await expectTotals('top-ups', '&to=2031-03-01T12:00:00.000Z', company, 'test')).toBe(0);
    const { data } = await read('/totals/top-ups?', company, 'test');
    for (const { amount, paid_amount, on_its_way_amount: coming } of data.sums as Sum[]) {
      expect([paid_amount, coming]).toEqual([amount, 0]);
    }
  });

  it('are how many links there are', async () => {
    for (const [query, count] of [
      ['', 2],
      ['&search=noodle', 2],
      ['&status=ended', 0],
      ['&type=courier', 0],
    ] as const) {
      expect(await allPages('links', query, company, 'test')).toHaveLength(count);
      const { data } = await read(`/totals/links?${query.slice(1)}`, company, 'test');
      expect(data).toEqual({ count, is_more: false, sums: [] });
    }
  });
});

it('a filter that the list refuses is refused of its totals', async () => {
  const headers = { cookie, 'sluice-holder': String(company), 'sluice-mode': 'test' };
  for (const query of ['from=yesterday', 'settlement_status=lost', 'currency=eur']) {
    for (const path of ['/orders', '/totals/orders']) {
      const answer = await server.app.inject({ method: 'GET', url: `/api/v1${path}?${query}`, headers });
      expect(answer.statusCode).toBe(422);
    }
  }
});

describe('the CSV', () => {
  async function fileOf(list: string, query: string, mode: Mode = 'test') {
    const headers = { cookie, 'sluice-holder': String(company), 'sluice-mode': mode };
    const url = `/api/v1/${list}.csv?${query.slice(1)}`;
    const answer = await server.app.inject({ method: 'GET', url, headers });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers['content-disposition']).toBe(`attachment; filename="${list}.csv"`);
    return parse(answer.body, { columns: true }) as Record<string, string>[];
  }

  it('of settlements has a line for each currency that each of the list credited', async () => {
    const [first] = await allPages('settlements', '', company, 'test');
    const queries = ['', `&from=${first?.started_at}`, `&to=${first?.started_at}`];
    const compare = async (query: string, mode: Mode) => {
      const listed = (await allPages('settlements', query, company, mode)).flatMap((one) =>
        currenciesOf(one).map((currency) => [
          one.settlement_id,
          one.status,
          currency,
          inThousandths(one.credited as Amounts)[currency],
          inThousandths(one.recorded as Amounts)[currency],
          one.orders_settled,
        ]),
      );
      const written = (await fileOf('settlements', query, mode)).map((row) => [
        Number(row.settlement_id),
        row.status,
        row.currency,
        row.credited === '' ? undefined : thousandths(row.credited),
        row.recorded === '' ? undefined : thousandths(row.recorded),
        Number(row.orders_settled),
      ]);
      expect(written).toEqual(listed);
      return written.length;
    };
    for (const query of queries) expect(await compare(query, 'test')).toBeGreaterThan(0);
    expect(await compare('', 'live')).toBe(0);
  });

  it('of settlements has a line for one that credited nothing', async () => {
    const partner = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
    expect((await partner.post('/settlements', { currency: 'CHF' })).statusCode).toBe(201);
    expect(await fileOf('settlements', '', 'live')).toMatchObject([
      { status: 'done', trigger: 'request', currency: 'CHF', credited: '', recorded: '', orders_settled: '0' },
    ]);
  });

  it('of settlements has what they credited where the list leaves it out', async () => {
    const stored = await fileOf('settlements', '');
    await withSettled(25_001, async () => {
      const amounts = (rows: typeof stored) =>
        rows.map(({ settlement_id: id, currency, credited, recorded }) => [id, currency, credited, recorded]);
      expect(amounts(await fileOf('settlements', ''))).toEqual(amounts(stored));
    });
  });

  it('of top-ups has the rows that the list has when it is narrowed alike', async () => {
    for (const mode of modes) {
      for (const query of ['', '&status=pending', '&to=2031-03-01T12:00:00.000Z']) {
        const shown = ({ topup_id, status, account, currency, amount, created_at }: Record<string, unknown>) => [
          ...[topup_id, status, account, currency, created_at],
          thousandths(amount),
        ];
        const written = await fileOf('top-ups', query, mode);
        expect(written.map(shown)).toEqual((await allPages('top-ups', query, company, mode)).map(shown));
        if (query === '') expect(written).toHaveLength(3);
      }
    }
  });
});

it('the CSV of payouts has the rows that the list has when it is narrowed alike', async () => {
  const headers = { cookie, 'sluice-holder': String(company), 'sluice-mode': 'test' };
  for (const query of ['', '&status=requested', '&from=2031-03-11T12:00:00.000Z']) {
    const answer = await server.app.inject({ method: 'GET', url: `/api/v1/payouts.csv?${query.slice(1)}`, headers });
    const written = parse(answer.body, { columns: true }) as Record<string, string>[];
    const listed = await allPages('payouts', query, company, 'test');
    const shown = (row: Record<string, unknown>) => [
      row.payout_id,
      row.currency,
      thousandths(row.amount),
      thousandths(row.net_amount),
    ];
    expect(written.map(shown)).toEqual(listed.map(shown));
    expect(written.length).toBeGreaterThan(0);
  }
});
