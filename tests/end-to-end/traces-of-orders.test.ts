/**
 * The chains of orders that take another way than from a card to a wallet: through the shadow ledger, and by cash; in test and
 * in live mode (docs/contract/people.md, "Follow the money").
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import { insertMember } from '../../src/features/holders/members.repository.ts';
import { createTestAccount, type TestAccount } from '../fixtures/account.ts';
import { sent } from '../fixtures/console.ts';
import { bringIn } from '../fixtures/money.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { createPartnerClient } from '../support/partner-client.ts';

let account: TestAccount;
let cookie: string;
let company: bigint;
let merchant: number;
let courier: number;

beforeAll(async () => {
  account = await createTestAccount();
  const { db, pool } = account;
  const { browser, holderId } = await account.newCustomer();
  cookie = [...browser.jar].map(([name, { value }]) => `${name}=${value}`).join('; ');
  const { rows } = await pool.query('select person_id as id from members where holder_id = $1', [holderId]);
  company = await makeCompany(db);
  await inTransaction(db, (tx) => insertMember(tx, company, rows[0].id, 'owner'));
  merchant = Number(await makeLink(db, company, 'merchant', 'Taverna'));
  courier = Number(await makeLink(db, company, 'courier', 'Ada'));
});
afterAll(async () => {
  await expectBooksToHold(account.db);
  await account.close();
});

async function bookIn(mode: Mode) {
  const { db, app, server } = account;
  const clearing = accountAt({ holderId: company, mode, currency: 'EUR' }, 'clearing');
  await inTransaction(db, (tx) => bringIn(tx, clearing, 10_000n, server.clock.now(company, mode), 'bank'));
  return createPartnerClient(app, await makeKey(db, company, mode));
}

async function chainOf(mode: Mode, order: number) {
  const { statusCode, json } = await account.app.inject({
    url: `/api/v1/traces/${encodeURIComponent(`order:${order}`)}`,
    headers: {
      cookie,
      'sec-fetch-site': 'same-origin',
      'sluice-holder': String(company),
      'sluice-mode': mode,
    },
  });
  expect(statusCode).toBe(200);
  const { data } = json();
  expect(data.gaps).toEqual([]);
  expect(data.checks.length).toBeGreaterThan(0);
  expect(data.checks.filter(({ holds }: { holds: boolean }) => !holds)).toEqual([]);
  const edges = data.edges.map(({ code, amount }: { code: string; amount: number }) => [code, amount]);
  const held = data.nodes
    .filter(({ held: left, kind }: { held: number; kind: string }) => left > 0 && kind !== 'bank')
    .map(({ kind, held: left }: { held: number; kind: string }) => [kind, left]);
  return { edges, held };
}

describe.each(['test', 'live'] as const)('in %s mode', (mode) => {
  it('a shadow order stands in the shadow ledger, and after its claim with the merchant', async () => {
    const api = await bookIn(mode);
    const splits = [
      { beneficiary_type: 'merchant', amount: 8 },
      { beneficiary_type: 'partner', amount: 2 },
    ];
    const body = { partner_order_ref: 'shadow', payment_source: 'card', total_amount: 10, currency: 'EUR', splits };
    const shadow = { is_shadow: true, shadow_merchant_ref: 'taverna' };
    const { order_id: id } = await sent(api.post('/orders', { ...body, ...shadow }));
    await sent(api.post('/settlements'));
    const settled = [
      ['settlement', 8],
      ['settlement', 2],
    ];
    expect(await chainOf(mode, id as number)).toEqual({
      edges: settled,
      held: [
        ['shadow_merchant', 8],
        ['shadow_commission', 2],
      ],
    });
    await sent(
      api.post('/shadow/taverna/claims', { beneficiary_ref: merchant, claim_ref: 'c', partner_order_refs: ['shadow'] }),
    );
    expect(await chainOf(mode, id as number)).toEqual({
      edges: [...settled, ['claim', 8], ['shadow_claimed', 8]],
      held: [
        ['shadow_commission', 2],
        ['earnings', 8],
      ],
    });
  });

  it('an order paid in cash leaves with its courier what they still owe', async () => {
    const api = await bookIn(mode);
    await sent(api.call('PUT', '/cash/settings', { is_tracked: true }));
    const splits = [
      { beneficiary_type: 'courier', beneficiary_ref: courier, amount: 2 },
      { beneficiary_type: 'merchant', beneficiary_ref: merchant, amount: 7 },
      { beneficiary_type: 'partner', amount: 1 },
    ];
    const body = { partner_order_ref: 'cash', payment_source: 'cod', total_amount: 10, currency: 'EUR', splits };
    const { order_id: id } = await sent(api.post('/orders', body));
    await sent(api.post('/settlements'));
    expect(await chainOf(mode, id as number)).toEqual({
      edges: [
        ['cash_collected', 10],
        ['settlement', 2],
        ['settlement', 7],
        ['settlement', 1],
        // The courier keeps their own share of what they collected.
        ['cash_netting', 2],
        ['cash_netted', 2],
      ],
      held: [
        ['link_cash', 8],
        ['earnings', 7],
        ['commission', 1],
        ['cash', 2],
      ],
    });
  });
});
