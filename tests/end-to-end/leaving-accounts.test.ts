/**
 * Closing an account of each kind, what stands in its way, what races with it, and reopening it
 * (docs/closing-and-erasing.md, "Closing an account", "What stands in the way", "Reopening an account").
 */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction, type Tx } from '../../src/base/database/transaction.ts';
import type { HolderKind } from '../../src/core/access/roles.ts';
import { closeAccount, reopenAccount } from '../../src/features/closing/close-account.ts';
import { findObstacles } from '../../src/features/closing/find-obstacles.ts';
import { debtToService } from '../../src/features/debts/find-debt.ts';
import { settleDebt } from '../../src/features/debts/settle-debt.ts';
import { findHolder } from '../../src/features/holders/holders.repository.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { payFromCustomerWallet } from '../../src/features/payments/capture-payment.ts';
import { createPaymentCreator } from '../../src/features/payments/create-payment.ts';
import { startAttempt } from '../../src/features/payments/provider-attempt.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { requestRefund } from '../../src/features/refunds/refund-payment.ts';
import { cancelTopUp } from '../../src/features/wallets/end-top-up.ts';
import { confirmTopUp, requestTopUp } from '../../src/features/wallets/top-up.ts';
import { createTestAccount, password, type TestAccount } from '../fixtures/account.ts';
import { createConsoleBrowser, expectDone, expectRefused, ownPage } from '../fixtures/console-browser.ts';
import { bringIn, drawOut, makeHolderOwe, makeLinkOwe } from '../fixtures/money.ts';
import { bankForm } from '../fixtures/payouts.ts';
import { memberOf, operator, payer, shell, shopKey } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeHolder, makeKey, makeLink } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { hold } from '../support/lock-waits.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient } from '../support/partner-client.ts';

const currency = 'EUR';
let account: TestAccount;
let deps: { clock: TestAccount['server']['clock']; publicUrl: string; now: () => Date };
let owner: { personId: string; email: string; browser: ReturnType<typeof createConsoleBrowser> };

beforeAll(async () => {
  account = await createTestAccount();
  deps = { clock: account.server.clock, publicUrl: 'http://localhost:8080', now: () => new Date() };
  const { browser: own, email } = await account.newCustomer();
  const browser = createConsoleBrowser(account.app);
  for (const [cookie, { value }] of own.jar) browser.jar.set(cookie, value);
  const { rows } = await query('select id from people where email = $1', [email]);
  owner = { personId: rows[0].id, email, browser };
});
afterAll(async () => {
  await expectBooksToHold(account.db, { byHand: ['bank_details', 'links', 'members'] });
  await account.close();
});

const query = (text: string, values: unknown[] = []) => account.pool.query(text, values);
const run = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => inTransaction(account.db, work);

/** An account that the person owns. */
async function own(kind: HolderKind): Promise<bigint> {
  const id = kind === 'company' ? await makeCompany(account.db) : await makeHolder(account.db, kind);
  await run((tx) => insertMember(tx, id, owner.personId, 'owner'));
  return id;
}

const at = (holderId: bigint, name: string, mode: 'test' | 'live' = 'live') =>
  accountAt({ holderId, mode, currency }, name);
const give = (holderId: bigint, name: string, amount = 500n, mode: 'test' | 'live' = 'live') =>
  run((tx) => bringIn(tx, at(holderId, name, mode), amount, new Date(), 'bank'));
const takeOut = (holderId: bigint, name: string, amount = 500n) =>
  run((tx) => drawOut(tx, at(holderId, name), amount, new Date()));
const ownerOf = (holderId: bigint, holderKind: HolderKind) =>
  memberOf({ holderId, mode: 'live' }, { holderKind, personId: owner.personId });
const close = (holderId: bigint, kind: HolderKind) =>
  run((tx) => closeAccount(ownerOf(holderId, kind), tx, deps, { holderId, name: nameOf(kind) }));
