/**
 * A capture of part of a payment, a payment whose first provider is away, and cash on delivery, interrupted at every step:
 * the customer is charged once, and everybody has what is theirs once.
 */
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../src/base/clock/clock.ts';
import { inTransaction } from '../../src/base/database/transaction.ts';
import type { Mode } from '../../src/base/money/mode.ts';
import { createKey } from '../../src/features/api-keys/manage-keys.ts';
import { saveCashSettings } from '../../src/features/cash/cash-settings.repository.ts';
import { recordHandover } from '../../src/features/cash/hand-over.ts';
import { insertHolder } from '../../src/features/holders/holders.repository.ts';
import { findLink } from '../../src/features/links/links.repository.ts';
import { submit } from '../documents/pay-in-browser.ts';
import { memberOf, shell } from '../support/actors.ts';
import { payByCard, simulatedPayDeps } from '../support/pay-by-card.ts';
import { atAnswer, atCommitOf, prepareCommitGates, readGate, rowsGate, tableGate } from './gates.ts';
import { at, interruptAt, interruptions, type Point } from './interruptions.ts';
import { type Company, createStage, post, type Service, type Stage, testTimeoutMs, until } from './support.ts';
import { expectWhole, insist, topUp, untilIdle } from './whole-books.ts';

/** The steps of a capture (`request-capture.ts`, `make-capture.ts`, `provider-attempt.ts`). */
const asked = atCommitOf('payments:authorized');
const captured = atCommitOf('payments:succeeded');
const capturePoints: readonly Point[] = [
  at('the request is being committed', asked),
  at('the request is committed and the provider is about to be asked', asked, readGate('payment_attempts')),
  at('the provider has captured and nothing is recorded', asked, rowsGate('payments')),
  at('its payment is held', asked, tableGate('transfers')),
  at('it is being committed', captured),
  at('it is committed and its answer is under way', captured, atAnswer),
];

/**
 * The steps of paying (`pay-with-provider.ts`). One that did not answer is asked last for a while: each payment is in a
 * currency that another one takes.
 */
const attempts = tableGate('payment_attempts');
const failOverPoints: readonly (Point & { currency: string })[] = [
  { currency: 'EUR', ...at('the first provider did not answer and nothing is recorded', attempts, attempts) },
  { currency: 'GBP', ...at('the second provider is about to be asked', attempts, attempts, attempts) },
  { currency: 'CHF', ...at('the second provider has charged and nothing is posted', attempts, tableGate('transfers')) },
  { currency: 'SEK', ...at('it is being committed', captured) },
  { currency: 'NOK', ...at('it is committed and its answer is under way', captured, atAnswer) },
];

/** The steps of a settlement that nets cash (`run-settlement.ts`). */
const settlementPoints: readonly Point[] = [
  at('its accounts are held', tableGate('transfers')),
  at('its transfers are posted', tableGate('orders')),
  at('it is being committed', atCommitOf('settlements:done')),
];

/** The steps of confirming what was handed over (`hand-over.ts`). */
const handoverPoints: readonly Point[] = [
  at('its accounts are held', tableGate('transfers')),
  at('its transfer is posted', tableGate('cash_handovers')),
  at('it is being committed', atCommitOf('cash_handovers:posted')),
];

/** Never answers when it is asked to charge, and has charged nothing. */
const awayFor = (currency: string): string => `
  const declined = async () => ({ kind: 'declined', reason: 'abandoned' });
  export default {
    name: 'away${currency.toLowerCase()}', title: 'Away', settings: [],
    open: async () => ({
      methods: ['card'],
      limits: { charge: (_method, _amount, of) => (of === '${currency}' ? undefined : { kind: 'currency' }), refund: () => undefined },
      begin: async () => { throw new Error('away'); },
      confirm: declined, close: declined, refund: async () => ({ kind: 'pending' }),
    }),
  };`;

