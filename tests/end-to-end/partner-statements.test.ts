/** Statements of settlements and of a party's months: CSV, page and JSON. */
import { createHash } from 'node:crypto';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { inTransaction, type Tx } from '../../src/base/database/transaction.ts';
import { payOrder } from '../../src/features/orders/payment-link.ts';
import { saveSettings } from '../../src/features/settlements/schedules.repository.ts';
import { createAccountMonths } from '../../src/features/settlements/statements/account-months.ts';
import { movementsOf, openPartyMonth } from '../../src/features/settlements/statements/party-statement.ts';
import { statementWords } from '../../src/features/settlements/statements/words.ts';
import { drawOut, makeLinkOwe } from '../fixtures/money.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeFee } from '../support/fees.ts';
import { endLink, makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { payByCard, simulatedPayDeps } from '../support/pay-by-card.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock();
let server: TestServer;
let company: bigint;
let test: PartnerClient;
let merchant: number;

beforeAll(async () => {
  server = await createTestServer({ clock });
});
afterAll(() => server.close());
beforeEach(async () => {
  clock.set('2031-03-01T12:00:00.000Z');
  company = await makeCompany(server.db, { name: 'Bolt <Bistro> & Co' });
  test = createPartnerClient(server.app, await makeKey(server.db, company));
  merchant = Number(await makeLink(server.db, company, 'merchant', '=Taverna'));
});

const splits = () => [
  { beneficiary_type: 'merchant', beneficiary_ref: merchant, amount: 9 },
  { beneficiary_type: 'partner', amount: 1.25 },
];
const record = async (ref: string, changes: Record<string, unknown> = {}) => {
  const answer = await test.post('/orders', orderBody({ partner_order_ref: ref, splits: splits(), ...changes }));
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json().data.order_id as number;
};
const topUp = async (amount: number, currency = 'EUR') => {
  expect((await test.post('/wallets/topups', { amount, currency })).statusCode).toBe(201);
};
const settle = async () => (await test.post('/settlements')).json().data.settlement_id as number;
const account = (name: string, currency = 'EUR') => accountAt({ holderId: company, mode: 'test', currency }, name);
const run = (work: (tx: Tx) => Promise<void>) => inTransaction(server.db, work);

type Row = Record<string, string>;
const csvOf = (text: string): Row[] => parse(text, { columns: true, record_delimiter: '\r\n' }) as Row[];
const minor = (text = ''): bigint => BigInt(text.replace('.', ''));

describe('GET /settlements/{id}/statement.csv', () => {
  it('has a line per order and party, recoveries, and totals by party and currency', async () => {
    await topUp(100);
    await topUp(100, 'USD');
    const first = await record('=cmd|calc');
    await record('b', { currency: 'USD' });
    // What the merchant owed from before is recovered by this settlement.
    await run((tx) => makeLinkOwe(tx, account(`earnings:${merchant}`), 200n, clock.now(company, 'test')));
    const id = await settle();

    const answer = await test.get(`/settlements/${id}/statement.csv`);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': `attachment; filename="settlement-${id}-test.csv"`,
      'cache-control': 'no-store',
    });
    const rows = csvOf(answer.body);
    const at = clock.now(company, 'test').toISOString();
    const taverna = {
      beneficiary_type: 'merchant',
      beneficiary_ref: String(merchant),
      shadow_merchant_ref: '',
      name: "'=Taverna",
    };
    const line = {
      row: 'settled',
      order_ref: "'=cmd|calc",
      order_id: String(first),
      currency: 'EUR',
      at,
      is_shadow: 'false',
    };
    expect(rows[0]).toEqual({ ...line, ...taverna, amount: '9.00' });
    expect(rows[1]).toMatchObject({ ...line, beneficiary_type: 'partner', beneficiary_ref: '', amount: '1.25' });
    const recovery = rows.find((row) => row.row === 'debt_recovery');
    expect(recovery).toMatchObject({ ...line, row: 'debt_recovery', ...taverna, amount: '-2.00' });
    const totals = rows.filter((row) => row.row === 'total');
    expect(totals.map((row) => [row.beneficiary_type, row.currency, row.amount])).toEqual([
      ['merchant', 'EUR', '7.00'],
      ['partner', 'EUR', '1.25'],
      ['merchant', 'USD', '9.00'],
      ['partner', 'USD', '1.25'],
    ]);
    await expectBooksToHold(server.db);
  });

  it('shows what a run recovered of a debt, beside the order that paid it', async () => {
    await topUp(100);
    await record('a');
    await settle();
    await run((tx) => drawOut(tx, account(`earnings:${merchant}`), 500n, clock.now(company, 'test')));
    expect((await test.post('/orders/a/refunds', { refund_ref: 'r' })).statusCode).toBe(201);
    await record('b');
    const id = await settle();
    const rows = csvOf((await test.get(`/settlements/${id}/statement.csv`)).body);
    expect(rows.map((row) => [row.row, row.order_ref, row.beneficiary_type, row.amount])).toEqual([
      ['settled', 'b', 'merchant', '9.00'],
      ['settled', 'b', 'partner', '1.25'],
      ['debt_recovery', 'b', 'merchant', '-5.00'],
      ['total', '', 'merchant', '4.00'],
      ['total', '', 'partner', '1.25'],
    ]);
    const { body } = await test.get(`/settlements/${id}/statement.html`);
    for (const text of ['−5.00', '4.00']) expect(body).toContain(text);
    await expectBooksToHold(server.db);
  });

  it('lists the fee that commission bore for the payment of an order', async () => {
    await makeFee(server.db, { holderId: company, currency: 'EUR', basisPoints: 200, fixed: 5n });
    const body = orderBody({ partner_order_ref: 'a', payment_source: 'service', splits: splits() });
    const { payment_url } = (await test.post('/orders', body)).json().data;
    const deps = { ...simulatedPayDeps(server.db, server.clock), onPaid: payOrder };
    expect(await payByCard(deps, { holderId: company, id: payment_url.split('/').at(-1) })).toBe('succeeded');
    const id = await settle();
    const rows = csvOf((await test.get(`/settlements/${id}/statement.csv`)).body);
    expect(rows.map((row) => [row.row, row.order_ref, row.beneficiary_type, row.amount])).toEqual([
      ['settled', 'a', 'merchant', '9.00'],
      ['settled', 'a', 'partner', '1.25'],
      ['fee', 'a', 'partner', '-0.30'],
      ['total', '', 'merchant', '9.00'],
      ['total', '', 'partner', '0.95'],
    ]);
    await expectBooksToHold(server.db);
  });

  it('tells shares of the shadow ledger from money, and never adds them up together', async () => {
    await topUp(100);
    await record('real', {});
    await record('shadow', { is_shadow: true, splits: [{ beneficiary_type: 'merchant', amount: 9 }] });
    const id = await settle();
    const rows = csvOf((await test.get(`/settlements/${id}/statement.csv`)).body);
    expect(rows.map((row) => [row.row, row.is_shadow, row.amount])).toEqual([
      ['settled', 'false', '9.00'],
      ['settled', 'false', '1.25'],
      ['settled', 'true', '9.00'],
      ['total', 'false', '9.00'],
      ['total', 'false', '1.25'],
      ['total', 'true', '9.00'],
    ]);
    const page = (await test.get(`/settlements/${id}/statement.html`)).body;
    expect(page).toContain('<dt>Total EUR</dt><dd class="figure">10.25</dd>');
    expect(page).toContain('<dt>Shadow ledger EUR</dt><dd class="figure">9.00</dd>');
    expect(page).toContain('Merchant (shadow)');
    await expectBooksToHold(server.db);
  });

  it('goes on past a page of lines, each once', async () => {
    const splits = Array.from({ length: 200 }, () => ({ beneficiary_type: 'partner', amount: 0.01 }));
    await topUp(100);
    for (let order = 0; order < 12; order += 1) await record(`o${order}`, { splits });
    const rows = csvOf((await test.get(`/settlements/${await settle()}/statement.csv`)).body);
    expect(rows.filter((row) => row.row === 'settled')).toHaveLength(2_400);
    expect(rows.at(-1)).toMatchObject({ row: 'total', amount: '24.00' });
    await expectBooksToHold(server.db);
  });

  it('of an empty one is its header; of another mode or company a 404, with a page too', async () => {
    const id = await settle();
    expect((await test.get(`/settlements/${id}/statement.csv`)).body.split('\r\n')).toHaveLength(2);
    const live = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
    const other = createPartnerClient(server.app, await makeKey(server.db, await makeCompany(server.db)));
    for (const client of [live, other]) {
      for (const ending of ['csv', 'html']) {
        const answer = await client.get(`/settlements/${id}/statement.${ending}`);
        expect([answer.statusCode, answer.json().error.code]).toEqual([404, 'not_found']);
      }
    }
    expect((await test.get('/settlements/x/statement.csv')).statusCode).toBe(404);
    expect((await test.get(`/settlements/${id}/statement.pdf`)).statusCode).toBe(404);
    expect((await test.post(`/settlements/${id}/statement.csv`)).statusCode).toBe(405);
  });
});