const nameOf = (kind: HolderKind): string => (kind === 'company' ? 'Bolt Bistro' : `A ${kind}`);
const statusOf = async (holderId: bigint) => (await findHolder(account.db, holderId))?.status;
const obstaclesOf = async (holderId: bigint): Promise<string[]> => {
  const holder = await findHolder(account.db, holderId);
  return (await findObstacles(account.db, holder as NonNullable<typeof holder>)).map(({ code }) => code);
};
const ask = (method: 'GET' | 'POST', path: string, holderId: bigint, body?: object) =>
  owner.browser.call(method, path, body, { ...ownPage, 'sluice-holder': String(holderId), 'sluice-mode': 'live' });

async function newPayment(shop: bigint, mode: 'test' | 'live' = 'live') {
  const book = { holderId: shop, mode };
  const terms = { amount: 500n, currency, returnUrl: null, cancelUrl: null, custom: null, webhookUrl: null };
  const more = { ...terms, orderId: null };
  const { id } = await createPaymentCreator(account.server).create(shopKey(book), book, 'api', more);
  return { holderId: shop, id };
}

/** A payment of the shop, paid from the wallet. */
async function paidFrom(wallet: bigint, shop: bigint) {
  const key = await newPayment(shop);
  await give(wallet, 'wallet');
  const who = { name: 'Ada', email: null, customerHolderId: wallet };
  await run((tx) => payFromCustomerWallet(payer, tx, account.server.payDeps, key, who, null));
  return key;
}

const startPaying = (tx: Tx, key: { holderId: bigint; id: string }) =>
  startAttempt(tx, account.server.payDeps, key, {
    ...{ provider: 'simulator', method: 'card', cardLastFour: null, payerName: 'Ada', browser: null },
  });

const refund = (tx: Tx, key: { holderId: bigint; id: string }) =>
  requestRefund(shopKey({ holderId: key.holderId, mode: 'live' }), tx, account.server.payDeps, key, {
    ...{ refundRef: randomUUID(), amount: undefined, reason: null },
  });

async function lateCapture(shop: bigint): Promise<void> {
  const { id: payment } = await newPayment(shop);
  await query(
    `insert into late_captures (holder_id, attempt_id, mode, payment_id, amount, currency, due_at, created_at, updated_at)
    values ($1, 'att_x', 'live', $2, 1, 'EUR', now() + interval '1 day', now(), now())`,
    [shop, payment],
  );
}

