/** Chains of what the use cases post: where the money is, what holds of it, and what each reader sees. */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPostingWorld, type PostingWorld } from '../../../tests/fixtures/posting.ts';
import { keyOf, shell } from '../../../tests/support/actors.ts';
import { expectBooksToHold } from '../../../tests/support/assert-books.ts';
import { hold } from '../../../tests/support/lock-waits.ts';
import type { Order } from '../orders/order.ts';
import { returnPayout } from '../payouts/change-payout.ts';
import { requestOrderRefund } from '../refunds/refund-order.ts';
import type { TraceId } from './find-root.ts';
import { presentTrace } from './present-trace.ts';
import { readParts } from './read-parts.ts';
import { readTrace } from './read-trace.ts';
import type { Sight } from './sight.ts';

const rights = { seesPayers: true, seesBankAccounts: true };

let world: PostingWorld;
let sights: Record<'company' | 'shop' | 'customer' | 'taverna' | 'rider' | 'operator' | 'stranger', Sight>;

beforeAll(async () => {
  world = await createPostingWorld();
  const { company, shop, customer, taverna, rider } = world;
  const payee = async (link: bigint): Promise<Sight> => {
    const links = new Map([[company.holderId, new Set([link])]]);
    return { ...rights, as: 'payee', book: { holderId: await ownerOf(link), mode: 'test' }, links };
  };
  sights = {
    company: { ...rights, as: 'company', book: company },
    shop: { ...rights, as: 'payee', book: shop, links: new Map() },
    customer: { ...rights, as: 'customer', book: customer },
    taverna: await payee(taverna),
    rider: await payee(rider),
    operator: { ...rights, as: 'operator', book: { holderId: 1n, mode: 'test' } },
    stranger: { ...rights, as: 'company', book: await world.makeBook() },
  };
});
afterAll(async () => {
  await expectBooksToHold(world.db);
  await world.close();
});

const ownerOf = async (linkId: bigint): Promise<bigint> =>
  (await world.database.pool.query('select holder_id from links where id = $1', [linkId])).rows[0].holder_id;

type Reader = keyof typeof sights;

/** Where the money is, by kind of place; undefined if the reader finds nothing. Every check must hold. */
async function held(reader: Reader, id: TraceId): Promise<Record<string, number> | undefined> {
  const trace = await readTrace(world.db, sights[reader], id);
  if (trace === undefined) return undefined;
  expect(trace.checks.filter(({ holds }) => !holds)).toEqual([]);
  const { nodes } = await presentTrace(world.db, sights[reader], trace);
  const places: Record<string, number> = {};
  for (const [n, { held: minor }] of trace.chain.nodes.entries()) {
    const { kind, name } = nodes[n] as (typeof nodes)[number];
    const place = name === null ? kind : `${kind} ${name}`;
    if (minor !== 0n) places[place] = (places[place] ?? 0) + Number(minor) / 100;
  }
  return places;
}

const checksOf = async (id: TraceId) =>
  (await readTrace(world.db, sights.operator, id))?.checks.map(({ name }) => name);

const orderId = ({ id }: Order): TraceId => ({ kind: 'order', id: String(id) });

describe('an order that was paid, settled and paid out', () => {
  let order: Order;
  let payout: string;
  beforeAll(async () => {
    order = await world.order('paid-out', { paymentSource: 'card' });
    await world.bring(world.company, 1_000n);
    await world.settle(world.company);
    payout = (await world.payOut(world.company, `earnings:${world.taverna}`, 700n)).id;
  });

  it('ends at the earnings for its company', async () =>
    expect(await held('company', orderId(order))).toEqual({
      clearing: -10,
      'earnings taverna': 7,
      'earnings rider': 2,
      commission: 1,
    }));

  it('goes on to the payout for the operator', async () =>
    expect(await held('operator', orderId(order))).toEqual({
      clearing: -10,
      payout: 7,
      'earnings rider': 2,
      commission: 1,
    }));

  it('is their own share, and what became of it, for a payee', async () =>
    expect(await held('taverna', orderId(order))).toEqual({ clearing: -7, payout: 7 }));

  it('is compared with its splits', async () =>
    expect(await checksOf(orderId(order))).toEqual(['splits', 'settlement', 'balance', 'balance']));

  it('is what the payout is made of', async () => {
    expect(await held('taverna', { kind: 'payout', id: payout })).toEqual({ clearing: -7, outside: 7 });
    const page = await readParts(world.db, sights.taverna, { kind: 'payout', id: payout });
    expect(await page?.({ limit: 10 })).toMatchObject([{ amount: 700n, partnerOrderRef: 'paid-out' }]);
  });

  it.each(['company', 'shop', 'customer', 'stranger'] as const)(
    'the payout does not exist for the %s',
    async (reader) => expect(await held(reader, { kind: 'payout', id: payout })).toBeUndefined(),
  );

  it.each(['shop', 'customer', 'stranger'] as const)('the order does not exist for the %s', async (reader) =>
    expect(await held(reader, orderId(order))).toBeUndefined(),
  );
});

