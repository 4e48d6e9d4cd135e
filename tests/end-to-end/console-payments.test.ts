/**
 * What the people of a shop see and do in the people's API: the list of payments, each in full, refunds with a plan,
 * payment links, the home (docs/contract/people.md, "For the people of a shop").
 */
import { parse } from 'csv-parse/sync';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { command } from '../../src/base/database/statement.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { type Actor, payerActor } from '../../src/core/access/actor.ts';
import type { MemberRole } from '../../src/core/access/roles.ts';
import { ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { insertLink } from '../../src/features/links/links.repository.ts';
import { cancelPayment } from '../../src/features/payments/capture-payment.ts';
import { postChargeback } from '../../src/features/payments/chargeback.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { cancelPayout } from '../../src/features/payouts/change-payout.ts';
import { requestPayout } from '../../src/features/payouts/request-payout.ts';
import { createProviders } from '../../src/features/providers/providers.ts';
import { makeRefund, requestRefund } from '../../src/features/refunds/refund-payment.ts';
import { createScriptedProvider, taken } from '../fixtures/payments.ts';
import { bankForm } from '../fixtures/payouts.ts';
import { visitWith } from '../fixtures/people.ts';
import { job, memberOf, shell, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeFee } from '../support/fees.ts';
import { makeCompany, makeHolder, makeKey } from '../support/holders.ts';
import { payByCard, simulatedPayDeps } from '../support/pay-by-card.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock('2031-03-10T12:00:00.000Z');
const feeBasisPoints = 200;
const person = { name: 'Ada', email: 'ada@example.com', password: 'correct horse battery', emailVerified: true };
let server: TestServer;
let personId: string;
let cookie: string;

beforeAll(async () => {
  server = await createTestServer({ clock });
  personId = (await server.people.signUp(shell, person)).personId;
  const signedIn = await server.people.signIn(visitWith(), person);
  if (!signedIn.ok) throw new Error(signedIn.reason);
  cookie = signedIn.cookies.map((one) => one.split(';', 1)[0]).join('; ');
});
afterAll(async () => {
  await expectBooksToHold(server.db, { byHand: ['members'] });
  await server.close();
});

type Row = Record<string, unknown> & { payment_id: string; description: string | null };

/** A shop of the person's, with its own requests. */
async function newShop(role: MemberRole = 'owner') {
  const { db } = server;
  const holderId = await makeHolder(db, 'merchant', 'Corner Shop');
  await inTransaction(db, (tx) => insertMember(tx, holderId, personId, role));
  await makeFee(db, { holderId, basisPoints: feeBasisPoints });
  const deps = simulatedPayDeps(db, clock);

  const ask = (method: 'GET' | 'POST', path: string, body?: object, headers: Record<string, string> = {}) =>
    server.app.inject({
      method,
      url: `/api/v1${path}`,
      headers: {
        cookie,
        'sec-fetch-site': 'same-origin',
        'sluice-holder': String(holderId),
        'sluice-mode': 'test',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
  const dataOf = async (answer: ReturnType<typeof ask>) => {
    const { statusCode, body } = await answer;
    expect(statusCode, body).toBeLessThan(300);
    return JSON.parse(body).data;
  };
  const codeOf = async (answer: ReturnType<typeof ask>): Promise<string> => (await answer).json().error.code;
  const link = (description: string, amount = 10, currency = 'EUR'): Promise<Row> =>
    dataOf(ask('POST', '/payment-links', { amount, currency, description }));
  const pay = (id: string, options?: Parameters<typeof payByCard>[2]) => payByCard(deps, { holderId, id }, options);
  return {
    holderId,
    book: { holderId, mode: 'test' } as const,
    deps,
    ask,
    codeOf,
    link,
    pay,
    read: (path: string, headers?: Record<string, string>) => dataOf(ask('GET', path, undefined, headers)),
    send: (path: string, body: object, headers?: Record<string, string>) => dataOf(ask('POST', path, body, headers)),
    async paid(description: string, amount = 10, payerName = 'Grace Hopper'): Promise<string> {
      const { payment_id: id } = await link(description, amount);
      await pay(id, { payerName });
      return id;
    },
    /** What a list of payments shows, by what each is for. */
    async list(query: string, headers?: Record<string, string>): Promise<(string | null)[]> {
      const rows: Row[] = await dataOf(ask('GET', `/payments${query}`, undefined, headers));
      return rows.map(({ description }) => description);
    },
    take: (as: MemberRole) => db.updateTable('members').set({ role: as }).where('holderId', '=', holderId).execute(),
  };
}

type LedgerLine = { code: string; from: string; to: string; amount: number };
type Shown = { code: string; from: { account: string }; to: { account: string }; amount: number };
const inShort = ({ code, from, to, amount }: Shown) => `${code} ${from.account} → ${to.account} ${amount}`;
type Shop = Awaited<ReturnType<typeof newShop>>;

/** The customer's bank takes back a part, or gives it back. */
async function chargeBack(
  shop: Shop,
  paymentId: string,
  amount: bigint,
  turns: { withdrawals: number; returns: number },
): Promise<void> {
  const { id: attemptId } = await server.db
    .selectFrom('paymentAttempts')
    .select('id')
    .where('paymentId', '=', paymentId)
    .where('status', '=', 'succeeded')
    .executeTakeFirstOrThrow();
  const dispute = { id: `dp_${paymentId}`, attemptId: attemptId as string, amount, currency: 'EUR', fee: undefined };
  await inTransaction(server.db, (tx) => postChargeback(job, tx, shop.deps, shop.holderId, { ...dispute, ...turns }));
}

/** Asks for a payout from the shop's wallet. */
async function newPayout({ holderId, book }: Shop, amount: bigint) {
  const { db } = server;
  const owner = memberOf(book, { holderKind: 'merchant' });
  const account = await inTransaction(db, (tx) => addBankAccount(shell, tx, clock, holderId, bankForm()));
  const payout = await inTransaction(db, (tx) =>
    requestPayout(owner, tx, clock, {
      ownerHolderId: holderId,
      book,
      account: ledgerAccount.wallet,
      amount,
      currency: 'EUR',
      bankAccountId: account.id,
    }),
  );
  return { payout, cancel: () => inTransaction(db, (tx) => cancelPayout(owner, tx, clock, holderId, payout.id)) };
}

describe('the list of payments', () => {
  let shop: Awaited<ReturnType<typeof newShop>>;
  beforeAll(async () => {
    shop = await newShop();
    for (const [what, amount, payerName] of [
      ['first', 30, 'Ada Lovelace'],
      ['second', 10, 'Grace Hopper'],
      ['third', 20, undefined],
      ['fourth', 20, undefined],
    ] as const) {
      clock.advance(60);
      const { payment_id: id } = await shop.link(what, amount);
      if (payerName !== undefined) await shop.pay(id, { payerName });
      if (what === 'fourth') await shop.send(`/payments/${id}/cancel`, {});
    }
  });

  it.each([
    ['', ['fourth', 'third', 'second', 'first']],
    ['?sort=oldest', ['first', 'second', 'third', 'fourth']],
    ['?sort=smallest&search=EUR', []],
    ['?status=created', ['third']],
    ['?status=cancelled', ['fourth']],
    ['?status=succeeded&sort=oldest', ['first', 'second']],
    ['?search=ECO', ['second']],
    ['?search=lovelace', ['first']],
    ['?search=30', ['first']],
    ['?search=20.00%20EUR&sort=oldest', ['third', 'fourth']],
    ['?search=20%20USD', []],
    ['?from=2031-03-10T12:02:00Z&to=2031-03-10T12:04:00Z', ['third', 'second']],
    ['?attention=disputed', []],
    ['?attention=refund_pending', []],
    ['?attention=refund_failed', []],
  ])('%s', async (query, expected) => {
    expect(await shop.list(query)).toEqual(expected);
  });

  it('is sorted by amount, equal ones each in their place', async () => {
    const smallest = await shop.list('?sort=smallest');
    expect([smallest[0], smallest[3]]).toEqual(['second', 'first']);
    expect(await shop.list('?sort=largest')).toEqual([...smallest].reverse());
  });

  it.each(['newest', 'oldest', 'largest', 'smallest'])('is the same page by page, %s first', async (sort) => {
    const whole = await shop.list(`?sort=${sort}`);
    const found: (string | null)[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const answer = await shop.ask('GET', `/payments?sort=${sort}&limit=1${cursor && `&cursor=${cursor}`}`);
      const { data, next_cursor: next } = answer.json();
      found.push(...data.map(({ description }: Row) => description));
      cursor = next;
    }
    expect(found).toEqual(whole);
  });

  it('finds a payment by the beginning of its id, or of its transaction', async () => {
    const [row] = await shop.read('/payments?status=succeeded&sort=oldest');
    expect(row).toMatchObject({ description: 'first', payer: { name: 'Ada Lovelace' }, method: 'card' });
    expect(row).toMatchObject({ amount: 30, currency: 'EUR', paid_at: expect.any(String) });
    expect(row).toMatchObject({ card_last_four: '4242', card_brand: 'Visa' });
    expect(await shop.list(`?search=${row.payment_id}`)).toEqual(['first']);
    expect(await shop.list(`?search=${row.payment_id.slice(0, -8)}`)).toEqual(['first']);
    expect(await shop.list(`?search=${row.trx_id.slice(0, -8)}`)).toEqual(['first']);
  });

  it.each(['cursor=pay_1', 'cursor=x', 'from=yesterday', 'to=2031-03-10', 'sort=random', 'search='])(
    'refuses %s',
    async (query) => {
      expect(await shop.codeOf(shop.ask('GET', `/payments?${query}`))).toBe('validation_failed');
    },
  );

  it('has no payment of another shop, or of the other mode', async () => {
    const other = await newShop();
    expect(await other.list('')).toEqual([]);
    expect(await shop.list('', { 'sluice-mode': 'live' })).toEqual([]);
    const [{ payment_id: id }] = await shop.read('/payments');
    expect(await other.codeOf(other.ask('GET', `/payments?cursor=${id}`))).toBe('validation_failed');
    for (const path of [`/payments/${id}`, '/payments/pay_1', `/payments/${id.slice(0, -1)}0`]) {
      expect(await other.codeOf(other.ask('GET', path))).toBe('not_found');
    }
    const live = { 'sluice-mode': 'live' };
    expect(await shop.codeOf(shop.ask('GET', `/payments/${id}`, undefined, live))).toBe('not_found');
    expect(await other.codeOf(other.ask('POST', `/payments/${id}/refunds`, { refund_ref: 'x' }))).toBe('not_found');
    expect(await other.codeOf(other.ask('POST', `/payments/${id}/cancel`, {}))).toBe('not_found');
  });

  it('as CSV it is whole, with the same filters', async () => {
    const answer = await shop.ask('GET', '/payments.csv?status=succeeded&sort=oldest');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="payments.csv"');
    const rows: Record<string, string>[] = parse(answer.body, { columns: true });
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ description: 'first', amount: '30.00', fee: '0.60', payer_name: 'Ada Lovelace' });
    expect(rows[0]).toMatchObject({ status: 'succeeded', currency: 'EUR', method: 'card', card_last_four: '4242' });
    // Captured as it was paid.
    expect(rows[0]).toMatchObject({ captured_amount: '' });
  });
});

describe('who paid', () => {
  it('is hidden from a developer in live mode: in lists, files, searches and the payment itself', async () => {
    const shop = await newShop();
    const live = { 'sluice-mode': 'live' };
    const { payment_id: id } = await shop.send('/payment-links', { amount: 10, currency: 'EUR' }, live);
    const provider = createScriptedProvider();
    provider.acceptsCard = () => true;
    provider.says.charge = async () => ({ ...taken(1_000n), payerEmail: 'grace@example.com' });
    const providers = createProviders({ test: provider, live: [provider] });
    await payByCard({ ...shop.deps, providers }, { holderId: shop.holderId, id }, { payerName: 'Grace Hopper' });

    const look = async () => {
      const file = await shop.ask('GET', '/payments.csv', undefined, live);
      expect(file.statusCode).toBe(200);
      const [row] = await shop.read('/payments', live);
      return { row, whole: await shop.read(`/payments/${id}`, live), file: file.body };
    };
    const seen = await look();
    expect(seen.row).toMatchObject({ payer: { name: 'Grace Hopper', email: 'grace@example.com' } });
    expect(await shop.read('/payments?search=grace@', live)).toHaveLength(1);

    await shop.take('developer');
    const { row, whole, file } = await look();
    expect([row.payment_id, row.payer, row.card_last_four]).toEqual([id, null, null]);
    for (const seen of [row, whole, whole.attempts[0]]) {
      expect([seen.card_last_four, seen.card_brand]).toEqual([null, null]);
    }
    expect(whole.payer).toBeNull();
    expect(file).toContain(id);
    // Random ids may contain the digits.
    expect(JSON.stringify([row, whole, file])).not.toMatch(/Hopper|grace|\b4242\b/);
    expect(await shop.read('/payments?search=hopper', live)).toEqual([]);
    expect(await shop.read('/payments?search=grace@', live)).toEqual([]);
    expect(await shop.codeOf(shop.ask('POST', `/payments/${id}/refunds`, { refund_ref: 'x' }, live))).toBe('forbidden');
  });
});

describe('a payment in full', () => {
  it('tells what was asked for, every attempt and every transfer, and what became of the money', async () => {
    const shop = await newShop();
    const { payment_id: id } = await shop.link('Invoice 1042', 10);
    await shop.pay(id, { number: '4000000000000002' });
    await shop.pay(id, { payerName: 'Grace Hopper' });
    await shop.send(`/payments/${id}/refunds`, { refund_ref: 'one', amount: 4, reason: 'Damaged' });
    await chargeBack(shop, id, 600n, { withdrawals: 1, returns: 0 });
    const whole = await shop.read(`/payments/${id}`);

    expect(whole).toMatchObject({
      payment_id: id,
      status: 'partially_refunded',
      amount: 10,
      currency: 'EUR',
      description: 'Invoice 1042',
      payer: { name: 'Grace Hopper', email: null },
      method: 'card',
      card_last_four: '4242',
      fee: 0.2,
      fee_rate: { basis_points: 200, fixed: 0 },
      fee_returned: 0.08,
      refunded_amount: 4,
      charged_back_amount: 6,
      refundable_amount: 0,
      payment_url: null,
      return_url: null,
      cancel_url: null,
      webhook_url: null,
      payout: null,
    });
    expect(whole.attempts.map(({ status, error }: Row) => [status, error])).toEqual([
      ['declined', 'declined'],
      ['succeeded', null],
    ]);
    expect(whole.transfers.map(inShort)).toEqual([
      'payment outside:card → wallet 10',
      'payment_fee wallet → fees 0.2',
      'refund_fee fees → wallet 0.08',
      'refund wallet → outside:card 4',
      'chargeback wallet → outside:card 5.88',
      'chargeback_advance transit → outside:card 0.12',
      'chargeback_debt debts → debt 0.12',
    ]);
    expect(whole.refunds).toMatchObject([{ refund_ref: 'one', amount: 4, reason: 'Damaged', status: 'succeeded' }]);
    expect(whole.disputes).toMatchObject([{ amount: 6, outcome: 'withdrawn' }]);
    expect(whole.events.map(({ type }: { type: string }) => type)).toEqual([
      ...['payment.created', 'payment.declined', 'payment.paid', 'refund.created', 'refund.succeeded'],
      'chargeback.created',
    ]);
    expect(await shop.list('?attention=disputed')).toEqual(['Invoice 1042']);

    await chargeBack(shop, id, 600n, { withdrawals: 1, returns: 1 });
    expect((await shop.read(`/payments/${id}`)).disputes).toMatchObject([{ outcome: 'returned' }]);
    expect(await shop.list('?attention=disputed')).toEqual([]);
  });

  it('names the first payout after it, which is gone again when that one is canceled', async () => {
    const shop = await newShop();
    const id = await shop.paid('Paid out');
    const { payout, cancel } = await newPayout(shop, 500n);
    expect((await shop.read(`/payments/${id}`)).payout).toMatchObject({
      payout_id: payout.id,
      status: 'requested',
      amount: 5,
      currency: 'EUR',
    });
    expect((await shop.read('/home/shop')).next_payout).toMatchObject({ payout_id: payout.id, amount: 5 });
    await cancel();
    expect((await shop.read(`/payments/${id}`)).payout).toBeNull();
    expect((await shop.read('/home/shop')).next_payout).toBeNull();
  });
});

describe('a refund', () => {
  const transfersOf = (refund: { transfers: LedgerLine[] }) =>
    refund.transfers.map(({ code, from, to, amount }) => `${code} ${from} → ${to} ${amount}`);

  it('is shown before it is made, and then made as it was shown', async () => {
    const shop = await newShop();
    const id = await shop.paid('Chair', 50);
    const asked = { refund_ref: 'chair-1', amount: 20, reason: 'Scratched' };
    const plan = await shop.send(`/payments/${id}/refunds`, { ...asked, dry_run: true });
    expect(plan).toMatchObject({ dry_run: true, refund_id: null, status: 'pending', amount: 20, fee_returned: 0.4 });
    expect(plan).toMatchObject({ goes_to: { method: 'card', card_last_four: '4242' }, wallet_after: 29.4 });
    expect(transfersOf(plan)).toEqual(['refund_fee fees → wallet 0.4', 'refund wallet → outside:card 20']);
    expect((await shop.read(`/payments/${id}`)).refunds).toEqual([]);

    const made = await shop.ask('POST', `/payments/${id}/refunds`, asked);
    expect(made.statusCode).toBe(201);
    const { data } = made.json();
    expect(data).toMatchObject({ status: 'succeeded', amount: 20, fee_returned: 0.4, wallet_after: 29.4 });
    expect(transfersOf(data)).toEqual(transfersOf(plan));
    const again = await shop.ask('POST', `/payments/${id}/refunds`, asked);
    expect([again.statusCode, again.json().data.refund_id]).toEqual([200, data.refund_id]);
    expect(await shop.read(`/payments/${id}`)).toMatchObject({ refunded_amount: 20, refundable_amount: 30 });
    const { rows } = await server.pool.query(
      `select actor_kind as kind, object_id as id from audit_log where action = 'payments.refund' and holder_id = $1`,
      [shop.holderId],
    );
    expect(rows).toEqual([{ kind: 'person', id: data.refund_id }]);
  });

  it('under an Idempotency-Key repeats how it ended', async () => {
    const shop = await newShop();
    const id = await shop.paid('Chair', 50);
    const send = () => shop.ask('POST', `/payments/${id}/refunds`, { refund_ref: 'r' }, { 'idempotency-key': 'k' });
    const [first, again] = [await send(), await send()];
    expect([again.statusCode, again.json()]).toEqual([first.statusCode, first.json()]);
    expect([first.json().data.status, again.headers['idempotent-replayed']]).toEqual(['succeeded', 'true']);
  });

  it.each([
    [{ amount: 50.01 }, 'refund_exceeds'],
    [{ amount: 0.001 }, 'validation_failed'],
    [{ amount: 0 }, 'validation_failed'],
    [{ refund_ref: '' }, 'validation_failed'],
  ])('of %j is refused as %s, in both', async (changes, code) => {
    const shop = await newShop();
    const id = await shop.paid('Chair', 50);
    for (const dry_run of [true, false]) {
      const body = { refund_ref: 'x', dry_run, ...changes };
      expect(await shop.codeOf(shop.ask('POST', `/payments/${id}/refunds`, body))).toBe(code);
    }
  });

  it('needs its money in the wallet, and says so in the plan; one that failed waits for attention', async () => {
    const shop = await newShop();
    const id = await shop.paid('Lamp', 10);
    await newPayout(shop, 900n);
    const asked = { refund_ref: 'lamp', amount: 5 };
    for (const dry_run of [true, false]) {
      const refused = await shop.ask('POST', `/payments/${id}/refunds`, { ...asked, dry_run });
      expect(refused.json().error).toMatchObject({
        code: 'insufficient_funds',
        message: expect.stringMatching(/wallet/),
      });
    }
    await shop.paid('Another', 10);
    // Not by the API, which asks the simulator at once.
    const wanted = { refundRef: asked.refund_ref, amount: 500n, reason: null };
    const { refund } = await inTransaction(server.db, (tx) =>
      requestRefund(shopKey(shop.book), tx, shop.deps, { holderId: shop.holderId, id }, wanted),
    );
    expect(await shop.list('?attention=refund_failed')).toEqual([]);
    const provider = createScriptedProvider();
    provider.says.refund = async () => ({ kind: 'failed', reason: 'The card is closed' });
    const providers = createProviders({ test: provider, live: [] });
    await makeRefund(job, { ...shop.deps, providers }, shop.holderId, refund.id);
    expect(await shop.list('?attention=refund_failed')).toEqual(['Lamp']);
    expect((await shop.read('/home/shop')).pending).toMatchObject({ refunds_failed: 1, refunds_pending: 0 });
    expect((await shop.read(`/payments/${id}`)).refunds).toMatchObject([{ failure: 'The card is closed' }]);

    await shop.send(`/payments/${id}/refunds`, { refund_ref: 'again' });
    expect(await shop.list('?attention=refund_failed')).toEqual([]);
    expect((await shop.read('/home/shop')).pending).toMatchObject({ refunds_failed: 0 });
  });

  it('without a result yet is pending', async () => {
    const shop = await newShop();
    const id = await shop.paid('Vase', 10);
    const payment = { holderId: shop.holderId, id };
    const wanted = { refundRef: 'vase', amount: undefined, reason: null };
    await inTransaction(server.db, (tx) => requestRefund(shopKey(shop.book), tx, shop.deps, payment, wanted));
    expect(await shop.list('?attention=refund_pending')).toEqual(['Vase']);
    expect((await shop.read('/home/shop')).pending).toEqual({
      disputes_to_answer: 0,
      to_answer: { amounts: [], respond_by: null, dispute_id: null },
      disputed_payments: 0,
      refunds_pending: 1,
      refunds_failed: 0,
    });
  });
});

describe('a payment link', () => {
  it('leads to a payment that stays open for two weeks, and is created once', async () => {
    const shop = await newShop();
    const body = { amount: 12.5, currency: 'EUR', description: 'Invoice <1042>' };
    const key = { 'idempotency-key': 'link-1' };
    const link = await shop.send('/payment-links', body, key);
    expect(link).toEqual({
      payment_id: expect.stringMatching(/^pay_/),
      amount: 12.5,
      currency: 'EUR',
      description: 'Invoice <1042>',
      payment_url: `http://localhost:8080/pay/api/v1/user/authentication/form/${link.payment_id}`,
      expires_at: new Date(clock.now(0n, 'test').getTime() + 14 * 86_400_000).toISOString(),
    });
    expect((await shop.send('/payment-links', body, key)).payment_id).toBe(link.payment_id);
    expect(await shop.list('')).toEqual(['Invoice <1042>']);
    expect((await shop.read(`/payments/${link.payment_id}`)).payment_url).toBe(link.payment_url);
    const page = await server.app.inject({ url: new URL(link.payment_url).pathname });
    expect(page.body).toContain('Invoice &lt;1042&gt;');

    await shop.pay(link.payment_id);
    const { payment_url: closed, status } = await shop.read(`/payments/${link.payment_id}`);
    expect([closed, status]).toEqual([null, 'succeeded']);
  });

  it('is expired when its time is over, swept or not; revoking it cancels the payment, once', async () => {
    const shop = await newShop();
    const { payment_id: revoked } = await shop.link('Revoked');
    expect(await shop.send(`/payments/${revoked}/cancel`, {})).toMatchObject({ status: 'cancelled' });
    expect(await shop.codeOf(shop.ask('POST', `/payments/${revoked}/cancel`, {}))).toBe('invalid_state');
    const { payment_id: forgotten } = await shop.link('Forgotten');
    clock.advance(14 * 86_400);
    expect(await shop.read(`/payments/${forgotten}`)).toMatchObject({ status: 'expired', payment_url: null });
    expect(await shop.codeOf(shop.ask('POST', `/payments/${forgotten}/cancel`, {}))).toBe('invalid_state');
  });

  it('says where it was canceled, also what an earlier version published of a customer', async () => {
    const shop = await newShop();
    const { deps } = shop;
    const canceledBy = async (actor: Actor, browser: Buffer | null = null): Promise<string> => {
      const { payment_id: id } = await shop.link('Canceled');
      const key = { holderId: shop.holderId, id };
      await inTransaction(server.db, (tx) => cancelPayment(actor, tx, deps, key, browser));
      return id;
    };
    const said = async (id: string) => (await shop.read(`/payments/${id}`)).cancelled_by;
    const { payment_id: open } = await shop.link('Open');
    expect(await said(open)).toBeNull();
    await shop.send(`/payments/${open}/cancel`, {});
    expect(await said(open)).toBe('dashboard');
    expect(await said(await canceledBy(shopKey(shop.book)))).toBe('api');
    const browser = Buffer.alloc(32, 7);
    const byCustomer = await canceledBy(payerActor(null), browser);
    expect(await said(byCustomer)).toBe('customer');
    const unsaid = [await canceledBy(payerActor(null), browser), await canceledBy(shopKey(shop.book))];
    const renamed = (from: string, to: string) =>
      command`
      update events set data = replace(data::text, ${from}, ${to})::json
      where subject_id = any(${unsaid}::text[]) and type = 'payment.cancelled'`.execute(server.db);
    await renamed('"cancelled_by"', '"unsaid"');
    expect(await Promise.all(unsaid.map(said))).toEqual(['customer', null]);
    await renamed('"unsaid"', '"cancelled_by"');
  });

  it('closes an attempt under way when it is revoked', async () => {
    const shop = await newShop();
    const { payment_id: id } = await shop.link('Begun');
    await shop.pay(id, { number: '4000000000003220' });
    expect(await shop.read(`/payments/${id}`)).toMatchObject({ status: 'processing' });
    expect(await shop.send(`/payments/${id}/cancel`, {})).toMatchObject({ status: 'cancelled' });
  });

  it.each([
    [{ currency: 'XYZ' }, 'currency'],
    [{ amount: 0.001 }, 'amount'],
    [{ amount: 0 }, 'amount'],
    [{ amount: '10' }, 'amount'],
    [{ amount: 10.5, currency: 'JPY' }, 'amount'],
    [{ description: '' }, 'description'],
    [{ description: 'x'.repeat(256) }, 'description'],
    [{ description: 'a\u0000b' }, 'description'],
  ])('of %j is refused, and the field is named', async (changes, field) => {
    const shop = await newShop();
    const refused = await shop.ask('POST', '/payment-links', { amount: 10, currency: 'EUR', ...changes });
    expect([refused.statusCode, refused.json().error.details[0]?.field]).toEqual([422, field]);
  });
});

describe('the home of a shop', () => {
  it('adds up today and the days before, in the time zone of whoever looks', async () => {
    const shop = await newShop();
    clock.set('2031-06-01T21:30:00.000Z');
    await shop.paid('In the evening', 10);
    const { payment_id: canceled } = await shop.link('Canceled');
    await shop.send(`/payments/${canceled}/cancel`, {});
    clock.set('2031-06-02T08:00:00.000Z');
    const morning = await shop.paid('In the morning', 20);
    await shop.send(`/payments/${morning}/refunds`, { refund_ref: 'one', amount: 5 });
    await shop.link('Open');

    const home = await shop.read('/home/shop');
    expect(home).toMatchObject({
      now: '2031-06-02T08:00:00.000Z',
      today: {
        day: '2031-06-02',
        paid: 1,
        unpaid: 0,
        currencies: [{ currency: 'EUR', payments: 1, volume: 20, fees: 0.3, refunded: 5, net: 14.7 }],
      },
      balances: [{ currency: 'EUR', available: 24.5, debt: 0 }],
      has_payments: true,
      has_keys: false,
      is_payee: false,
    });
    const inAthens = await shop.read('/home/shop?time_zone=Europe/Athens');
    expect(inAthens.today).toMatchObject({ paid: 2, unpaid: 1, currencies: [{ payments: 2, volume: 30 }] });

    const days = async (query: string) => {
      const { days: rows, ...rest } = await shop.read(`/home/shop/activity${query}`);
      return { ...rest, days: rows.map(({ day, volume, net }: Record<string, unknown>) => [day, volume, net]) };
    };
    expect(await days('?days=2')).toEqual({
      from: '2031-06-01',
      to: '2031-06-02',
      paid: 2,
      unpaid: 1,
      days: [
        ['2031-06-01', 10, 9.8],
        ['2031-06-02', 20, 14.7],
      ],
    });
    expect(await days('?days=1&time_zone=Europe/Athens')).toMatchObject({ days: [['2031-06-02', 30, 24.5]] });
    expect((await days('')).from).toBe('2031-05-04');
    for (const query of ['time_zone=Nowhere', 'days=31', 'days=0']) {
      expect(await shop.codeOf(shop.ask('GET', `/home/shop/activity?${query}`))).toBe('validation_failed');
    }
  });

  it('knows who only earns from deliveries', async () => {
    const shop = await newShop();
    const company = await makeCompany(server.db);
    const link = { holderId: shop.holderId, type: 'merchant', name: 'Taverna' } as const;
    type OfSession = { holder_id: number; is_only_payee: boolean };
    const isOnlyPayee = async () =>
      (await shop.read('/session')).holders.find((one: OfSession) => one.holder_id === Number(shop.holderId))
        .is_only_payee;
    expect(await isOnlyPayee()).toBe(false);
    await inTransaction(server.db, (tx) => insertLink(tx, company, link));
    expect(await isOnlyPayee()).toBe(true);
    await makeKey(server.db, shop.holderId);
    expect(await isOnlyPayee()).toBe(false);
    expect(await shop.read('/home/shop')).toMatchObject({ has_payments: false, has_keys: true, is_payee: true });
    expect(await shop.read('/home/shop', { 'sluice-mode': 'live' })).toMatchObject({ has_keys: false });
  });
});