describe('what stands in the way', () => {
  const cases: [string, HolderKind, string[], (id: bigint) => Promise<unknown>][] = [
    ['a balance in a wallet', 'customer', ['balance'], (id) => give(id, 'wallet')],
    ['a balance in clearing', 'company', ['balance'], (id) => give(id, 'clearing')],
    ['a balance of commission', 'company', ['balance'], (id) => give(id, 'commission')],
    [
      'a top-up that waits',
      'customer',
      ['top_ups'],
      (id) =>
        run((tx) =>
          requestTopUp(
            ownerOf(id, 'customer'),
            tx,
            deps.clock,
            { holderId: id, mode: 'live' },
            {
              ...{ amount: 500n, currency, accountKind: 'wallet', source: 'bank' },
            },
          ),
        ),
    ],
    [
      'an attempt to pay under way',
      'merchant',
      ['payments'],
      async (id) => {
        const key = await newPayment(id);
        await run((tx) => startPaying(tx, key));
      },
    ],
    [
      'a debt to the service',
      'merchant',
      ['debt', 'disputes'],
      (id) => run((tx) => makeHolderOwe(tx, at(id, 'wallet'), 500n, new Date())),
    ],
    [
      'an order that is not settled',
      'company',
      ['orders'],
      async (id) => {
        const api = createPartnerClient(account.app, await makeKey(account.db, id, 'live'));
        const splits = [{ beneficiary_type: 'partner', amount: 1 }];
        expect((await api.post('/orders', orderBody({ splits, total_amount: 1, currency }))).statusCode).toBe(201);
      },
    ],
    [
      'a payout on its way',
      'customer',
      ['payouts'],
      async (id) => {
        await give(id, 'wallet');
        await takeOut(id, 'wallet');
        await query(`update payouts set status = 'sent', ended_at = null where holder_id = $1`, [id]);
      },
    ],
    [
      'a dispute',
      'merchant',
      ['disputes'],
      async (id) => {
        const { id: payment } = await newPayment(id);
        await query(
          `insert into disputes (holder_id, id, mode, payment_id, amount, currency, created_at, updated_at)
        values ($1, $2, 'live', $3, 1, 'EUR', now(), now())`,
          [id, `dp_${id}`, payment],
        );
      },
    ],
    ['a late capture', 'merchant', ['late_captures'], lateCapture],
    [
      'a late capture that the provider refused to return',
      'merchant',
      ['late_captures'],
      async (id) => {
        await lateCapture(id);
        await query(
          `update late_captures set status = 'refused', failure = 'refused', due_at = null where holder_id = $1`,
          [id],
        );
      },
    ],
  ];
  it.each(cases)('%s', async (_, kind, codes, make) => {
    const id = await own(kind);
    expect(await obstaclesOf(id)).toEqual([]);
    await make(id);
    expect(await obstaclesOf(id)).toEqual(codes);
    await expect(close(id, kind)).rejects.toMatchObject({
      code: 'invalid_state',
      details: codes.map((field) => ({ field })),
    });
    expect(await statusOf(id)).toBe('active');
    // What these cases made by hand is no money, and would be missed by the books.
    await query(`delete from late_captures where holder_id = $1`, [id]);
    await query(`delete from disputes where holder_id = $1 and withdrawals = 0 and id = $2`, [id, `dp_${id}`]);
    await query(`update payouts set status = 'completed', ended_at = now() where holder_id = $1`, [id]);
  });

  it('a shop’s debt, until it is repaid by bank transfer, and the rest written off: then it closes', async () => {
    const id = await own('merchant');
    await run((tx) => makeHolderOwe(tx, at(id, 'wallet'), 500n, new Date()));
    await query(`update disputes set status = 'lost' where holder_id = $1`, [id]);
    expect((await ask('GET', '/account-closing', id)).json().data.obstacles).toMatchObject([
      { code: 'debt', amounts: [{ currency, amount: 5 }] },
    ]);
    await query(
      `insert into bank_details (currency, account_holder, iban, changed_at)
       values ($1, 'Sluice', 'DE89370400440532013000', now())`,
      [currency],
    );
    expect((await ask('GET', '/debts', id)).json().data).toEqual([
      { creditor: { kind: 'service', name: null }, beneficiary_ref: null, amount: 5, currency, transferable: true },
    ]);
    const started = (await ask('POST', '/debts/repayments', id, { amount: 4, currency })).json().data;
    expect(started).toMatchObject({ status: 'pending', amount: 4, bank_details: { iban: 'DE89370400440532013000' } });
    await run((tx) => confirmTopUp(operator('finance'), tx, deps.clock, started.topup_id));
    await run(async (tx) => {
      const debt = await debtToService(tx, { holderId: id, mode: 'live' }, currency);
      const rest = { kind: 'written_off', amount: undefined, reason: 'Too little to pursue' } as const;
      expect(await settleDebt(operator(), tx, deps.clock, debt, rest)).toMatchObject({ amount: 100n });
    });
    await close(id, 'merchant');
    expect(await statusOf(id)).toBe('closed');
  });

  it('an order on hold, and none that was canceled', async () => {
    const company = await own('company');
    const api = createPartnerClient(account.app, await makeKey(account.db, company, 'live'));
    const splits = [{ beneficiary_type: 'partner', amount: 1 }];
    const order = orderBody({ splits, total_amount: 1, currency });
    expect((await api.post('/orders', order)).statusCode).toBe(201);
    const path = `/orders/${order.partner_order_ref}`;
    expect((await api.post(`${path}/hold`, { reason: 'disputed' })).statusCode).toBe(200);
    expect(await obstaclesOf(company)).toEqual(['orders']);
    expect((await api.post(`${path}/cancel`, {})).statusCode).toBe(200);
    expect(await obstaclesOf(company)).toEqual([]);
  });

  it('of a payee: earnings, what it owes, and what it is still to earn', async () => {
    const company = await makeCompany(account.db);
    const courier = await own('courier');
    const { rows } = await query(
      `insert into links (company_id, holder_id, type, name) values ($1, $2, 'courier', 'Rider') returning id`,
      [company, courier],
    );
    const link = rows[0].id as bigint;
    await give(company, `earnings:${link}`);
    expect(await obstaclesOf(courier)).toEqual(['earnings']);
    await takeOut(company, `earnings:${link}`);
    const api = createPartnerClient(account.app, await makeKey(account.db, company, 'live'));
    const splits = [{ beneficiary_type: 'courier', beneficiary_ref: Number(link), amount: 1 }];
    const order = orderBody({ splits, total_amount: 1, currency });
    expect((await api.post('/orders', order)).statusCode).toBe(201);
    expect(await obstaclesOf(courier)).toEqual(['upcoming_earnings']);
    expect((await api.post(`/orders/${order.partner_order_ref}/cancel`, {})).statusCode).toBe(200);
    await run((tx) => makeLinkOwe(tx, at(company, `earnings:${link}`), 5n, new Date()));
    expect(await obstaclesOf(courier)).toEqual(['debt']);
    const owed = { beneficiary_ref: Number(link), currency, reason: 'No longer delivers' };
    expect((await api.post('/debts/write-offs', owed)).statusCode).toBe(201);
    await close(courier, 'courier');
    expect(await statusOf(courier)).toBe('closed');
  });

  it('of a refund that waits for money: to whoever gets it, and to the company that owes it, also when it failed', async () => {
    const [company, customer] = [await makeCompany(account.db), await own('customer')];
    const api = createPartnerClient(account.app, await makeKey(account.db, company, 'live'));
    const splits = [{ beneficiary_type: 'partner', amount: 5 }];
    const order = orderBody({ splits, total_amount: 5, currency, payment_source: 'service' });
    const { payment_url: url } = (await api.post('/orders', order)).json().data;
    await give(customer, 'wallet');
    const key = { holderId: company, id: url.split('/').at(-1) as string };
    const who = { name: 'Ada', email: 'ada@example.com', customerHolderId: customer };
    await run((tx) => payFromCustomerWallet(payer, tx, account.server.payDeps, key, who, null));
    const both = async () => [(await obstaclesOf(company)).includes('refunds'), await obstaclesOf(customer)];
    expect(await both()).toEqual([false, []]);
    await query(
      `insert into order_refunds (holder_id, id, mode, order_id, refund_ref, status, amount, currency, request_hash, taken,
        before_settlement, created_at, updated_at)
      select holder_id, 'ref_1', mode, id, 'r-1', 'awaiting_funds', 1, currency, sha256(''), '{}', false, now(), now()
      from orders where holder_id = $1`,
      [company],
    );
    expect(await both()).toEqual([true, ['refunds']]);
    const fail = `update order_refunds set status = 'failed', restitution_amount = 1, restitution_position = 1,`;
    await query(`${fail} restitution = 'awaiting_funds' where holder_id = $1`, [company]);
    expect(await both()).toEqual([true, []]);
    await query(`${fail} restitution = 'paid' where holder_id = $1`, [company]);
    expect(await both()).toEqual([false, []]);
    await query('delete from order_refunds where holder_id = $1', [company]);
  });

  it('is never test mode', async () => {
    const id = await own('customer');
    await give(id, 'wallet', 500n, 'test');
    await close(id, 'customer');
    expect(await statusOf(id)).toBe('closed');
  });
});

