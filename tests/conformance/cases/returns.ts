/** What goes back through the whole service: refunds and disputes, and the books after each. */
import assert from 'node:assert/strict';
import { ledgerAccount } from '../../../src/core/ledger/accounts.ts';
import { during, partOf, sumRefunds } from '../ask.ts';
import type { Case, Context } from '../case.ts';
import type { BegunCharge } from '../harness.ts';
import type { CasePayment, CaseShop } from '../shop.ts';
import { onService } from './payments.ts';

/** Refunds a payment, in full or a part, and has it succeed where it is pending at first. */
async function refundIn(
  shop: CaseShop,
  { harness }: Context,
  payment: CasePayment,
  charge: BegunCharge,
  ref: string,
  amount?: bigint,
) {
  const money = amount === undefined ? undefined : { amount, currency: payment.currency };
  const status = await shop.refund(payment, ref, money);
  const refundId = await shop.refundId(payment, ref);
  if (status === 'pending' && harness.refunds?.ends !== undefined) {
    await harness.refunds.ends(charge, refundId, 'succeeded');
    await shop.tell({ kind: 'refund', charge, refundId });
  }
  assert.equal(await shop.refund(payment, ref, money), 'succeeded', 'the refund has succeeded');
  // What the service does by itself after a refund must not be taken for what a notice does.
  await shop.drain();
  return refundId;
}

const refundCases: Case[] = [
  onService('a payment is refunded in parts, until nothing is left', ['refunds', 'paid'], async (shop, context) => {
    const { payment, charge } = await shop.paid();
    const part = partOf(context, payment);
    await refundIn(shop, context, payment, charge, 'r1', part);
    assert.equal((await shop.stored(payment)).status, 'partially_refunded');
    assert.equal(await shop.wallet(payment), payment.amount - part);
    await refundIn(shop, context, payment, charge, 'r2');
    assert.equal((await shop.stored(payment)).status, 'refunded');
    assert.equal(await shop.wallet(payment), 0n);
    if (context.harness.refunds?.of === undefined) return;
    assert.deepEqual(await sumRefunds(context, charge), { count: 2, amount: payment.amount });
  }),
  onService(
    'a refund whose answer was lost is made once, by the sweep',
    ['paid', 'refunds.of', 'outages.answerLost'],
    async (shop, context) => {
      const { payment, charge } = await shop.paid();
      await during(context.harness.outages?.answerLost, async () => {
        assert.equal(await shop.refund(payment, 'r1'), 'pending');
        await shop.sweep(61);
      });
      await shop.sweep(61);
      await refundIn(shop, context, payment, charge, 'r1');
      assert.deepEqual(await sumRefunds(context, charge), { count: 1, amount: payment.amount });
      assert.equal(await shop.wallet(payment), 0n);
    },
  ),
  onService(
    'a refund that the provider refuses is posted back',
    ['paid', 'refunds.areRefused'],
    async (shop, context) => {
      const { payment, charge } = await shop.paid();
      await context.harness.refunds?.areRefused?.(charge);
      assert.equal(await shop.refund(payment, 'r1'), 'failed');
      assert.equal((await shop.stored(payment)).status, 'succeeded');
      assert.equal(await shop.wallet(payment), payment.amount);
    },
  ),
  ...(['succeeded', 'failed'] as const).map((how) =>
    onService(
      `a refund that is pending is followed until it has ${how}`,
      ['paid', 'refunds.ends', 'refunds.arePending'],
      async (shop, context) => {
        const { payment, charge } = await shop.paid();
        await context.harness.refunds?.arePending?.(charge);
        assert.equal(await shop.refund(payment, 'r1'), 'pending');
        assert.equal(await shop.wallet(payment), 0n, 'what is to go back is nobody’s to spend');
        const refundId = await shop.refundId(payment, 'r1');
        await context.harness.refunds?.ends?.(charge, refundId, how);
        for (let round = 0; round < 2; round += 1) await shop.tell({ kind: 'refund', charge, refundId });
        assert.equal(await shop.refund(payment, 'r1'), how);
        assert.equal(await shop.wallet(payment), how === 'failed' ? payment.amount : 0n);
      },
    ),
  ),
  onService(
    'a refund that fails after it had succeeded is posted back',
    ['paid', 'findRefund', 'refunds.failsLate'],
    async (shop, context) => {
      const { payment, charge } = await shop.paid();
      const refundId = await refundIn(shop, context, payment, charge, 'r1');
      await context.harness.refunds?.failsLate?.(charge, refundId);
      for (let round = 0; round < 2; round += 1) await shop.tell({ kind: 'refund', charge, refundId });
      assert.equal(await shop.refund(payment, 'r1'), 'failed');
      assert.equal((await shop.stored(payment)).status, 'succeeded');
      assert.equal(await shop.wallet(payment), payment.amount);
    },
  ),
];