/** Charges at once, and keeps a file of each charge: its name is the attempt's. */
const charges = `
  import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
  mkdirSync('charges', { recursive: true });
  const fileOf = ({ attemptId }) => 'charges/' + attemptId;
  const stateOf = async (charge) => {
    if (!existsSync(fileOf(charge))) return { kind: 'declined', reason: 'abandoned' };
    const [amount, currency] = readFileSync(fileOf(charge), 'utf8').split(' ');
    return { kind: 'succeeded', amount: BigInt(amount), currency, cardLastFour: null, payerEmail: null, providerRef: charge.attemptId };
  };
  export default {
    name: 'steady', title: 'Steady', settings: [],
    open: async () => ({
      methods: ['card'],
      async begin(charge) {
        writeFileSync(fileOf(charge), charge.amount + ' ' + charge.currency, { flag: 'a' });
        return stateOf(charge);
      },
      confirm: stateOf, close: stateOf, refund: async () => ({ kind: 'pending' }),
    }),
  };`;

let stage: Stage;
let service: Service;

beforeAll(async () => {
  const away = failOverPoints.map(({ currency }) => [`sluice-away-${currency.toLowerCase()}`, awayFor(currency)]);
  stage = await createStage({ ...Object.fromEntries(away), 'sluice-steady': charges });
  service = await stage.startService();
  await prepareCommitGates(stage, ['payments', 'settlements', 'cash_handovers']);
});
afterAll(() => stage?.close());

describe('part of a payment is captured after the loss of', () => {
  for (const { title, ...interruption } of interruptions(capturePoints)) {
    it(title, { timeout: testTimeoutMs }, async () => {
      const shop = await makeShop('test');
      const { token } = await create(shop, { currency: 'USD', capture: 'manual' });
      await payByCard(simulatedPayDeps(stage.db, systemClock), { holderId: shop.book.holderId, id: token });
      await untilIdle(stage, shop);
      const capture = () => call(shop, '/payment/capture', { token, amount: '7.50' });
      service = await interruptAt(stage, service, interruption, shop, capture);
      await until('it is captured', async () => (await capture())?.data.status === 'succeeded');
      await expectWhole(stage, shop, {
        accounts: { 'outside:card': -750n, wallet: 750n },
        events: { 'payment.authorized': 1, 'capture.requested': 1, 'payment.paid': 1 },
      });
      const { rows } = await sql`
        select captured_amount as amount from simulator_charges where holder_id = ${shop.book.holderId}`.execute(
        stage.db,
      );
      expect(rows).toEqual([{ amount: 750n }]);
    });
  }
});

describe('a payment is made through the second provider after the loss of', () => {
  for (const { title, point, way } of interruptions(failOverPoints)) {
    it(title, { timeout: testTimeoutMs }, async () => {
      const { currency } = point as (typeof failOverPoints)[number];
      const shop = await makeShop('live');
      const { token, payment_url: url } = await create(shop, { currency });
      const pay = () => submit(`${service.origin}${new URL(url).pathname}`, { method: 'card' }).catch(() => undefined);
      service = await interruptAt(stage, service, { way, point }, shop, pay);
      await until('it is paid', async () => {
        await sweepNow(token);
        const status = await statusOf(token);
        if (status === 'created') await pay();
        return status === 'succeeded';
      });
      await expectWhole(stage, shop, {
        accounts: { 'outside:steady': -1_000n, wallet: 1_000n },
        currency,
        events: { 'payment.paid': 1 },
      });
      const made = await stage.read('charges');
      expect(made.filter((charge) => charge.endsWith(currency))).toEqual([`1000 ${currency}`]);
    });
  }
});

describe('cash is kept of what its collector earns after the loss of', () => {
  for (const { title, ...interruption } of interruptions(settlementPoints)) {
    it(title, { timeout: testTimeoutMs }, async () => {
      const company = await collectedOrder();
      service = await interruptAt(stage, service, interruption, company, () => settle(company));
      await insist(service, company, '/settlements', {}, { key: 'settle', is: ({ status }) => status === 'done' });
      await expectWhole(stage, company, {
        accounts: { ...shares, clearing: 2_000n, cash: -8_000n, 'cash:rider': 8_000n },
        events: { 'order.settled': 1, 'settlement.completed': 1 },
      });
    });
  }
});

describe('cash that was handed over is confirmed after the loss of', () => {
  for (const { title, ...interruption } of interruptions(handoverPoints)) {
    it(title, { timeout: testTimeoutMs }, async () => {
      const company = await collectedOrder();
      await insist(service, company, '/settlements', {}, { key: 'settle', is: ({ status }) => status === 'done' });
      const path = `/cash/handovers/${await handOver(company)}/confirm`;
      await untilIdle(stage, company);
      service = await interruptAt(stage, service, interruption, company, () => post(service, company, path, {}));
      await insist(service, company, path, {}, { is: ({ status }) => status === 'posted' });
      await expectWhole(stage, company, {
        accounts: { ...shares, clearing: 2_000n, cash: -3_000n, 'cash:rider': 3_000n },
        events: { 'cash_handover.recorded': 1, 'cash_handover.posted': 1 },
      });
    });
  }
});