describe('a company that is closed', () => {
  it('ends keys, links, invitations, endpoints and bank accounts, and may only be read', async () => {
    const id = await own('company');
    const pair = await makeKey(account.db, id, 'live');
    const api = createPartnerClient(account.app, pair);
    const link = await makeLink(account.db, id, 'merchant');
    await run((tx) => addBankAccount(shell, tx, deps.clock, id, bankForm()));
    await api.post('/invitations', { email: 'taverna@example.com', type: 'merchant', name: 'Taverna' });
    await api.post('/webhook-endpoints', { url: 'https://platform.example/hook' });

    expect((await ask('GET', '/account-closing', id)).json().data).toEqual({ obstacles: [] });
    const name = 'Bolt Bistro';
    expectRefused(await ask('POST', '/account-closing', id, { name }), 422, 'wrong_password', ['password']);
    expectRefused(await ask('POST', '/account-closing', id, { name: 'Another', password }), 422, 'validation_failed', [
      'name',
    ]);
    const answers = await Promise.all([1, 2].map(() => ask('POST', '/account-closing', id, { name, password })));
    for (const answer of answers) expectDone(answer);

    // What is in the books, and what is beside them.
    const { rows: inBooks } = await query(
      `select (select status from webhook_endpoints where holder_id = $1 and kind = 'endpoint') as endpoint,
        (select status from bank_accounts where holder_id = $1) as bank,
        (select array_agg(type order by type) from events where holder_id = $1 and mode = 'live') as events`,
      [id],
    );
    const { rows: beside } = await query(
      `select h.status, h.closed_from, (h.closed_at is not null) as closed,
        (select status from links where company_id = h.id) as link,
        (select status from invitations where company_id = h.id) as invitation,
        (select count(*)::int from audit_log where holder_id = h.id and action = 'holders.close') as entries
      from holders h where h.id = $1`,
      [id],
    );
    expect([{ ...beside[0], ...inBooks[0] }]).toEqual([
      {
        ...{ status: 'closed', closed_from: 'active', closed: true, link: 'ended', invitation: 'revoked' },
        ...{ endpoint: 'paused', bank: 'ended', entries: 1, events: ['invitation.revoked', 'link.ended'] },
      },
    ]);
    expect(link).toBeGreaterThan(0n);
    const refused = await api.get('/wallets');
    expect([refused.statusCode, refused.json().error.code]).toEqual([401, 'invalid_credentials']);
    expect((await ask('GET', '/wallets', id)).statusCode).toBe(200);
    expect((await ask('GET', '/audit-log', id)).statusCode).toBe(200);
    expectRefused(await ask('POST', '/settlements', id, {}), 403, 'company_not_active');
    const mails = (await account.mailsTo(owner.email)).filter(
      ({ subject }) => subject === 'The account Bolt Bistro is closed',
    );
    expect(mails).toHaveLength(1);
  });

  it('is closed by its owner alone, with a fresh second factor', async () => {
    const id = await own('company');
    const may = (changes: Parameters<typeof memberOf>[1]) =>
      run((tx) =>
        closeAccount(memberOf({ holderId: id, mode: 'live' }, changes), tx, deps, {
          holderId: id,
          name: nameOf('company'),
        }),
      );
    for (const role of ['finance', 'developer', 'viewer'] as const) {
      await expect(may({ role })).rejects.toMatchObject({ code: 'forbidden' });
    }
    await expect(may({ freshAt: null })).rejects.toMatchObject({ code: 'second_factor_required' });
    await expect(may({ holderStatus: 'suspended' })).rejects.toMatchObject({ code: 'company_not_active' });
    const other = await makeCompany(account.db);
    await expect(
      run((tx) => closeAccount(ownerOf(id, 'company'), tx, deps, { holderId: other, name: nameOf('company') })),
    ).rejects.toMatchObject({
      code: 'not_found',
    });
    expect(await statusOf(id)).toBe('active');
  });
});

