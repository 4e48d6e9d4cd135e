/**
 * What a courier sees and does in the people's API: earnings with every reason, payouts, bank accounts, and statements
 * (docs/contract/people.md, "For a payee").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { eventsChannel, signalOf } from '../../src/core/events/events.repository.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { insertLink } from '../../src/features/links/links.repository.ts';
import type { BankAccountDraft } from '../../src/features/payouts/bank-account.ts';
import { approvePayout } from '../../src/features/payouts/change-payout.ts';
import type { CheckPayee } from '../../src/features/payouts/payee-check.ts';
import { setRule } from '../../src/features/payouts/payouts.repository.ts';
import { createTestAccount, password, type TestAccount } from '../fixtures/account.ts';
import { sent } from '../fixtures/console.ts';
import { iban, otherIban } from '../fixtures/payouts.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { losingFirst, openDashboardClient } from '../support/dashboard-client.ts';
import { makeCompany, makeHolder, makeKey } from '../support/holders.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { positionEvents } from '../support/position-events.ts';

let account: TestAccount;
let cookie: string;
let company: bigint;
let courier: bigint;
let link: number;
let api: PartnerClient;

const checked: BankAccountDraft[] = [];
/** Finds nothing locked: the answer of a bank may take seconds. */
const checkPayee: CheckPayee = async (draft) => {
  checked.push(draft);
  await account.pool.query('select from holders for update nowait');
  return { result: 'close_match', name: 'Ada King' };
};

/** The signals that are sent on the channel of events meanwhile. */
async function notifiedBy(work: () => Promise<void>): Promise<string[]> {
  const client = await account.pool.connect();
  const payloads: string[] = [];
  const hear = ({ payload = '' }: { payload?: string | undefined }): void => void payloads.push(payload);
  client.on('notification', hear);
  try {
    await client.query(`listen ${eventsChannel}`);
    await work();
    await client.query('unlisten *');
  } finally {
    client.off('notification', hear);
    client.release();
  }
  return payloads.flatMap((payload) => payload.split(' '));
}