/** The one script of a page prints it, and its hash is all that the policy allows. */
function expectOnlyPrintScript({ body, headers }: { body: string; headers: Record<string, unknown> }): void {
  const scripts = [...body.matchAll(/<script[^>]*>([^<]*)<\/script>/g)].map(([, script = '']) => script);
  expect(scripts).toEqual([expect.stringContaining('window.print()')]);
  expect(body.match(/<script/g)).toHaveLength(1);
  const hash = createHash('sha256')
    .update(scripts[0] ?? '')
    .digest('base64');
  expect(headers['content-security-policy']).toContain(`; script-src 'sha256-${hash}';`);
}

describe('GET /settlements/{id}/statement.html', () => {
  it('is a page that stands alone: escaped, its style and the one script named by hash, test mode marked', async () => {
    await topUp(100);
    await record('<script>alert(1)</script>');
    const id = await settle();
    const answer = await test.get(`/settlements/${id}/statement.html`);
    expect(answer.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `inline; filename="settlement-${id}-test.html"`,
      'x-frame-options': 'DENY',
    });
    const policy = answer.headers['content-security-policy'] as string;
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; font-src data:; form-action 'none'/,
    );
    expectOnlyPrintScript(answer);
    expect(answer.body).not.toMatch(/<link|src=|href=|style=|url\((?!data:font)/);
    expect(answer.body).toContain('@font-face{font-family:Inter;');
    for (const text of ['Test mode', '&lt;script&gt;', 'Bolt &lt;Bistro&gt; &amp; Co', '=Taverna', '10.25']) {
      expect(answer.body).toContain(text);
    }
    await expectBooksToHold(server.db);
  });

  it('shows the first lines, and says how many there are', async () => {
    const splits = Array.from({ length: 200 }, () => ({ beneficiary_type: 'partner', amount: 0.01 }));
    await topUp(100);
    for (let order = 0; order < 6; order += 1) await record(`o${order}`, { splits });
    const { body } = await test.get(`/settlements/${await settle()}/statement.html`);
    expect(body).toContain('The first 1000 of 1200 lines; the CSV statement has them all.');
    expect(body.match(/<tr><td/g)).toHaveLength(1_000);
    expect(body).toContain('12.00');
    await expectBooksToHold(server.db);
  });
});

