/** Payments of the whole service through the provider: paid once, found when a notice is lost, returned when too late. */
import assert from 'node:assert/strict';
import { ledgerAccount, outsideSourceOf } from '../../../src/core/ledger/accounts.ts';
import { during, methodOf, sumRefunds } from '../ask.ts';
import { type Case, type Context, type Need, NotOffered, requireOutage } from '../case.ts';
import { forgeriesOf } from '../forge.ts';
import { type CasePayment, type CaseShop, halfHour, openShop } from '../shop.ts';
import { textOf } from '../thrown-calls.ts';

const day = 24 * 60 * 60;

/** A case on the whole service. After each of them the books hold; one that fails also tells which calls gave no answer. */
export const onService = (
  name: string,
  needs: readonly Need[],
  run: (shop: CaseShop, context: Context) => Promise<void>,
): Case => ({
  name: `in the service, ${name}`,
  needs,
  async run(context) {
    const { service } = context;
    service.thrown.clear();
    try {
      await run(await openShop(context), context);
      await service.expectBooksHold();
    } catch (error) {
      if (error instanceof Error && !(error instanceof NotOffered)) error.message += textOf(service.thrown);
      throw error;
    }
  },
});

/** The payment was paid by one of its attempts, and its amount is there once. */
async function expectPaidOnce(context: Context, shop: CaseShop, payment: CasePayment): Promise<void> {
  assert.equal((await shop.stored(payment)).status, 'succeeded');
  assert.equal((await shop.attempts(payment)).filter((status) => status === 'succeeded').length, 1);
  assert.equal(await shop.wallet(payment), payment.amount);
  assert.equal((await shop.events(payment)).filter((type) => type === 'payment.paid').length, 1);
  const source = outsideSourceOf({ provider: context.provider.name, method: methodOf(context) });
  const outside = await shop.balance(payment, ledgerAccount.outside(source), false);
  assert.equal(outside, -payment.amount, 'what came in from outside is what the wallet has');
}

const paidCases: Case[] = [
  onService(
    'a payment is paid once by return, notice and sweep at the same time',
    ['customer.pays'],
    async (shop, context) => {
      const payment = await shop.createPayment();
      const { browser, charge } = await shop.begin(payment);
      await context.harness.customer.pays?.(charge);
      await Promise.all([
        browser.open(payment.path),
        browser.open(`${payment.path}/result`),
        shop.sweep(halfHour),
        shop.tell({ kind: 'charge', charge }),
      ]);
      await shop.drain();
      await expectPaidOnce(context, shop, payment);
    },
  ),
  onService('a payment that begin decides is paid at once', ['customer.paysAtOnce'], async (shop, context) => {
    const payment = await shop.createPayment();
    await shop.begin(payment);
    await expectPaidOnce(context, shop, payment);
  }),
  onService('a payment whose notice was lost is found by the sweep', ['customer.pays'], async (shop, context) => {
    const payment = await shop.createPayment();
    const { charge } = await shop.begin(payment);
    await context.harness.customer.pays?.(charge);
    assert.equal((await shop.stored(payment)).status, 'processing');
    assert.deepEqual(await shop.sweep(halfHour), []);
    await expectPaidOnce(context, shop, payment);
  }),
  onService(
    'a payment whose customer closed the browser is paid by its notice',
    ['customer.pays', 'notices'],
    async (shop, context) => {
      const payment = await shop.createPayment();
      const { charge } = await shop.begin(payment);
      await context.harness.customer.pays?.(charge);
      await shop.tell({ kind: 'charge', charge });
      await expectPaidOnce(context, shop, payment);
    },
  ),
  onService('a notice that is sent again and again changes nothing', ['paid', 'notices'], async (shop, context) => {
    const { payment, charge } = await shop.paid();
    for (let round = 0; round < 2; round += 1) await shop.tell({ kind: 'charge', charge });
    await expectPaidOnce(context, shop, payment);
  }),
  onService(
    'a notice that is forged, or claims what is not true, changes nothing',
    ['customer.pays', 'notices.claimingPaid'],
    async (shop, { harness }) => {
      const payment = await shop.createPayment();
      const { charge } = await shop.begin(payment);
      const notice = await harness.notices?.claimingPaid?.(charge);
      assert(harness.notices && notice);
      for (const [what, forged] of forgeriesOf(notice, harness.notices.provenBy)) {
        assert.equal(await shop.send(forged), 400, `a notice ${what} is refused`);
      }
      assert.equal(await shop.send(notice), 200);
      assert.deepEqual(await shop.drain(), []);
      assert.equal((await shop.stored(payment)).status, 'processing');
      assert.equal(await shop.wallet(payment), 0n);
    },
  ),
];