beforeAll(async () => {
  account = await createTestAccount({ checkPayee });
  const { db, pool } = account;
  const { browser, holderId } = await account.newCustomer();
  cookie = [...browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const { rows } = await pool.query('select person_id as id from members where holder_id = $1', [holderId]);
  company = await makeCompany(db);
  courier = await makeHolder(db, 'courier');
  await inTransaction(db, (tx) => insertMember(tx, courier, rows[0].id, 'owner'));
  const linkId = await inTransaction(db, (tx) =>
    insertLink(tx, company, { holderId: courier, type: 'courier', name: 'Ada' }),
  );
  link = Number(linkId);
  api = createPartnerClient(account.app, await makeKey(db, company));
});
afterAll(async () => {
  await expectBooksToHold(account.db);
  expect(account.lines.join('')).not.toContain(iban);
  await account.close();
});

function ask(method: 'GET' | 'POST' | 'PUT', path: string, body?: object, headers: Record<string, string> = {}) {
  return account.app.inject({
    method,
    url: `/api/v1${path}`,
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      'sluice-holder': String(courier),
      'sluice-mode': 'test',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
}

/** Requests a payout with the dashboard's client. The answer is lost, so the person presses again. @returns its id. */
async function requestPressedTwice(body: object): Promise<string> {
  const send = async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url);
    const answer = await ask('POST', pathname.replace('/api/v1', ''), JSON.parse(await request.text()), {
      'idempotency-key': request.headers.get('idempotency-key') ?? '',
    });
    return new Response(answer.body, { status: answer.statusCode });
  };
  const book = { holderId: Number(courier), mode: 'test' } as const;
  const client = await openDashboardClient(losingFirst(send), book);
  await expect(client.POST('/api/v1/payouts', { body })).rejects.toMatchObject({ code: 'unreachable' });
  const { data } = (await client.POST('/api/v1/payouts', { body })) as { data: { data: { payout_id: string } } };
  vi.unstubAllGlobals();
  return data.data.payout_id;
}

async function read(path: string, headers: Record<string, string> = {}) {
  const answer = await ask('GET', path, undefined, headers);
  expect([path, answer.statusCode]).toEqual([path, 200]);
  return answer.json().data;
}

/** An order of 10 whose courier gets a share. */
async function record(ref: string, share: number, changes: object = {}): Promise<void> {
  await sent(
    api.post('/orders', {
      partner_order_ref: ref,
      payment_source: 'card',
      total_amount: 10,
      currency: 'EUR',
      splits: [
        { beneficiary_type: 'courier', beneficiary_ref: link, amount: share },
        { beneficiary_type: 'partner', amount: 10 - share },
      ],
      ...changes,
    }),
  );
}

const refund = (ref: string, amount: number) =>
  sent(api.post(`/orders/${ref}/refunds`, { refund_ref: randomUUID(), amount }));
const reasons = async () =>
  (await read('/earnings/movements')).map(
    (one: { effect: string; code: string; amount: number; partner_order_ref: string | null }) =>
      `${one.effect} ${one.amount} ${one.code} ${one.partner_order_ref}`,
  );

type Told = { type: string; request_id: string | null; data: { effect: string; code: string } };

describe('earnings', () => {
  it('are nothing at first, with the company that will settle', async () => {
    expect(await read('/earnings')).toMatchObject({
      totals: [],
      companies: [
        { beneficiary_ref: link, company: 'Bolt Bistro', status: 'active', upcoming_orders: 0, balances: [] },
      ],
    });
    expect(await read('/earnings/upcoming')).toEqual([]);
    expect(await read('/earnings/movements')).toEqual([]);
  });

  it('are upcoming while orders wait, each with its reason; what refunds took is told', async () => {
    await record('waits', 4);
    await record('reduced', 4);
    await refund('reduced', 5);
    await record('held', 3);
    await sent(api.post('/orders/held/hold', { reason: 'disputed' }));
    await record('unpaid', 2, { payment_source: 'service' });
    await record('shadow', 2, { is_shadow: true, shadow_merchant_ref: 'off' });
    await record('gone', 2);
    await sent(api.post('/orders/gone/cancel'));
    const { totals, companies } = await read('/earnings');
    expect(totals).toEqual([{ currency: 'EUR', available: 0, upcoming: 6, on_hold: 3, debt: 0 }]);
    expect(companies[0]).toMatchObject({ upcoming_orders: 3, balances: totals });
    const next = companies[0].next_settlement_at;
    expect(await read('/earnings/upcoming')).toMatchObject([
      { partner_order_ref: 'held', amount: 3, reduced_by: 0, waits_for: 'release', expected_at: null },
      { partner_order_ref: 'reduced', amount: 2, reduced_by: 2, waits_for: 'run', expected_at: next },
      { partner_order_ref: 'waits', amount: 4, reduced_by: 0, waits_for: 'run', expected_at: next },
    ]);
  });

  it('pages of upcoming orders and of movements follow each other without a gap', async () => {
    const first = (await ask('GET', '/earnings/upcoming?limit=2')).json();
    const second = (await ask('GET', `/earnings/upcoming?limit=2&cursor=${first.next_cursor}`)).json();
    const refs = [...first.data, ...second.data].map((one) => one.partner_order_ref);
    expect([refs, second.next_cursor]).toEqual([['held', 'reduced', 'waits'], null]);
  });

  it('wait for funds that the company lacks, and for a pause to end', async () => {
    await sent(api.post('/settlements'));
    expect((await read('/earnings/upcoming')).map((one: { waits_for: string }) => one.waits_for)).toEqual([
      'release',
      'funds',
      'funds',
    ]);
    await sent(api.call('PUT', '/settlement-schedule', { paused: true }));
    await record('paused', 1);
    expect((await read('/earnings/upcoming'))[0]).toMatchObject({ waits_for: 'resumption', expected_at: null });
    expect((await read('/earnings')).companies[0].next_settlement_at).toBeNull();
    await sent(api.call('PUT', '/settlement-schedule', { paused: false, hold_seconds: 40 * 86_400 }));
    const [{ expected_at, created_at }] = await read('/earnings/upcoming');
    expect(Date.parse(expected_at) - Date.parse(created_at)).toBeGreaterThanOrEqual(40 * 86_400_000);
    await sent(api.call('PUT', '/settlement-schedule', { hold_seconds: 0, settle_only_paid: true }));
    expect((await read('/earnings/upcoming'))[0]).toMatchObject({ waits_for: 'payment', expected_at: null });
    await sent(api.call('PUT', '/settlement-schedule', { settle_only_paid: false }));
  });

  it('settle and are taken back: every step is told', async () => {
    await sent(api.post('/wallets/topups', { amount: 100, currency: 'EUR' }));
    await sent(api.post('/settlements'));
    expect((await read('/earnings')).totals).toEqual([
      { currency: 'EUR', available: 7, upcoming: 0, on_hold: 3, debt: 0 },
    ]);
    expect(await reasons()).toEqual(['in 1 settlement paused', 'in 2 settlement reduced', 'in 4 settlement waits']);
    await refund('waits', 10);
    await refund('reduced', 5);
    await record('big', 9);
    await sent(api.post('/settlements'));
    await sent(api.post('/orders/held/release'));
    expect((await reasons()).slice(0, 3)).toEqual([
      'in 9 settlement big',
      'out 2 reversal reduced',
      'out 4 reversal waits',
    ]);
  });

  it('one link’s movements alone, in one currency', async () => {
    expect((await read(`/earnings/movements?beneficiary_ref=${link}&currency=EUR`)).length).toBeGreaterThan(5);
    expect(await read('/earnings/movements?currency=USD')).toEqual([]);
    expect(await read(`/earnings/movements?beneficiary_ref=${link + 1_000}`)).toEqual([]);
    expect(await read(`/earnings/upcoming?beneficiary_ref=${link + 1_000}`)).toEqual([]);
  });

  it('live earnings are others', async () => {
    expect((await read('/earnings', { 'sluice-mode': 'live' })).totals).toEqual([]);
    expect(await read('/earnings/movements', { 'sluice-mode': 'live' })).toEqual([]);
  });

  it('have a statement by month, for one’s own links only', async () => {
    const month = new Date().toISOString().slice(0, 7);
    const statement = await read(`/earnings/statements/${month}?beneficiary_ref=${link}`);
    expect(statement.accounts[0].movements.length).toBeGreaterThan(5);
    const csv = await ask('GET', `/earnings/statements/${month}.csv?beneficiary_ref=${link}`);
    expect([csv.statusCode, csv.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8; header=present']);
    expect(csv.body).toContain('"big"');
    const page = await ask('GET', `/earnings/statements/${month}.html?beneficiary_ref=${link}`);
    expect(page.body).toContain('Bolt Bistro');
    // As a browser opens it: an address says whose it is, without headers.
    const named = `beneficiary_ref=${link}&sluice-holder=${courier}&sluice-mode=test`;
    const opened = await account.app.inject({
      url: `/api/v1/earnings/statements/${month}.html?${named}`,
      headers: { cookie },
    });
    expect(opened.body).toBe(page.body);
    // In the language of the browser; the columns of the CSV keep their names.
    const german = { 'accept-language': 'de' };
    const inGerman = (end: string) =>
      ask('GET', `/earnings/statements/${month}${end}?beneficiary_ref=${link}`, undefined, german);
    const { body } = await inGerman('.html');
    expect(body).toContain('<html lang="de" dir="ltr"');
    expect(body).toContain('>Ihr Anteil an Bestellung big</td>');
    expect(page.body).toContain('>Your share of order big</td>');
    const rows = (await inGerman('.csv')).body.split('\n');
    expect(rows[0]).toBe(csv.body.split('\n')[0]);
    expect(rows.some((row) => row.includes('Abrechnung'))).toBe(true);
    expect((await inGerman('')).json().data.accounts[0].movements[0].code).toBe('settlement');
    const foreign = await makeHolder(account.db, 'courier');
    const other = await inTransaction(account.db, (tx) =>
      insertLink(tx, company, { holderId: foreign, type: 'courier', name: 'Bea' }),
    );
    expect((await ask('GET', `/earnings/statements/${month}?beneficiary_ref=${other}`)).statusCode).toBe(404);
  });
});

it('an account is renamed by its owner, and its log says so', async () => {
  const rename = (name: string, headers = {}) => ask('PUT', '/account-name', { name }, headers);
  expect((await rename('  Ada on wheels ')).json().data).toEqual({ name: 'Ada on wheels' });
  expect((await rename('Ada on wheels')).statusCode).toBe(200);
  for (const wrong of [' ', 'x'.repeat(101)]) {
    expect((await rename(wrong)).json().error.details[0].field).toBe('name');
  }
  const { holders } = await read('/session');
  expect(holders.map(({ name }: { name: string }) => name)).toContain('Ada on wheels');
  const { rows } = await account.pool.query(`select action from audit_log where holder_id = $1`, [courier]);
  expect(rows.filter(({ action }) => action === 'holders.rename')).toHaveLength(1);
});

describe('payouts', () => {
  let bank: string;
  const source = { account: 'earnings', currency: 'EUR' };
  const bankForm = { account_name: 'Ada Lovelace', iban };

  it('need a bank account, which needs the password', async () => {
    expect(await read('/payout-options')).toMatchObject({ destinations: [] });
    const asked = { ...source, beneficiary_ref: link, amount: 1 };
    expect((await ask('POST', '/payouts', asked)).json().error.details[0].field).toBe('bank_account_id');
    for (const wrong of [{}, { password: 'guessed it' }]) {
      const refused = await ask('POST', '/bank-accounts', { ...bankForm, ...wrong });
      expect([refused.statusCode, refused.json().error.code]).toEqual([422, 'wrong_password']);
      expect(refused.json().error.details).toMatchObject([{ field: 'password' }]);
    }
    const invalid = await ask('POST', '/bank-accounts', { ...bankForm, iban: 'DE00370400440532013000', password });
    expect(invalid.json().error.details).toEqual([{ field: 'iban', message: 'is not a valid IBAN' }]);
    expect(checked).toEqual([]);
    const added = await ask('POST', '/bank-accounts', { ...bankForm, password });
    expect([added.statusCode, added.json().data.number]).toEqual([201, '•••• 3000']);
    bank = added.json().data.bank_account_id;
    const check = { result: 'close_match', name: 'Ada King', checked_at: added.json().data.created_at };
    expect(added.json().data.payee_check).toEqual(check);
    expect(await read('/bank-accounts')).toMatchObject([
      { bank_account_id: bank, status: 'active', payee_check: check },
    ]);
    expect(checked).toMatchObject([{ iban, accountName: bankForm.account_name }]);
  });

  it('have an address with their bank account, which is changed with the password, and without another wait', async () => {
    const put = async (body: object, of = bank) => (await ask('PUT', `/bank-accounts/${of}/address`, body)).json();
    const address = { street: 'Main Street', building_number: null, post_code: '73301', town: 'Austin', country: 'US' };
    const { building_number: _, ...asked } = address;
    expect((await put({ address: asked })).error.code).toBe('wrong_password');
    const partly = { address: { ...asked, country: '' }, password };
    expect((await put(partly)).error.details).toEqual([
      { field: 'address.country', message: 'is required with an address' },
    ]);
    expect((await put({ address: asked, password }, 'ba_none')).error.code).toBe('not_found');
    const before = (await read('/bank-accounts'))[0];
    expect(before.address).toBeNull();
    expect((await put({ address: asked, password })).data).toEqual({ ...before, address });
    expect((await put({ address: asked, password })).data).toEqual({ ...before, address });
    // The same account again, with another one.
    const moved = { ...bankForm, address: { town: 'Wien', country: 'at' }, password };
    expect((await ask('POST', '/bank-accounts', moved)).json().data).toMatchObject({
      ...{ bank_account_id: bank, created_at: before.created_at },
      address: { street: null, town: 'Wien', country: 'AT' },
    });
    expect((await ask('POST', '/bank-accounts', { ...bankForm, password })).json().data.address.town).toBe('Wien');
    await expectBooksToHold(account.db);
    expect(await put({ address: {}, password })).toEqual({ status: true, data: before });
    const { rows } = await account.pool.query(
      `select action, before, after from audit_log where object_id = $1 and before is not null order by at`,
      [bank],
    );
    const [none, some] = [{ hasAddress: false }, { hasAddress: true }];
    expect(rows).toEqual([
      { action: 'bank_accounts.set_address', before: none, after: some },
      { action: 'bank_accounts.add', before: some, after: some },
      { action: 'bank_accounts.set_address', before: some, after: none },
    ]);
    await expectBooksToHold(account.db);
  });

  it('say what they cost and when they should arrive, and draw earnings once', async () => {
    await inTransaction(account.db, (tx) => setRule(tx, 'EUR', { minimum: 100n, fee: 25n, dailyLimit: 500n }));
    const { sources, destinations } = await read('/payout-options');
    expect(sources).toMatchObject([
      {
        account: 'earnings',
        beneficiary_ref: link,
        company: 'Bolt Bistro',
        currency: 'EUR',
        minimum: 1,
        fee: 0.25,
        limit_left: 5,
      },
    ]);
    expect(destinations).toMatchObject([{ bank_account_id: bank, number: '•••• 3000', approved_from: null }]);
    const asked = { ...source, beneficiary_ref: link, amount: 2, bank_account_id: bank };
    const key = { 'idempotency-key': randomUUID() };
    const [one, two] = [await ask('POST', '/payouts', asked, key), await ask('POST', '/payouts', asked, key)];
    expect([one.statusCode, two.body]).toEqual([201, one.body]);
    expect(one.json().data).toMatchObject({ account: 'earnings', beneficiary_ref: link, amount: 2, fee: 0.25 });
    expect((await read('/payout-options')).sources[0].limit_left).toBe(3);
    expect(await reasons()).toContain('out 2 payout null');
    expect((await read('/earnings/movements'))[0].payout_id).toBe(one.json().data.payout_id);
  });

  it.each([
    ['no link', { account: 'earnings', amount: 1 }, 422, 'validation_failed'],
    ['another’s link', { account: 'earnings', beneficiary_ref: 999_999, amount: 1 }, 404, 'not_found'],
    ['a company’s account', { account: 'clearing', amount: 1 }, 404, 'not_found'],
    ['less than the least', { account: 'earnings', amount: 0.5 }, 422, 'validation_failed'],
    ['more than the limit', { account: 'earnings', amount: 4 }, 422, 'validation_failed'],
  ])('are refused for %s', async (what, asked, status, code) => {
    const ref = asked.account === 'earnings' && what !== 'no link' ? { beneficiary_ref: link } : {};
    const answer = await ask('POST', '/payouts', { currency: 'EUR', bank_account_id: bank, ...ref, ...asked });
    expect([answer.statusCode, answer.json().error.code]).toEqual([status, code]);
  });

  it('are listed and read by their owner, canceled until they are approved, and never the company’s', async () => {
    const [{ payout_id: id, expected_on: day }] = await read('/payouts');
    expect(day).toMatch(/^\d{4}-\d\d-\d\d$/);
    expect(await read(`/payouts/${id}`)).toMatchObject({ status: 'requested' });
    expect((await api.get(`/payouts/${id}`)).statusCode).toBe(404);
    const cancelled = await ask('POST', `/payouts/${id}/cancel`);
    expect(cancelled.json().data.status).toBe('cancelled');
    expect(await read('/payouts?status=requested')).toEqual([]);
    expect(await read('/payouts')).toMatchObject([{ status: 'cancelled', expected_on: null }]);
    expect((await reasons())[0]).toBe('in 2 payout_returned null');
    const asked = { ...source, beneficiary_ref: link, amount: 2, bank_account_id: bank };
    const next = await requestPressedTwice(asked);
    expect((await read('/payouts')).map((one: { payout_id: string }) => one.payout_id)).toEqual([next, id]);
    await inTransaction(account.db, (tx) => approvePayout(shell, tx, account.server.clock, next));
    const late = await ask('POST', `/payouts/${next}/cancel`);
    expect([late.statusCode, late.json().error.code]).toEqual([409, 'invalid_state']);
  });

  it('of real money need a second factor', async () => {
    const asked = { ...source, beneficiary_ref: link, amount: 1, bank_account_id: bank };
    const answer = await ask('POST', '/payouts', asked, { 'sluice-mode': 'live' });
    expect([answer.statusCode, answer.json().error.code]).toEqual([403, 'second_factor_required']);
  });

  it('leave too little for a refund: the rest is owed, and taken from what comes next', async () => {
    await refund('big', 10);
    expect((await read('/earnings')).totals[0]).toMatchObject({ available: 0, debt: 1 });
    expect((await reasons()).slice(0, 2)).toEqual(['owed 1 reversal_debt big', 'out 8 reversal big']);
    await record('later', 5);
    await sent(api.post('/settlements'));
    expect((await read('/earnings')).totals[0]).toMatchObject({ debt: 0 });
    const told = await reasons();
    expect(told).toContain('in 5 settlement later');
    expect(told.some((one: string) => one.startsWith('out 1 debt_recovery'))).toBe(true);
    expect(told.some((one: string) => one.includes('debt_recovered'))).toBe(false);
  });

  it('are told as events, like every movement of earnings: each once, as the API shows it, and nobody else’s', async () => {
    while ((await positionEvents(account.db)) > 0);
    // Its settlement has been told; what comes now tells of the same order again.
    await refund('later', 1);
    const notified = await notifiedBy(async () => {
      while ((await positionEvents(account.db)) > 0);
    });
    // Whoever waits for events of the company, and of the payee, looks again.
    expect(notified.sort()).toEqual([company, courier].map((holderId) => signalOf({ holderId, mode: 'test' })).sort());
    const [told, movements] = [await read('/events?limit=100'), await read('/earnings/movements?limit=100')];
    const ofType = (what: RegExp) => told.filter(({ type }: { type: string }) => what.test(type));
    const earnings = movements.filter(({ code }: { code: string }) => !code.startsWith('payout'));
    expect(ofType(/^earning\./).map(({ data }: { data: object }) => data)).toEqual(earnings);
    // The company's requests are its own.
    expect(new Set(ofType(/^earning\./).map((one: Told) => one.request_id))).toEqual(new Set([null]));
    const types = new Map(ofType(/^earning\./).map((one: Told) => [`${one.data.effect} ${one.data.code}`, one.type]));
    expect(Object.fromEntries(types)).toEqual({
      'in settlement': 'earning.settled',
      'out reversal': 'earning.reversed',
      'owed reversal_debt': 'earning.reversed',
      'out debt_recovery': 'earning.recovered',
    });
    expect(ofType(/^payout\./).map(({ type }: { type: string }) => type)).toEqual([
      'payout.approved',
      'payout.requested',
      'payout.cancelled',
      'payout.requested',
    ]);
    const [approved] = ofType(/^payout\.approved/);
    expect(approved.data).toEqual(await read(`/payouts/${approved.data.payout_id}`));
    expect(told.filter((one: Told) => !/^(earning|payout)\./.test(one.type))).toEqual([]);
    const { rows } = await account.pool.query(
      `select type from events where type like 'earning.%' and holder_id <> $1`,
      [courier],
    );
    expect(rows).toEqual([]);
  });

  it('of every account that the person owns go to one bank account, if they say so', async () => {
    const { db, pool } = account;
    const { rows } = await pool.query('select person_id as id from members where holder_id = $1', [courier]);
    const [own, second, managed] = [
      await makeHolder(db, 'courier', 'Second'),
      await makeHolder(db, 'merchant', 'Taverna'),
      await makeHolder(db, 'courier', 'Not hers'),
    ];
    await inTransaction(db, async (tx) => {
      await insertMember(tx, own, rows[0].id, 'owner');
      await insertMember(tx, second, rows[0].id, 'owner');
      await insertMember(tx, managed, rows[0].id, 'finance');
    });
    const form = { ...bankForm, iban: otherIban, password };
    const add = (alsoFor: readonly bigint[]) =>
      ask('POST', '/bank-accounts', { ...form, also_for: alsoFor.map(Number) });
    const count = async () =>
      (
        await pool.query('select holder_id from bank_accounts where iban = $1 order by holder_id', [otherIban])
      ).rows.map(({ holder_id }) => holder_id);
    for (const other of [managed, company]) {
      expect((await add([own, other])).json().error.details).toEqual([
        { field: 'also_for', message: 'names an account that you do not own' },
      ]);
    }
    expect(await count()).toEqual([]);
    const added = await add([own, second, courier]);
    expect(added.statusCode).toBe(201);
    expect(await count()).toEqual([courier, own, second]);
    expect((await add([own])).statusCode).toBe(201);
    expect(await count()).toHaveLength(3);
    const entries = await pool.query(
      `select holder_id from audit_log where action = 'bank_accounts.add' and holder_id = any($1) order by holder_id`,
      [[own, second]],
    );
    expect(entries.rows.map(({ holder_id }) => holder_id)).toEqual([own, second]);
    const mails = await pool.query(`select 1 from mails where subject = 'A bank account was added'`);
    expect(mails.rows.length).toBeGreaterThanOrEqual(3);
    await ask('POST', `/bank-accounts/${added.json().data.bank_account_id}/end`, { password });
  });

  it('are promised for the day that their company’s test clock leads to, before they are requested and after', async () => {
    await record('much later', 5);
    await sent(api.post('/settlements'));
    const arrival = async () => (await read('/payout-options')).sources[0].arrivals;
    const before = await arrival();
    const { now } = (await api.post('/test/clock', { advance_seconds: 7 * 86_400 })).json().data;
    expect(now).toBeDefined();
    const [promised] = await arrival();
    expect(promised).toEqual({ bank_account_id: bank, expected_on: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
    expect(Date.parse(promised.expected_on) - Date.parse(before[0].expected_on)).toBe(7 * 86_400_000);
    await sent(ask('POST', '/payouts', { ...source, beneficiary_ref: link, amount: 2, bank_account_id: bank }));
    expect((await read('/payouts'))[0].expected_on).toBe(promised.expected_on);
  });

  it('go no more to a bank account that was removed, with the password', async () => {
    expect((await ask('POST', `/bank-accounts/${bank}/end`, {})).json().error.code).toBe('wrong_password');
    expect((await ask('POST', `/bank-accounts/${bank}/end`, { password })).statusCode).toBe(200);
    expect((await ask('POST', `/bank-accounts/${bank}/end`, { password })).json().error.code).toBe('invalid_state');
    expect((await read('/payout-options')).destinations).toEqual([]);
  });
});