describe('GET /statements/{year-month}', () => {
  /** A February, a March on both edges of its midnight in Paris, and an April. */
  async function threeMonths(): Promise<void> {
    for (const [instant, ref] of [
      ['2031-02-10T12:00:00.000Z', 'february'],
      ['2031-02-28T22:59:59.999Z', 'last of february in paris'],
      ['2031-02-28T23:00:00.000Z', 'first of march in paris'],
      ['2031-03-15T12:00:00.000Z', 'march'],
      ['2031-03-31T21:59:59.999Z', 'last of march in paris'],
      ['2031-03-31T22:00:00.000Z', 'first of april in paris'],
    ] as const) {
      clock.set(instant);
      await topUp(20);
      await record(ref);
      await settle();
    }
  }
  const months = ['2031-01', '2031-02', '2031-03', '2031-04', '2031-05'];

  it('cuts months at the midnights of the zone', async () => {
    await threeMonths();
    const refsOf = async (zone: string) => {
      const { data } = (
        await test.get(`/statements/2031-03?beneficiary_ref=${merchant}&time_zone=${encodeURIComponent(zone)}`)
      ).json();
      return data.accounts[0].movements.map((one: { partner_order_ref: string }) => one.partner_order_ref);
    };
    expect(await refsOf('Europe/Paris')).toEqual(['first of march in paris', 'march', 'last of march in paris']);
    expect(await refsOf('UTC')).toEqual(['march', 'last of march in paris', 'first of april in paris']);
    await expectBooksToHold(server.db);
  });

  it('cuts them at the company’s own midnights unless asked otherwise', async () => {
    await threeMonths();
    await inTransaction(server.db, (tx) =>
      saveSettings(tx, { holderId: company, mode: 'test' }, { timeZone: 'Europe/Paris' }),
    );
    const path = `/statements/2031-03?beneficiary_ref=${merchant}`;
    const { data } = (await test.get(path)).json();
    expect([data.time_zone, data.from]).toEqual(['Europe/Paris', '2031-03-01T00:00:00+01:00']);
    expect(data.accounts[0].movements.map((one: Row) => one.partner_order_ref)).toEqual([
      'first of march in paris',
      'march',
      'last of march in paris',
    ]);
    expect((await test.get(`${path}&time_zone=UTC`)).json().data.time_zone).toBe('UTC');
    await expectBooksToHold(server.db);
  });

  it('that has ended is the same byte for byte after the time zone changes, and the months still meet', async () => {
    const zone = async (time_zone: string) => {
      expect((await test.call('PUT', '/settlement-schedule', { time_zone })).statusCode).toBe(200);
    };
    const texts = async (month: string) =>
      Promise.all(
        [`${merchant}`, 'partner'].flatMap((ref) =>
          ['', '.csv', '.html'].map(
            async (type) => (await test.get(`/statements/${month}${type}?beneficiary_ref=${ref}`)).body,
          ),
        ),
      );
    await zone('Europe/Paris');
    await threeMonths();
    const [february, march] = [await texts('2031-02'), await texts('2031-03')];
    for (const other of ['Pacific/Honolulu', 'Asia/Tokyo', 'UTC', 'Pacific/Kiritimati', 'UTC']) await zone(other);
    expect([await texts('2031-02'), await texts('2031-03')]).toEqual([february, march]);
    const shown = async (month: string) =>
      (await test.get(`/statements/${month}?beneficiary_ref=${merchant}`)).json().data;
    expect(await shown('2031-04')).toMatchObject({ time_zone: 'UTC', from: '2031-03-31T22:00:00+00:00' });
    clock.set('2031-05-20T12:00:00.000Z');
    await zone('Asia/Tokyo');
    expect(await shown('2031-04')).toMatchObject({ time_zone: 'UTC', to: '2031-05-01T00:00:00+00:00' });
    expect(await shown('2031-05')).toMatchObject({
      from: '2031-05-01T09:00:00+09:00',
      to: '2031-06-01T00:00:00+09:00',
    });
    await expectBooksToHold(server.db);
  });

  it.each(['UTC', 'Europe/Paris'])('opening and movements make closing, month after month, in %s', async (zone) => {
    await threeMonths();
    for (const ref of [String(merchant), 'partner']) {
      const closings = new Map<string, bigint>();
      for (const month of months) {
        const answer = await test.get(`/statements/${month}.csv?beneficiary_ref=${ref}&time_zone=${zone}`);
        expect(answer.statusCode, answer.body).toBe(200);
        let running = 0n;
        for (const { row, account: of = '', amount, balance } of csvOf(answer.body)) {
          if (row === 'opening') {
            running = minor(balance);
            expect(running).toBe(closings.get(of) ?? 0n);
          } else if (row === 'movement') {
            running += minor(amount);
            expect(minor(balance)).toBe(running);
          } else {
            expect([row, minor(balance)]).toEqual(['closing', running]);
            closings.set(of, running);
          }
        }
      }
      const { rows } = await server.database.pool.query<{ kind: string; balance: bigint }>(
        `select kind, balance from accounts where holder_id = $1 and kind = any($2) and link_id is not distinct from $3`,
        [company, ref === 'partner' ? ['commission', 'clearing'] : ['earnings'], ref === 'partner' ? null : ref],
      );
      for (const { kind, balance } of rows) expect(closings.get(kind)).toBe(balance);
    }
    await expectBooksToHold(server.db);
  });

  it('tells each movement: what it was, its order, its sign and the balance after it', async () => {
    await topUp(100);
    await record('a');
    await settle();
    const { data } = (await test.get('/statements/2031-03?beneficiary_ref=partner')).json();
    expect(data).toMatchObject({
      month: '2031-03',
      time_zone: 'UTC',
      from: '2031-03-01T00:00:00+00:00',
      to: '2031-04-01T00:00:00+00:00',
      mode: 'test',
      beneficiary_type: 'partner',
    });
    const [clearing, commission] = data.accounts;
    expect(clearing).toMatchObject({
      account: 'clearing',
      opening_balance: 0,
      credits: 100,
      debits: -10.25,
      closing_balance: 89.75,
      movements_total: 3,
    });
    expect(clearing.movements.map((one: Row) => [one.what, one.partner_order_ref, one.amount, one.balance])).toEqual([
      ['Top-up', null, 100, 100],
      ['Settlement', 'a', -9, 91],
      ['Settlement', 'a', -1.25, 89.75],
    ]);
    expect(commission).toMatchObject({ account: 'commission', closing_balance: 1.25 });
    await expectBooksToHold(server.db);
  });

  it('is read page by page; what is posted meanwhile is left to the next reading', async () => {
    await topUp(1_000);
    for (let order = 0; order < 5; order += 1) await record(`o${order}`);
    await settle();
    const read = { month: '2031-03', timeZone: 'UTC', from: new Date('2031-03-01'), to: new Date('2031-04-01') };
    const deps = { db: server.db, readAccountMonths: createAccountMonths(server.db) };
    const month = await openPartyMonth(
      deps,
      { holderId: company, mode: 'test' },
      String(merchant),
      read,
      statementWords('en'),
    );
    const [opened] = month.accounts;
    if (opened === undefined) throw new Error('no account');
    const pages: bigint[][] = [];
    for await (const page of movementsOf(server.db, month, opened, 2)) {
      pages.push(page.map((one) => one.balance));
      if (pages.length === 1) {
        await record('late');
        await settle();
      }
    }
    expect(pages).toEqual([[900n, 1_800n], [2_700n, 3_600n], [4_500n]]);
    expect(opened.closing).toBe(4_500n);
    await expectBooksToHold(server.db);
  });

  it('is a page too, and an ended link still has its months', async () => {
    await topUp(100);
    await record('a');
    await settle();
    await endLink(server.db, company, BigInt(merchant));
    const answer = await test.get(`/statements/2031-03.html?beneficiary_ref=${merchant}&time_zone=Europe/Paris`, {
      'accept-language': 'de',
    });
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['content-disposition']).toBe(
      `inline; filename="statement-2031-03-merchant-${merchant}-test.html"`,
    );
    expect(answer.body).toContain('<html lang="en" dir="ltr"');
    expect(answer.body).toContain('Statement for =Taverna');
    expect(answer.body).toContain('Europe/Paris');
    expect(answer.body).toMatch(/<dt>Period<\/dt><dd class="figures">1\s–\s31 March 2031<\/dd>/);
    expect(answer.body).toMatch(/> Sat, 1 Mar 2031<\/label>/);
    expect(answer.body).toContain('>13:00<');
    expectOnlyPrintScript(answer);
    expect(answer.body).not.toMatch(/<link|src=|href=|style=/);
    const empty = await test.get('/statements/2031-03.html?beneficiary_ref=partner');
    expect(empty.statusCode).toBe(200);
    // An order settles by several transfers of one name: each says whose it is.
    const own = (await test.get('/statements/2031-03.html?beneficiary_ref=partner')).body;
    expect(own).toMatch(/<td class="what">Settlement, =Taverna<\/td>/);
    expect(own).toMatch(/<td class="what">Settlement, Commission<\/td>/);
    await expectBooksToHold(server.db);
  });

  it('of a party without money is empty', async () => {
    const { data } = (await test.get(`/statements/2031-03?beneficiary_ref=${merchant}`)).json();
    expect(data.accounts).toEqual([]);
    expect((await test.get(`/statements/2031-03.html?beneficiary_ref=${merchant}`)).body).toContain(
      'No money was ever',
    );
  });

  it.each([
    ['/statements/2031-13?beneficiary_ref=partner', 'validation_failed', ['month']],
    ['/statements/2031-03.pdf?beneficiary_ref=partner', 'validation_failed', ['month']],
    ['/statements/2031-3.csv?beneficiary_ref=partner', 'validation_failed', ['month']],
    ['/statements/2031-03.csv', 'validation_failed', ['beneficiary_ref']],
    ['/statements/2031-03?beneficiary_ref=', 'validation_failed', ['beneficiary_ref']],
    ['/statements/2031-03?beneficiary_ref=-1', 'validation_failed', ['beneficiary_ref']],
    ['/statements/2031-03.html?beneficiary_ref=999999', 'unknown_beneficiary', ['beneficiary_ref']],
    ['/statements/2031-03?beneficiary_ref=partner&time_zone=Mars', 'validation_failed', ['time_zone']],
    ['/statements/x?beneficiary_ref=partner&time_zone=Mars', 'validation_failed', ['month', 'time_zone']],
  ])('%s: 422 %s %j', async (path, code, fields) => {
    const answer = await test.get(path);
    expect([answer.statusCode, answer.json().error?.code]).toEqual([422, code]);
    expect(answer.json().error.details.map((one: { field: string }) => one.field)).toEqual(fields);
  });

  it('another company’s link is unknown here, and modes share nothing', async () => {
    const stranger = await makeLink(server.db, await makeCompany(server.db), 'merchant');
    expect((await test.get(`/statements/2031-03?beneficiary_ref=${stranger}`)).statusCode).toBe(422);
    await topUp(100);
    const live = createPartnerClient(server.app, await makeKey(server.db, company, 'live'));
    expect((await live.get('/statements/2031-03?beneficiary_ref=partner')).json().data.accounts).toEqual([]);
  });

  it('is described', async () => {
    const { paths } = (await server.app.inject({ url: '/openapi.json' })).json();
    expect(Object.keys(paths)).toEqual(
      expect.arrayContaining([
        '/partner/v1/statements/{month}',
        '/partner/v1/statements/{month}.csv',
        '/partner/v1/settlements/{id}/statement.html',
      ]),
    );
  });
});
