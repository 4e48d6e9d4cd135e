/**
 * Whatever a company sends once per reference or `Idempotency-Key` it may send once in each mode: test and live are
 * apart (docs/contract/common.md, "Idempotency").
 */
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { modes } from '../../src/base/money/mode.ts';
import { addBankAccount } from '../../src/features/payouts/change-bank-accounts.ts';
import { bringIn } from '../fixtures/money.ts';
import { bankForm } from '../fixtures/payouts.ts';
import { shell } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { makeCompany, makeKey, makeLink } from '../support/holders.ts';
import { accountAt } from '../support/ledger-names.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient, type PartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestServer, type TestServer } from '../support/test-server.ts';

const clock = createTestClock();
const rounds = [1, 2];

let server: TestServer;
let clients: PartnerClient[];
let shop: number;

beforeAll(async () => {
  server = await createTestServer({ clock });
  const company = await makeCompany(server.db);
  shop = Number(await makeLink(server.db, company, 'merchant'));
  await inTransaction(server.db, (tx) => addBankAccount(shell, tx, clock, company, bankForm()));
  clients = [];
  for (const mode of modes) {
    clients.push(createPartnerClient(server.app, await makeKey(server.db, company, mode)));
    for (const name of ['clearing', 'commission']) {
      const account = accountAt({ holderId: company, mode, currency: 'EUR' }, name);
      await inTransaction(server.db, (tx) => bringIn(tx, account, 100_000n, clock.now(company, mode)));
    }
  }
  for (const client of clients) await prepare(client);
});
afterAll(async () => {
  await expectBooksToHold(server.db);
  await server.close();
});

const taverna = { is_shadow: true, shadow_merchant_ref: 'taverna', shadow_merchant_name: 'Taverna' };
const shadowOrder = (ref: string) =>
  orderBody({ partner_order_ref: ref, splits: [{ beneficiary_type: 'merchant', amount: 12.5 }], ...taverna });

/** What is paid, refunded and claimed below. */
async function prepare(client: PartnerClient): Promise<void> {
  for (const body of [orderBody({ partner_order_ref: 'known' }), shadowOrder('outside'), shadowOrder('claimed')]) {
    expect((await client.post('/orders', body)).statusCode).toBe(201);
  }
  expect((await client.post('/settlements')).json().data.orders_settled).toBe(3);
}

type Send = (client: PartnerClient) => Promise<LightMyRequestResponse>;

const keyed =
  (path: string, body?: object): Send =>
  (client) =>
    client.post(path, body, { 'idempotency-key': path });
const byRef =
  (path: string, body: object): Send =>
  (client) =>
    client.post(path, body);
const money = { amount: 5, currency: 'EUR' };
const order = orderBody({ partner_order_ref: 'same' });
const claimed = { partner_order_refs: ['claimed'] };
const bulk = { orders: [orderBody({ partner_order_ref: 'same-of-many' })] };

const valueAt = (data: unknown, path: string): unknown =>
  path.split('.').reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], data);

describe('what was sent in test mode is new in live mode, and known there from then on', () => {
  it.each<[name: string, send: Send, idOf: string]>([
    ['an order by its ref', byRef('/orders', order), 'order_id'],
    ['an order by its key', keyed('/orders', orderBody({ partner_order_ref: 'keyed' })), 'order_id'],
    ['an order’s refund by its ref', byRef('/orders/known/refunds', { refund_ref: 'r', amount: 1 }), 'refund_id'],
    ['an order’s refund by its key', keyed('/orders/known/refunds', { refund_ref: 's', amount: 1 }), 'refund_id'],
    ['a hold', keyed('/orders/same/hold', {}), 'order_id'],
    ['a top-up', keyed('/wallets/topups', money), 'topup_id'],
    ['commission to clearing', keyed('/wallets/transfers', money), 'transfer_id'],
    ['a payout', keyed('/payouts', { ...money, account: 'clearing' }), 'payout_id'],
    ['a settlement', keyed('/settlements', {}), 'settlement_id'],
    [
      'a payment outside by its ref',
      byRef('/shadow/paid-outside', { payment_ref: 'p', orders: [{ partner_order_ref: 'outside' }] }),
      'lines.0.order_id',
    ],
    [
      'a claim by its ref',
      (client) => client.post('/shadow/taverna/claims', { claim_ref: 'c', beneficiary_ref: shop, ...claimed }),
      'claim_id',
    ],
    ['an order of many by its ref', byRef('/orders/bulk', bulk), 'results.0.data.order_id'],
  ])('%s', async (_name, send, idOf) => {
    const ids: unknown[][] = [];
    for (const _ of rounds) {
      const answers = [];
      for (const client of clients) answers.push(await send(client));
      for (const answer of answers) expect(answer.statusCode, answer.body).toBeLessThan(300);
      ids.push(answers.map((answer) => valueAt(answer.json().data, idOf)));
    }
    expect(ids[0]).not.toContain(undefined);
    expect(new Set(ids[0]).size).toBe(modes.length);
    expect(ids[1]).toEqual(ids[0]);
  });
});
