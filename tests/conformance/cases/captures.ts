/** Charges with capture manual: authorized, captured once, in full or in part, or voided. */
import assert from 'node:assert/strict';
import {
  atOnce,
  authorized,
  begin,
  capturedPart,
  captureOf,
  during,
  expectAuthorized,
  expectDeclined,
  expectPaid,
  keyOf,
  partOf,
  refunded,
  refundOf,
  unanswered,
} from '../ask.ts';
import { type Case, type Context, requireOutage } from '../case.ts';
import type { BegunCharge } from '../harness.ts';
import { halfHour } from '../shop.ts';
import { onService } from './payments.ts';

/** What the provider itself has recorded. */
async function expectCaptured({ harness }: Context, charge: BegunCharge, amount: bigint): Promise<void> {
  const captured = await harness.captures?.of?.(charge);
  if (captured !== undefined) assert.deepEqual(captured, { count: amount === 0n ? 0 : 1, amount });
}

const onProvider: Case[] = [
  {
    name: 'a charge with capture manual is only authorized by its customer',
    needs: ['capture', 'paid'],
    async run(context) {
      const { provider } = context;
      const { result, charge } = await begin(context, { capture: 'manual' });
      assert.notEqual(result.kind, 'succeeded', 'begin takes no money of a charge that is captured later');
      if (result.kind !== 'authorized') await context.harness.customer.pays?.(charge);
      for (let round = 0; round < 2; round += 1) expectAuthorized(await provider.confirm(keyOf(charge)), charge);
      await expectCaptured(context, charge, 0n);
    },
  },
  {
    name: 'an authorized charge is captured in full',
    needs: ['capture', 'paid'],
    async run(context) {
      const { provider } = context;
      const charge = await authorized(context);
      expectPaid((await provider.capture?.(captureOf(charge))) ?? assert.fail(), charge);
      expectPaid(await provider.confirm(keyOf(charge)), charge);
      await expectCaptured(context, charge, charge.amount);
    },
  },
  {
    name: 'an authorized charge is captured in part, and tells what was captured',
    needs: ['capture', 'paid'],
    async run(context) {
      const { provider } = context;
      const charge = await authorized(context);
      const part = { amount: capturedPart(context, charge), currency: charge.currency };
      expectPaid((await provider.capture?.(captureOf(charge, part.amount))) ?? assert.fail(), part);
      expectPaid(await provider.confirm(keyOf(charge)), part);
      await expectCaptured(context, charge, part.amount);
    },
  },
  {
    name: 'a charge is captured once, whatever is asked for then',
    needs: ['capture', 'paid'],
    async run(context) {
      const { provider } = context;
      const charge = await authorized(context);
      const part = { amount: capturedPart(context, charge), currency: charge.currency };
      await provider.capture?.(captureOf(charge, part.amount));
      for (const again of [captureOf(charge, part.amount), captureOf(charge)]) {
        expectPaid((await provider.capture?.(again)) ?? assert.fail(), part);
      }
      await expectCaptured(context, charge, part.amount);
    },
  },
  {
    name: 'a charge is captured once by calls at the same time',
    needs: ['capture', 'paid', 'captures.of'],
    async run(context) {
      const { provider } = context;
      const charge = await authorized(context);
      await atOnce(async () => provider.capture?.(captureOf(charge)), 4);
      expectPaid(await provider.confirm(keyOf(charge)), charge);
      await expectCaptured(context, charge, charge.amount);
    },
  },
  {
    name: 'more than was authorized is not captured',
    needs: ['capture', 'paid'],
    async run(context) {
      const { provider } = context;
      const charge = await authorized(context);
      const refused = await provider.capture?.(captureOf(charge, charge.amount * 2n));
      expectAuthorized(refused ?? assert.fail(), charge);
      expectPaid((await provider.capture?.(captureOf(charge))) ?? assert.fail(), charge);
    },
  },
  {
    name: 'close voids an authorized charge, which can’t be captured then',
    needs: ['capture', 'paid'],
    async run(context) {
      const { provider } = context;
      const charge = await authorized(context);
      for (let round = 0; round < 2; round += 1) expectDeclined(await provider.close(keyOf(charge)), 'abandoned');
      expectDeclined((await provider.capture?.(captureOf(charge))) ?? assert.fail(), 'abandoned');
      expectDeclined(await provider.confirm(keyOf(charge)), 'abandoned');
      await expectCaptured(context, charge, 0n);
    },
  },
  {
    name: 'close tells of a charge that was captured that it was',
    needs: ['capture', 'paid'],
    async run(context) {
      const { provider } = context;
      const charge = await authorized(context);
      await provider.capture?.(captureOf(charge));
      expectPaid(await provider.close(keyOf(charge)), charge);
    },
  },
  {
    name: 'an authorization whose time is over is declined, and captured no more',
    needs: ['capture', 'paid', 'captures.expires'],
    async run(context) {
      const { provider, harness } = context;
      const charge = await authorized(context);
      await harness.captures?.expires?.(charge);
      expectDeclined(await provider.confirm(keyOf(charge)), 'abandoned');
      expectDeclined((await provider.capture?.(captureOf(charge))) ?? assert.fail(), 'abandoned');
    },
  },
  {
    name: 'a capture whose answer was lost is made once',
    needs: ['capture', 'outages.answerLost', 'paid'],
    async run(context) {
      const { provider, harness } = context;
      requireOutage(context, 'answerLost', 'capture');
      const charge = await authorized(context);
      await during(harness.outages?.answerLost, () => unanswered(async () => provider.capture?.(captureOf(charge))));
      expectPaid((await provider.capture?.(captureOf(charge))) ?? assert.fail(), charge);
      await expectCaptured(context, charge, charge.amount);
    },
  },
  {
    name: 'what was captured in part can be refunded, and no more',
    needs: ['capture', 'refunds.of', 'paid'],
    async run(context) {
      const { provider } = context;
      const charge = await authorized(context);
      const part = capturedPart(context, charge);
      await provider.capture?.(captureOf(charge, part));
      const captured = { ...charge, amount: part };
      const first = partOf(context, captured);
      await refunded(context, captured, refundOf(captured, first));
      assert.equal(
        (await provider.refund(refundOf(captured, part))).kind,
        'failed',
        'no more than was captured is left',
      );
      await refunded(context, captured, refundOf(captured, part - first));
    },
  },
];