/** What it was refused with; handled at once, whenever it is looked at. */
const outcomeOf = (work: Promise<unknown>): Promise<unknown> =>
  work.then(() => 'done').catch((error: unknown) => error);

describe('a race', () => {
  it('with a refund to the wallet: whichever comes first wins', async () => {
    const shop = await makeHolder(account.db, 'merchant');
    const [first, second] = [await own('customer'), await own('customer')];
    const [paid, other] = [await paidFrom(first, shop), await paidFrom(second, shop)];

    const refunding = await hold(account.db, account.pool, (tx) => refund(tx, paid));
    const closing = outcomeOf(close(first, 'customer'));
    await refunding.awaitedBy(closing);
    await refunding.commit();
    expect(await closing).toMatchObject({ code: 'invalid_state', details: [{ field: 'balance' }] });
    await takeOut(first, 'wallet');

    const held = await hold(account.db, account.pool, (tx) =>
      closeAccount(ownerOf(second, 'customer'), tx, deps, { holderId: second, name: nameOf('customer') }),
    );
    const refunded = outcomeOf(run((tx) => refund(tx, other)));
    await held.awaitedBy(refunded);
    await held.commit();
    expect(await refunded).toMatchObject({ code: 'invalid_state' });
    expect(await statusOf(second)).toBe('closed');
  });

  it('with an attempt to pay a shop', async () => {
    const [first, second] = [await own('merchant'), await own('merchant')];
    const [paying, later] = [await newPayment(first), await newPayment(second)];
    const started = await hold(account.db, account.pool, (tx) => startPaying(tx, paying));
    const closing = outcomeOf(close(first, 'merchant'));
    await started.awaitedBy(closing);
    await started.commit();
    expect(await closing).toMatchObject({ details: [{ field: 'payments' }] });

    const held = await hold(account.db, account.pool, (tx) =>
      closeAccount(ownerOf(second, 'merchant'), tx, deps, { holderId: second, name: nameOf('merchant') }),
    );
    const attempt = outcomeOf(run((tx) => startPaying(tx, later)));
    await held.awaitedBy(attempt);
    await held.commit();
    expect(await attempt).toMatchObject({ code: 'merchant_not_active' });
  });

  it('with a top-up', async () => {
    const id = await own('customer');
    const book = { holderId: id, mode: 'live' } as const;
    const terms = { amount: 500n, currency, accountKind: 'wallet', source: 'bank' } as const;
    const start = (tx: Tx) => requestTopUp(ownerOf(id, 'customer'), tx, deps.clock, book, terms);
    const started = await hold(account.db, account.pool, start);
    const closing = outcomeOf(close(id, 'customer'));
    await started.awaitedBy(closing);
    await started.commit();
    expect(await closing).toMatchObject({ details: [{ field: 'top_ups' }] });
    const { rows } = await query('select id from top_ups where holder_id = $1', [id]);
    await run((tx) => cancelTopUp(ownerOf(id, 'customer'), tx, deps.clock, rows[0].id));

    const held = await hold(account.db, account.pool, (tx) =>
      closeAccount(ownerOf(id, 'customer'), tx, deps, { holderId: id, name: nameOf('customer') }),
    );
    const again = outcomeOf(run(start));
    await held.awaitedBy(again);
    await held.commit();
    expect(await again).toMatchObject({ code: 'invalid_state' });
    await expect(run((tx) => confirmTopUp(shell, tx, deps.clock, rows[0].id))).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });
});