const unpaidCases: Case[] = [
  onService(
    'a payment that was declined can be paid again',
    ['customer.pays', 'customer.isDeclined'],
    async (shop, context) => {
      const payment = await shop.createPayment();
      const { charge } = await shop.begin(payment);
      await context.harness.customer.isDeclined?.(charge);
      await shop.tell({ kind: 'charge', charge });
      assert.equal((await shop.stored(payment)).status, 'created');
      assert.equal(await shop.wallet(payment), 0n);
      const second = await shop.begin(payment, context.harness.asked?.('customer.pays'));
      await context.harness.customer.pays?.(second.charge);
      await second.browser.open(payment.path);
      assert.deepEqual(await shop.attempts(payment), ['declined', 'succeeded']);
      await expectPaidOnce(context, shop, payment);
    },
  ),
  onService('a payment whose charge ran out is open again', ['customer.leaves'], async (shop, context) => {
    const payment = await shop.createPayment();
    const { charge } = await shop.begin(payment);
    await context.harness.customer.leaves?.(charge);
    assert.deepEqual(await shop.sweep(halfHour), []);
    const { status, lastError } = await shop.stored(payment);
    assert.deepEqual({ status, lastError }, { status: 'created', lastError: 'abandoned' });
  }),
  onService(
    'a payment that is canceled can’t be paid at the provider either',
    ['customer.pays'],
    async (shop, context) => {
      const payment = await shop.createPayment();
      const { browser, charge } = await shop.begin(payment);
      await browser.open(payment.path);
      await browser.submit(`${payment.path}/cancel`);
      assert.equal((await shop.stored(payment)).status, 'cancelled');
      const { attemptId, providerRef } = charge;
      assert.equal((await context.provider.confirm({ attemptId, providerRef })).kind, 'declined');
    },
  ),
  onService('a payment that is paid at the moment of canceling is paid', ['customer.pays'], async (shop, context) => {
    const payment = await shop.createPayment();
    const { browser, charge } = await shop.begin(payment);
    await browser.open(payment.path);
    await context.harness.customer.pays?.(charge);
    await browser.submit(`${payment.path}/cancel`);
    await expectPaidOnce(context, shop, payment);
  }),
];

async function expectReturned(
  context: Context,
  shop: CaseShop,
  charge: Parameters<typeof sumRefunds>[1],
  amount = charge.amount,
) {
  if (context.harness.refunds?.of === undefined) return;
  for (let round = 0; round < 2; round += 1) {
    assert.deepEqual(await sumRefunds(context, charge), { count: 1, amount }, 'the money went back, once');
    await shop.sweep(61);
    await shop.drain();
  }
}

const lateCases: Case[] = [
  onService(
    'money that comes in after the payment was canceled goes back',
    ['customer.paysLate'],
    async (shop, context) => {
      const payment = await shop.createPayment();
      const { browser, charge } = await shop.begin(payment);
      await browser.open(payment.path);
      await browser.submit(`${payment.path}/cancel`);
      await context.harness.customer.paysLate?.(charge);
      for (let round = 0; round < 2; round += 1) await shop.tell({ kind: 'charge', charge });
      assert.equal((await shop.stored(payment)).status, 'cancelled');
      assert.deepEqual(await shop.attempts(payment), ['returned']);
      assert.equal(await shop.wallet(payment), 0n);
      await expectReturned(context, shop, charge);
    },
  ),
  onService(
    'money that comes in after the payment expired goes back',
    ['customer.leaves', 'customer.paysLate'],
    async (shop, context) => {
      const payment = await shop.createPayment();
      const { charge } = await shop.begin(payment);
      await context.harness.customer.leaves?.(charge);
      await shop.sweep(halfHour);
      await shop.sweep(day);
      assert.equal((await shop.stored(payment)).status, 'expired');
      await context.harness.customer.paysLate?.(charge);
      await shop.tell({ kind: 'charge', charge });
      assert.deepEqual(await shop.attempts(payment), ['returned']);
      assert.equal(await shop.wallet(payment), 0n);
      await expectReturned(context, shop, charge);
    },
  ),
  onService(
    'money that comes in after another attempt has paid goes back',
    ['customer.pays', 'customer.paysLate'],
    async (shop, context) => {
      const payment = await shop.createPayment();
      const first = await shop.begin(payment);
      await first.browser.open(payment.path);
      await first.browser.submit(`${payment.path}/abandon`);
      const second = await shop.begin(payment, context.harness.asked?.('customer.pays'));
      await context.harness.customer.pays?.(second.charge);
      await second.browser.open(payment.path);
      await context.harness.customer.paysLate?.(first.charge);
      await shop.tell({ kind: 'charge', charge: first.charge });
      assert.deepEqual(await shop.attempts(payment), ['returned', 'succeeded']);
      await expectReturned(context, shop, first.charge);
      await expectPaidOnce(context, shop, payment);
    },
  ),
  onService('another amount than was asked for goes back', ['customer.paysOther'], async (shop, context) => {
    const payment = await shop.createPayment();
    const { browser, charge } = await shop.begin(payment);
    const amount = charge.amount - 10n;
    await context.harness.customer.paysOther?.(charge, { amount, currency: charge.currency });
    await browser.open(payment.path);
    assert.deepEqual(await shop.drain(), []);
    assert.equal((await shop.stored(payment)).status, 'created');
    assert.deepEqual(await shop.attempts(payment), ['returned']);
    assert.equal(await shop.wallet(payment), 0n);
    await expectReturned(context, shop, charge, amount);
  }),
];