const inService: Case[] = [
  onService(
    'a payment with capture manual is authorized, and posted when it is captured',
    ['capture', 'paid'],
    async (shop, context) => {
      const { payment, charge } = await shop.authorized();
      assert.equal(await shop.wallet(payment), 0n, 'nothing is posted before');
      const part = capturedPart(context, payment);
      assert.equal(await shop.capture(payment, { ...payment, amount: part }), 'succeeded');
      assert.equal(await shop.wallet(payment), part);
      await expectCaptured(context, charge, part);
    },
  ),
  onService(
    'a capture whose answer was lost is completed by the sweep',
    ['capture', 'outages.answerLost', 'paid'],
    async (shop, context) => {
      requireOutage(context, 'answerLost', 'capture');
      const { payment, charge } = await shop.authorized();
      const asked = await during(context.harness.outages?.answerLost, () => shop.capture(payment));
      assert.equal(asked, 'authorized');
      await shop.sweep(61);
      assert.equal((await shop.stored(payment)).status, 'succeeded');
      assert.equal(await shop.wallet(payment), payment.amount);
      await expectCaptured(context, charge, payment.amount);
    },
  ),
  onService('an authorized payment that is canceled is voided', ['capture', 'paid'], async (shop, context) => {
    const { payment, charge } = await shop.authorized();
    assert.equal(await shop.cancel(payment), 'cancelled');
    await shop.drain();
    expectDeclined(await context.provider.confirm(keyOf(charge)), 'abandoned');
    await shop.sweep(halfHour);
    assert.equal(await shop.wallet(payment), 0n);
  }),
];

export const captureCases: readonly Case[] = [...onProvider, ...inService];