it('a payment of a shop that is closed cannot be paid, and its page says so', async () => {
  const id = await own('merchant');
  const { id: payment } = await newPayment(id);
  await close(id, 'merchant');
  const page = await account.app.inject({ url: `/pay/api/v1/user/authentication/form/${payment}` });
  expect(page.body).toContain('This payment cannot be made right now');
  const { rows } = await query(`select type from events where holder_id = $1`, [id]);
  expect(rows.map(({ type }) => type)).not.toContain('payment.blocked');
});

describe('reopening', () => {
  it('is for the operator, with a reason, and ended things stay ended', async () => {
    const id = await own('merchant');
    await makeKey(account.db, id, 'live');
    await close(id, 'merchant');
    const reopen = (actor = operator()) => run((tx) => reopenAccount(actor, tx, id, 'Closed by mistake'));
    for (const role of ['finance', 'support', 'viewer'] as const) {
      await expect(reopen(operator(role))).rejects.toMatchObject({ code: 'forbidden' });
    }
    await expect(reopen(ownerOf(id, 'merchant'))).rejects.toMatchObject({ code: 'forbidden' });
    await reopen();
    expect(await statusOf(id)).toBe('active');
    const { rows } = await query('select revoked_at from api_keys where holder_id = $1', [id]);
    expect(rows).toMatchObject([{ revoked_at: expect.any(Date) }]);
    const entries = await query(
      `select before, after from audit_log where holder_id = $1 and action = 'holders.reopen'`,
      [id],
    );
    expect(entries.rows).toEqual([
      { before: { status: 'closed' }, after: { status: 'active', reason: 'Closed by mistake' } },
    ]);
    expect((await account.mailsTo(owner.email)).at(-1)?.text).toContain('Closed by mistake');
    await expect(reopen()).rejects.toMatchObject({ code: 'invalid_state' });
  });

  it('needs somebody who owns it', async () => {
    const id = await own('courier');
    await close(id, 'courier');
    await query('delete from members where holder_id = $1', [id]);
    await expect(run((tx) => reopenAccount(operator(), tx, id, 'Asked for'))).rejects.toMatchObject({
      code: 'invalid_state',
    });
  });
});