it('what a returned payout recovered of a debt on its way back is gone, and only the rest is there', async () => {
  const order = await world.order('came-back', { paymentSource: 'card' });
  await world.bring(world.company, 1_000n);
  await world.settle(world.company);
  const { id } = await world.ask(world.company, `earnings:${world.taverna}`, 700n);
  await world.refund(world.company, 'paid-out', { amount: 300n, liable: { type: 'merchant', ref: world.taverna } });
  await world.run((tx) => returnPayout(shell, tx, world.clock, id, { to: 'rejected', reason: null }));
  expect(await held('operator', orderId(order))).toEqual({
    clearing: -10,
    'earnings taverna': 4,
    later: 3,
    'earnings rider': 2,
    commission: 1,
  });
});

describe('a payment', () => {
  it('by card is the shop’s, less its fee, and what is paid out of it', async () => {
    const { id } = await world.paidBy('card', 1_000n);
    const kept = { kind: 'payment', id } as const;
    expect(await held('shop', kept)).toEqual({ outside: -10, wallet: 9, fees: 1 });
    await world.payOut(world.shop, 'wallet', 900n);
    expect(await held('shop', kept)).toEqual({ outside: -10, payout: 9, fees: 1 });
    expect(await checksOf(kept)).toEqual(['payment', 'fee', 'balance']);
    for (const reader of ['company', 'customer', 'taverna', 'stranger'] as const) {
      expect([reader, await held(reader, kept)]).toEqual([reader, undefined]);
    }
  });

  it('from a wallet is what the customer paid the shop, and the shop’s earnings', async () => {
    await world.customerTopsUp('20.00');
    const { id } = await world.paidFromWallet(1_000n);
    expect(await held('customer', { kind: 'payment', id })).toEqual({ wallet: -10, 'transit Shop': 10 });
    expect(await held('shop', { kind: 'payment', id })).toEqual({ transit: -10, wallet: 9, fees: 1 });
    expect(await held('operator', { kind: 'payment', id })).toEqual({ wallet: -1, fees: 1 });
  });

  it('that was refunded went back, with its fee', async () => {
    const paid = await world.paidBy('card', 500n);
    await world.refundPayment(paid);
    expect(await held('shop', { kind: 'payment', id: paid.id })).toEqual({ outside: 0 });
  });

  it('that was charged back and won is the shop’s again', async () => {
    const paid = await world.paidBy('card', 500n);
    const charged = await world.chargeBack(paid, 500n);
    const dispute: TraceId = { kind: 'dispute', id: charged.dispute.id };
    expect(await held('shop', dispute)).toMatchObject({ fees: 0.5 });
    await world.winDispute(charged);
    expect(await held('shop', dispute)).toMatchObject({ fees: 0.5 });
    expect(await held('company', dispute)).toBeUndefined();
  });
});

it('an order of the shadow ledger is followed by its company, and not by the courier it names', async () => {
  const order = await world.shadowOrder('shadowed');
  await world.settle(world.company);
  expect(await held('company', orderId(order))).toMatchObject({ shadow_clearing: -10 });
  for (const reader of ['rider', 'taverna', 'stranger'] as const) {
    expect([reader, await held(reader, orderId(order))]).toEqual([reader, undefined]);
  }
  const { rows } = await world.database.pool.query(
    `select t.id from transfers t join accounts a on a.holder_id = t.holder_id and a.id = t.to_account_id
     where t.holder_id = $1 and a.kind = 'shadow_courier'`,
    [world.company.holderId],
  );
  expect(rows).toHaveLength(1);
  expect(await held('rider', { kind: 'transfer', id: String(rows[0].id) })).toBeUndefined();
});

it('a refund while it is read changes nothing of what is read', async () => {
  const order = await world.order('in-between', { paymentSource: 'card' });
  await world.bring(world.company, 1_000n);
  await world.settle(world.company);
  const request = {
    refundRef: 'r',
    amount: 300n,
    parties: undefined,
    liable: undefined,
    reason: null,
    hash: Buffer.alloc(32, 'r'),
  };
  const refunding = await hold(world.db, world.database.pool, async (tx) => {
    // Chains read the refunds of an order after its transfers.
    await sql`lock table order_refunds in access exclusive mode`.execute(tx);
    await requestOrderRefund(keyOf(world.company), tx, world.deps, world.company, 'in-between', request);
  });
  const reading = held('company', orderId(order));
  await refunding.awaitedBy(reading);
  await refunding.commit();
  const before = { clearing: -10, 'earnings taverna': 7, 'earnings rider': 2, commission: 1 };
  expect(await reading).toEqual(before);
  expect(await held('company', orderId(order))).not.toEqual(before);
});
