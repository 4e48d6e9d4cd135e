/** Refunds: made once, never more than was charged, and followed until they have ended, and after that. */
import assert from 'node:assert/strict';
import {
  atOnce,
  begin,
  during,
  keyOf,
  kindsOf,
  paid,
  partOf,
  refunded,
  refundOf,
  sumRefunds,
  unanswered,
} from '../ask.ts';
import type { Case } from '../case.ts';

const made: Case[] = [
  {
    name: 'a refund is made once, however often it is asked for',
    needs: ['refunds.of', 'paid'],
    async run(context) {
      const { provider } = context;
      const charge = await paid(context);
      const refund = refundOf(charge, partOf(context, charge));
      for (let round = 0; round < 3; round += 1) assert.notEqual((await provider.refund(refund)).kind, 'failed');
      await refunded(context, charge, refund);
      assert.deepEqual(await sumRefunds(context, charge), { count: 1, amount: refund.amount });
    },
  },
  {
    name: 'a refund is made once by calls at the same time',
    needs: ['refunds.of', 'paid'],
    async run(context) {
      const { provider } = context;
      const charge = await paid(context);
      const refund = refundOf(charge, partOf(context, charge));
      const results = await atOnce(() => provider.refund(refund));
      assert(!kindsOf(results).includes('failed'), 'none of them has failed');
      assert.deepEqual(await sumRefunds(context, charge), { count: 1, amount: refund.amount });
    },
  },
  {
    name: 'a refund whose answer was lost is made once',
    needs: ['refunds.of', 'outages.answerLost'],
    async run(context) {
      const { harness, provider } = context;
      const charge = await paid(context);
      const refund = refundOf(charge, partOf(context, charge));
      await during(harness.outages?.answerLost, () => unanswered(() => provider.refund(refund)));
      await refunded(context, charge, refund);
      assert.deepEqual(await sumRefunds(context, charge), { count: 1, amount: refund.amount });
    },
  },
  {
    name: 'refunds of the same amount with different ids are different refunds',
    needs: ['refunds.of', 'paid'],
    async run(context) {
      const charge = await paid(context);
      const amount = partOf(context, charge);
      for (let round = 0; round < 2; round += 1) await refunded(context, charge, refundOf(charge, amount));
      assert.deepEqual(await sumRefunds(context, charge), { count: 2, amount: 2n * amount });
    },
  },
  {
    name: 'refunds are never more than the charge',
    needs: ['refunds.of', 'paid'],
    async run(context) {
      const { provider } = context;
      const charge = await paid(context);
      const most = charge.amount - partOf(context, charge);
      await refunded(context, charge, refundOf(charge, most));
      assert.equal((await provider.refund(refundOf(charge, most))).kind, 'failed');
      assert.deepEqual(await sumRefunds(context, charge), { count: 1, amount: most });
    },
  },
  {
    name: 'a charge that nobody has paid is not refunded',
    needs: ['refunds.of', 'customer.pays'],
    async run(context) {
      const { charge } = await begin(context);
      const result = await context.provider.refund(refundOf(charge)).catch(() => ({ kind: 'failed' as const }));
      assert.equal(result.kind, 'failed');
    },
  },
];

const followed: Case[] = [
  ...(['succeeded', 'failed'] as const).map(
    (how): Case => ({
      name: `a refund that is pending has ${how} once the provider says so`,
      needs: ['refunds.ends', 'refunds.arePending'],
      async run(context) {
        const { harness, provider } = context;
        const charge = await paid(context);
        await harness.refunds?.arePending?.(charge);
        const refund = refundOf(charge);
        for (let round = 0; round < 2; round += 1) assert.equal((await provider.refund(refund)).kind, 'pending');
        await harness.refunds?.ends?.(charge, refund.refundId, how);
        for (let round = 0; round < 2; round += 1) assert.equal((await provider.refund(refund)).kind, how);
      },
    }),
  ),
  {
    name: 'a refund that the provider refuses has failed, and moved nothing',
    needs: ['refunds.areRefused'],
    async run(context) {
      const { harness, provider } = context;
      const charge = await paid(context);
      await harness.refunds?.areRefused?.(charge);
      const refund = refundOf(charge);
      for (let round = 0; round < 2; round += 1) assert.equal((await provider.refund(refund)).kind, 'failed');
      assert.equal((await sumRefunds(context, charge)).count, 0);
    },
  },
  {
    name: 'a refund that fails after it had succeeded has failed, and is not made again',
    needs: ['findRefund', 'refunds.failsLate'],
    async run(context) {
      const { harness, provider } = context;
      const charge = await paid(context);
      const refund = refundOf(charge);
      await refunded(context, charge, refund);
      assert.equal((await provider.findRefund?.(refund))?.kind, 'succeeded');
      await harness.refunds?.failsLate?.(charge, refund.refundId);
      assert.equal((await provider.findRefund?.(refund))?.kind, 'failed');
      // Money that came too late is returned by this call, which is repeated after a notice.
      assert.equal((await provider.refund(refund)).kind, 'failed', 'the same id is the same refund');
      assert.equal((await sumRefunds(context, charge)).count, 0);
    },
  },
  {
    name: 'looking for a refund makes none',
    needs: ['findRefund', 'refunds', 'paid'],
    async run(context) {
      const { provider } = context;
      const charge = await paid(context);
      const refund = refundOf(charge);
      for (let round = 0; round < 2; round += 1) assert.equal(await provider.findRefund?.(refund), undefined);
      assert.equal((await sumRefunds(context, charge)).count, 0);
      await refunded(context, charge, refund);
      assert.equal((await provider.findRefund?.(refund))?.kind, 'succeeded');
      assert.equal(await provider.findRefund?.({ ...refundOf(charge), ...keyOf(charge) }), undefined);
    },
  },
];

export const refundCases: readonly Case[] = [...made, ...followed];