it('leaves whole books', { timeout: testTimeoutMs }, async () => {
  await stage.verify();
  await service.stop();
});

/** A shop with a token for interface A. */
async function makeShop(mode: Mode): Promise<Company> {
  const holderId = await inTransaction(stage.db, (tx) => insertHolder(tx, 'merchant', 'Interrupted'));
  const { clientId, clientSecret } = await createKey(shell, { db: stage.db }, holderId, mode);
  const shop: Company = { book: { holderId, mode }, merchants: [], couriers: [], headers: {} };
  const keys = { client_id: clientId, secret_id: clientSecret };
  const token = (await call(shop, '/authentication/token', keys))?.data.access_token;
  return { ...shop, headers: { authorization: `Bearer ${token}` } };
}

type Answer = { data: Record<string, string> };

/** A request of interface A. @returns undefined when it could not be answered. */
async function call({ headers }: Company, path: string, body: object): Promise<Answer | undefined> {
  try {
    const answer = await fetch(`${service.origin}/pay/api/v1${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Answer;
  } catch {
    return undefined;
  }
}

async function create(shop: Company, fields: object): Promise<{ token: string; payment_url: string }> {
  const answer = await call(shop, '/payment/create', { amount: '10.00', return_url: 'https://shop.test/', ...fields });
  return answer?.data as { token: string; payment_url: string };
}

async function statusOf(id: string): Promise<string | undefined> {
  const { rows } = await stage.pool.query<{ status: string }>('select status from payments where id = $1', [id]);
  return rows[0]?.status;
}

/** As if the time had passed after which a provider is asked what became of an attempt. */
async function sweepNow(paymentId: string): Promise<void> {
  await stage.pool.query("update payment_attempts set due_at = now() where payment_id = $1 and status = 'processing'", [
    paymentId,
  ]);
  await stage.pool.query("select graphile_worker.add_job('sweep_payments', '{}', job_key := 'sweep')");
}

/** What the order's parties have: the courier's 20.00 were kept of the cash. */
const shares = { 'outside:bank': -10_000n, 'earnings:shop': 7_000n, commission: 1_000n };

const settle = (company: Company) => post(service, company, '/settlements', {}, 'settle');

/** 100 USD in clearing, and an order of as much in cash, which its courier collected. */
async function collectedOrder(): Promise<Company> {
  const company = await stage.makeCompany('Interrupted');
  const { book, merchants, couriers } = company;
  const settings = { isTracked: true, limits: {}, daysMax: null, refuses: false };
  await inTransaction(stage.db, (tx) => saveCashSettings(tx, book, settings));
  await topUp(service, company, 100);
  await insist(service, company, '/orders', {
    partner_order_ref: 'order-1',
    payment_source: 'cod',
    total_amount: 100,
    currency: 'USD',
    splits: [
      { beneficiary_type: 'merchant', beneficiary_ref: Number(merchants[0]), amount: 70 },
      { beneficiary_type: 'courier', beneficiary_ref: Number(couriers[0]), amount: 20, collects_cash: true },
      { beneficiary_type: 'partner', amount: 10 },
    ],
  });
  await untilIdle(stage, company);
  return company;
}

/** The courier says that it handed over 50.00. @returns the handover's id. */
async function handOver({ book, couriers }: Company): Promise<string> {
  const linkId = couriers[0] as bigint;
  const holderId = (await findLink(stage.db, book.holderId, linkId))?.holderId as bigint;
  const own = { holderId, mode: book.mode };
  const actor = memberOf(own, { holderKind: 'courier' });
  const said = { kind: 'handed_over', amount: 5_000n, note: null } as const;
  const holding = { ...book, currency: 'USD', linkId };
  const handover = await inTransaction(stage.db, (tx) =>
    recordHandover(actor, tx, systemClock, { side: 'link', book: own }, holding, said),
  );
  return handover.id;
}