/** After an outage at the beginning: the payment is open again, and another attempt pays it. */
async function expectPayable(
  context: Context,
  shop: CaseShop,
  payment: CasePayment,
  browser: Awaited<ReturnType<CaseShop['begin']>>['browser'],
) {
  assert.deepEqual(await shop.sweep(121), []);
  // The provider knows the charge by our id, and it was paid.
  if ((await shop.stored(payment)).status === 'succeeded') return expectPaidOnce(context, shop, payment);
  if ((await shop.stored(payment)).status === 'processing') {
    // The provider knows the charge by our id, and it is open.
    await browser.open(payment.path);
    await browser.submit(`${payment.path}/abandon`);
  }
  assert.equal((await shop.stored(payment)).status, 'created');
  const second = await shop.begin(payment, context.harness.asked?.('customer.pays'));
  await context.harness.customer.pays?.(second.charge);
  await second.browser.open(payment.path);
  await expectPaidOnce(context, shop, payment);
}

const outageCases: Case[] = [
  onService(
    'a payment whose provider is away at the beginning can be paid afterwards',
    ['customer.pays', 'outages.unreachable'],
    async (shop, context) => {
      const payment = await shop.createPayment();
      const { browser, answer } = await during(context.harness.outages?.unreachable, () => shop.begin(payment));
      assert.equal(answer.statusCode, 503);
      await expectPayable(context, shop, payment, browser);
    },
  ),
  onService(
    'a payment whose beginning was not answered is paid once',
    ['customer.pays', 'outages.answerLost'],
    async (shop, context) => {
      const payment = await shop.createPayment();
      const { browser, answer, charge } = await during(context.harness.outages?.answerLost, () => shop.begin(payment));
      assert.equal(answer.statusCode, 503);
      await expectPayable(context, shop, payment, browser);
      if (context.harness.customer.paysLate === undefined || (await shop.attempts(payment)).length < 2) return;
      await context.harness.customer.paysLate(charge);
      await shop.tell({ kind: 'charge', charge });
      assert.deepEqual(await shop.attempts(payment), ['returned', 'succeeded']);
      await expectPaidOnce(context, shop, payment);
    },
  ),
  onService(
    'a payment whose provider is away at the way back is found by the sweep',
    ['customer.pays', 'outages.unreachable'],
    async (shop, context) => {
      requireOutage(context, 'unreachable', 'confirm');
      const payment = await shop.createPayment();
      const { browser, charge } = await shop.begin(payment);
      await context.harness.customer.pays?.(charge);
      await during(context.harness.outages?.unreachable, async () => {
        assert.equal((await browser.open(payment.path)).statusCode, 503);
        assert.equal((await shop.sweep(halfHour)).length, 1);
      });
      assert.equal((await shop.stored(payment)).status, 'processing');
      assert.deepEqual(await shop.sweep(61), []);
      await expectPaidOnce(context, shop, payment);
    },
  ),
  onService(
    'a payment is not canceled while nobody knows whether it is paid',
    ['customer.pays', 'outages.unreachable'],
    async (shop, context) => {
      requireOutage(context, 'unreachable', 'close');
      const payment = await shop.createPayment();
      const { browser, charge } = await shop.begin(payment);
      await browser.open(payment.path);
      await during(context.harness.outages?.unreachable, async () => {
        assert.equal((await browser.submit(`${payment.path}/cancel`)).statusCode, 503);
      });
      assert.equal((await shop.stored(payment)).status, 'processing');
      await context.harness.customer.pays?.(charge);
      await browser.open(payment.path);
      await expectPaidOnce(context, shop, payment);
    },
  ),
];

export const paymentCases: readonly Case[] = [...paidCases, ...unpaidCases, ...lateCases, ...outageCases];
