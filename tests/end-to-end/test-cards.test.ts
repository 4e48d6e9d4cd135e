/**
 * docs/test-cards.md, "What each card does": each row is a payment, made through the pages and interface A, that ends in
 * what the row says. A company's test clock makes the same happen.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '../../src/base/database/transaction.ts';
import { accountIn, ledgerAccount } from '../../src/core/ledger/accounts.ts';
import { findBalance } from '../../src/core/ledger/ledger.repository.ts';
import { serviceHolderId } from '../../src/core/ledger/post.ts';
import { saveTexts } from '../../src/features/payments/evidence/prepare-evidence.ts';
import { requestSubmission } from '../../src/features/payments/evidence/submit-evidence.ts';
import { sweepPayments } from '../../src/features/payments/pay-with-provider.ts';
import { paymentJobs } from '../../src/features/payments/payments.jobs.ts';
import { spaced } from '../../src/features/providers/card-brands.ts';
import { simulatorJobs } from '../../src/features/providers/simulator/simulator.jobs.ts';
import { testCards, testCardsByBrand } from '../../src/features/providers/simulator/test-cards.ts';
import { sweepRefunds } from '../../src/features/refunds/refund-payment.ts';
import { refundJobs } from '../../src/features/refunds/refunds.jobs.ts';
import { topUpCards } from '../../src/features/wallets/customer/top-up-by-card.ts';
import { createBrowser, goodCard } from '../fixtures/checkout.ts';
import { base, createShop, dataOf, type Merchant, type Shop } from '../fixtures/shop.ts';
import { job, memberOf } from '../support/actors.ts';
import { expectBooksToHold } from '../support/assert-books.ts';
import { root } from '../support/command.ts';
import { drainJobs, makeJobsDue } from '../support/drain-jobs.ts';
import { changeCompany, makeCompany, makeKey } from '../support/holders.ts';
import { orderBody } from '../support/order-bodies.ts';
import { createPartnerClient } from '../support/partner-client.ts';
import { createTestClock } from '../support/test-clock.ts';
import { createTestService } from '../support/test-service.ts';

const page = readFileSync(join(root, 'docs', ['test-cards', 'md'].join('.')), 'utf8');

type Row = { number: string; acts: string[]; seconds: number[]; status: string; events: string[]; balance: string };

const words = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, word = '']) => word);
const unitSeconds: Record<string, number> = { s: 1, min: 60, day: 86_400, days: 86_400 };
const secondsIn = (cell: string): number[] =>
  [...cell.matchAll(/(\d+) (s|min|days?)\b/g)].map(([, count, unit]) => Number(count) * (unitSeconds[unit ?? ''] ?? 0));

/** The cells of the table under a heading. */
function tableUnder(heading: string): string[][] {
  const section = page.split(/^## /m).find((text) => text.startsWith(`${heading}\n`)) ?? '';
  const lines = section.split('\n').filter((line) => /^\| [0-9`]/.test(line));
  return lines.map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const rows = tableUnder('What each card does').map(
  ([number = '', acts = '', , when = '', status = '', events = '', balance = '']): Row => ({
    number: number.replaceAll(' ', ''),
    acts: acts.split(', '),
    seconds: secondsIn(when),
    status: words(status).join(),
    events: words(events),
    balance,
  }),
);

it('has a row of every card, and of no other', () => {
  expect([...new Set(rows.map(({ number }) => number))]).toEqual(testCards.map(({ number }) => number));
  const byBrand = tableUnder('Other card brands').map(([number, brand]) => [number, brand?.split(',')[0]]);
  expect(byBrand).toEqual(testCardsByBrand.map(({ number, brand }) => [spaced(number), brand]));
});

it('names the cards that top up a wallet', () => {
  const [, section = ''] = page.split('## Topping up a wallet');
  expect(words(section)).toEqual(topUpCards.map(({ number }) => number));
});

const clock = createTestClock();
let shop: Shop;

beforeAll(async () => {
  shop = await createShop({ clock });
});
afterAll(() => shop.close());

const evidenceRows = tableUnder('Disputes').map(
  ([explanation = '', , when = '', status = '', events = '', balance = '']) => ({
    explanation: words(explanation).join(),
    seconds: secondsIn(when),
    status: words(status).join(),
    events: words(events),
    balance,
  }),
);

/** The sweeps and jobs of a service, until nothing is due. */
async function runWhatIsDue(): Promise<void> {
  const { payDeps, onNotice } = shop.server;
  const raise = (error: unknown): never => {
    throw error;
  };
  await simulatorJobs({ ...payDeps, onNotice }, (_name, error) => raise(error)).send_test_notices.run(job, undefined);
  await makeJobsDue(shop.database);
  const jobs = { ...paymentJobs(payDeps, raise), ...refundJobs(payDeps, raise) };
  expect(await drainJobs(shop.database, jobs)).toEqual([]);
  await sweepPayments(job, payDeps, raise);
  await sweepRefunds(job, payDeps, raise);
}

async function makePayment(merchant: Merchant) {
  const bearer = await shop.token(merchant.test);
  const asked = { amount: '20.00', currency: 'EUR', return_url: 'https://shop.test/thanks' };
  const token = dataOf(await shop.create(bearer, asked)).token as string;
  const path = `${base}/user/authentication/form/${token}`;
  const browser = createBrowser(shop.app);
  const confirm = async (answer: string): Promise<void> => {
    await browser.open(`${path}/confirm`);
    await browser.submit(`${path}/confirm`, { answer });
  };
  const call = (to: string, body: object) =>
    shop.call('POST', `${base}${to}`, { headers: { authorization: `Bearer ${bearer}` }, body });
  return {
    acts: {
      async pay(number: string) {
        await browser.open(path);
        return browser.submit(`${path}/pay`, { ...goodCard, card_number: number });
      },
      approve: () => confirm('approve'),
      reject: () => confirm('reject'),
      async cancel() {
        await browser.open(path);
        await browser.submit(`${path}/cancel`);
      },
      async refund() {
        expect((await call('/payment/refund', { token, refund_ref: 'all of it' })).status).toBe(200);
      },
    } as Record<string, (number: string) => Promise<unknown>>,
    async status() {
      return dataOf(await shop.status(bearer, token)).status;
    },
    async events() {
      const { rows: found } = await shop.database.pool.query<{ type: string }>(
        `select type from events where subject_kind = 'payment' and subject_id = $1 order by appended`,
        [token],
      );
      return found.map(({ type }) => type);
    },
    async submit(explanation: string) {
      const { holderId } = merchant;
      const { rows: found } = await shop.database.pool.query('select id from disputes where payment_id = $1', [token]);
      const of = { book: { holderId, mode: 'test' } as const, disputeId: found[0]?.id as string };
      const owner = memberOf(of.book);
      await saveTexts(owner, shop.server.payDeps, of, { explanation });
      await inTransaction(shop.db, (tx) => requestSubmission(owner, tx, shop.server.payDeps, of));
    },
    async dispute() {
      const { rows: found } = await shop.database.pool.query(
        'select status, reason, evidence_due_at is not null as is_open from disputes where payment_id = $1',
        [token],
      );
      return found;
    },
  };
}

const balanceOf = (holderId: bigint, account: typeof ledgerAccount.wallet | typeof ledgerAccount.fees) =>
  findBalance(shop.db, accountIn({ holderId, mode: 'test', currency: 'EUR' }, account));

describe('a payment by', () => {
  it.each(rows.map((row) => [`${spaced(row.number)}: ${row.acts.join(', ')}`, row] as const))(
    '%s',
    async (_name, row) => {
      const merchant = await shop.addMerchant();
      const payment = await makePayment(merchant);
      for (const act of row.acts) await payment.acts[act]?.(row.number);
      await runWhatIsDue();
      let passed = 0;
      for (const seconds of row.seconds) {
        // What is to come has not happened a second before.
        clock.advance(seconds - passed - 1);
        const before = await payment.events();
        await runWhatIsDue();
        expect(await payment.events()).toEqual(before);
        clock.advance(1);
        await runWhatIsDue();
        passed = seconds;
      }
      expect(await payment.status()).toBe(row.status);
      expect(await payment.events()).toEqual(['payment.created', ...row.events]);
      const cents = await balanceOf(merchant.holderId, ledgerAccount.wallet);
      expect((Number(cents) / 100).toFixed(2)).toBe(row.balance);
      // Nothing is left to happen, but that an open payment expires.
      clock.advance(40 * 86_400);
      await runWhatIsDue();
      expect((await payment.events()).filter((type) => type !== 'payment.expired')).toEqual([
        'payment.created',
        ...row.events,
      ]);
      await shop.expectBooksHold();
    },
  );

  it('a card that is disputed: its fee is the service’s, and how it stands is kept', async () => {
    const payment = await makePayment(await shop.addMerchant());
    const fees = await balanceOf(serviceHolderId, ledgerAccount.fees);
    const feesSince = async () => (await balanceOf(serviceHolderId, ledgerAccount.fees)) - fees;
    await payment.acts.pay?.('4000000000100026');
    const seen: unknown[] = [];
    for (const seconds of [60, 540, 600]) {
      clock.advance(seconds);
      await runWhatIsDue();
      seen.push([await payment.dispute(), await feesSince()]);
    }
    const reason = 'product_unacceptable';
    expect(seen).toEqual([
      [[{ status: 'needs_response', reason, is_open: true }], -1_500n],
      [[{ status: 'won', reason, is_open: false }], 0n],
      [[{ status: 'lost', reason, is_open: false }], -1_500n],
    ]);
    await shop.expectBooksHold();
  });

  it.each(evidenceRows.map((row) => [row.explanation, row] as const))(
    'a card that is disputed, with the evidence “%s”',
    async (explanation, { seconds, status, events, balance }) => {
      const hour = 3_600;
      const merchant = await shop.addMerchant();
      const payment = await makePayment(merchant);
      await payment.acts.pay?.('4000000000000259');
      clock.advance(hour);
      await runWhatIsDue();
      await payment.submit(explanation);
      await runWhatIsDue();
      expect(await payment.dispute()).toMatchObject([{ status: 'under_review', is_open: false }]);
      const before = await payment.events();
      // Of a row that says when the card decides, after the payment.
      const left = (seconds[0] ?? 0) - (explanation.endsWith('_evidence') ? 0 : hour);
      clock.advance(left - 1);
      await runWhatIsDue();
      expect(await payment.events()).toEqual(before);
      clock.advance(1);
      await runWhatIsDue();
      expect(await payment.dispute()).toMatchObject([{ status }]);
      expect((await payment.events()).slice(3)).toEqual(events);
      const cents = await balanceOf(merchant.holderId, ledgerAccount.wallet);
      expect((Number(cents) / 100).toFixed(2)).toBe(balance);
      await shop.expectBooksHold();
    },
  );

  it.each(['4000000000100042', '4000000000100059'])('%s is unknown at first: 503, and processing', async (number) => {
    const payment = await makePayment(await shop.addMerchant());
    expect(await payment.acts.pay?.(number)).toMatchObject({ statusCode: 503 });
    await runWhatIsDue();
    expect(await payment.status()).toBe('processing');
    clock.advance(120);
    await runWhatIsDue();
    expect(await payment.status()).not.toBe('processing');
    await shop.expectBooksHold();
  });

  it('a card with an inquiry leaves no dispute', async () => {
    const payment = await makePayment(await shop.addMerchant());
    await payment.acts.pay?.('4000000000001976');
    clock.advance(60);
    await runWhatIsDue();
    expect(await payment.dispute()).toEqual([]);
  });
});

it('a company’s test clock makes it happen: drained, the dispute holds the order, and lets it go', async () => {
  const service = await createTestService({ clock: createTestClock() });
  try {
    const company = await makeCompany(service.db);
    await changeCompany(service.db, company, { holdSeconds: 3_600 });
    const client = createPartnerClient(service.app, await makeKey(service.db, company));
    const body = orderBody({ partner_order_ref: 'disputed', payment_source: 'service' });
    const { pathname } = new URL((await client.post('/orders', body)).json().data.payment_url);
    const browser = createBrowser(service.app);
    await browser.open(pathname);
    await browser.submit(`${pathname}/pay`, { ...goodCard, card_number: '4000000000002685' });
    const afterMoving = async (seconds: number): Promise<string[]> => {
      await client.post('/test/clock', { advance_seconds: seconds });
      expect((await client.post('/test/drain')).json().data).toMatchObject({ drained: true });
      const order = (await client.get('/orders/disputed')).json().data;
      return [order.payment_status, order.settlement_status, order.hold_reason];
    };
    expect(await afterMoving(59)).toEqual(['paid', 'unsettled', null]);
    expect(await afterMoving(1)).toEqual(['paid', 'on_hold', 'charged_back']);
    expect(await afterMoving(540)).toEqual(['paid', 'unsettled', null]);
    await expectBooksToHold(service.db);
  } finally {
    await service.close();
  }
});