const disputeCases: Case[] = [
  onService(
    'a dispute takes the money once, however often it is told',
    ['findDisputes', 'paid', 'disputes'],
    async (shop, context) => {
      const { payment, charge } = await shop.paid();
      const dispute = await context.harness.disputes?.opens(charge);
      assert(dispute);
      for (let round = 0; round < 2; round += 1) await shop.tell({ kind: 'dispute', charge, dispute });
      assert.equal(await shop.wallet(payment), 0n);
      assert.equal((await shop.events(payment)).filter((type) => type === 'chargeback.created').length, 1);
    },
  ),
  onService(
    'a dispute that only asks takes nothing',
    ['findDisputes', 'paid', 'disputes.inquires'],
    async (shop, context) => {
      const { payment, charge } = await shop.paid();
      const dispute = await context.harness.disputes?.inquires?.(charge);
      assert(dispute);
      await shop.tell({ kind: 'dispute', charge, dispute });
      assert.equal(await shop.wallet(payment), payment.amount);
    },
  ),
  onService(
    'a dispute told before its payment was noticed takes what came in first',
    ['findDisputes', 'customer.pays', 'disputes'],
    async (shop, context) => {
      const payment = await shop.createPayment();
      const { charge } = await shop.begin(payment);
      await context.harness.customer.pays?.(charge);
      const dispute = await context.harness.disputes?.opens(charge);
      assert(dispute);
      await shop.tell({ kind: 'dispute', charge, dispute });
      assert.equal((await shop.stored(payment)).status, 'succeeded');
      assert.equal(await shop.wallet(payment), 0n);
    },
  ),
  onService(
    'a dispute that is won is posted back',
    ['findDisputes', 'paid', 'disputes.isWon'],
    async (shop, context) => {
      const { payment, charge } = await shop.paid();
      const dispute = await context.harness.disputes?.opens(charge);
      assert(dispute);
      await shop.tell({ kind: 'dispute', charge, dispute });
      assert.equal(await shop.wallet(payment), 0n);
      await context.harness.disputes?.isWon?.(dispute);
      for (let round = 0; round < 2; round += 1) await shop.tell({ kind: 'dispute', charge, dispute });
      assert.equal(await shop.wallet(payment), payment.amount);
    },
  ),
  onService(
    'a dispute that was won is lost again',
    ['findDisputes', 'paid', 'disputes.isWon', 'disputes.isLostAgain'],
    async (shop, context) => {
      const { payment, charge } = await shop.paid();
      const dispute = await context.harness.disputes?.opens(charge);
      assert(dispute);
      await shop.tell({ kind: 'dispute', charge, dispute });
      await context.harness.disputes?.isWon?.(dispute);
      await shop.tell({ kind: 'dispute', charge, dispute });
      await context.harness.disputes?.isLostAgain?.(dispute);
      for (let round = 0; round < 2; round += 1) await shop.tell({ kind: 'dispute', charge, dispute });
      assert.equal(await shop.wallet(payment), 0n);
      assert.equal((await shop.events(payment)).filter((type) => type === 'chargeback.created').length, 2);
    },
  ),
  onService('a dispute’s fee is the service’s', ['findDisputes', 'paid', 'disputes.fee'], async (shop, context) => {
    const { charge } = await shop.paid();
    const fee = context.harness.disputes?.fee;
    assert(fee);
    const fees = () => shop.balance({ amount: 0n, currency: fee.currency }, ledgerAccount.fees, true);
    const before = await fees();
    const dispute = await context.harness.disputes?.opens(charge);
    assert(dispute);
    for (let round = 0; round < 2; round += 1) await shop.tell({ kind: 'dispute', charge, dispute });
    assert.equal(await fees(), before - fee.charged);
  }),
];

export const returnCases: readonly Case[] = [...refundCases, ...disputeCases];
