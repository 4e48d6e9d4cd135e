/** Disputes: how often money was withdrawn and returned, and what the provider kept for it. */
import assert from 'node:assert/strict';
import type { Dispute } from '../../../src/features/providers/provider.ts';
import { paid, partOf } from '../ask.ts';
import { type Case, type Context, NotOffered } from '../case.ts';
import type { BegunCharge, OpenedDispute } from '../harness.ts';

async function find({ provider }: Context, { id, reference }: OpenedDispute): Promise<Dispute> {
  const found = (await provider.findDisputes?.(reference)) ?? [];
  const [one, ...others] = found.filter((dispute) => dispute.id === id);
  assert(one !== undefined && others.length === 0, 'the dispute is found once by what its notice names');
  return one;
}

export async function opened(context: Context, amount?: (charge: BegunCharge) => bigint) {
  const charge = await paid(context);
  const dispute = await context.harness.disputes?.opens(charge, amount?.(charge));
  assert(dispute);
  return { charge, dispute };
}

const standsAs = (found: Dispute, expected: Partial<Dispute>): void => {
  const told = Object.fromEntries(Object.keys(expected).map((key) => [key, found[key as keyof Dispute]]));
  assert.deepEqual(told, expected);
};

export const disputeCases: readonly Case[] = [
  {
    name: 'a dispute names its attempt and what was withdrawn',
    needs: ['findDisputes', 'paid', 'disputes'],
    async run(context) {
      const { charge, dispute } = await opened(context);
      const { attemptId, amount, currency } = charge;
      const found = await find(context, dispute);
      standsAs(found, { id: dispute.id, attemptId, amount, currency, withdrawals: 1, returns: 0 });
    },
  },
  {
    name: 'a dispute of a part withdraws that part',
    needs: ['findDisputes', 'paid', 'disputes'],
    async run(context) {
      if (context.harness.disputes?.ofParts === false) throw new NotOffered('disputes of parts');
      const { charge, dispute } = await opened(context, (whole) => partOf(context, whole));
      standsAs(await find(context, dispute), { amount: partOf(context, charge), withdrawals: 1, returns: 0 });
    },
  },
  {
    name: 'a dispute is found by its own id',
    needs: ['findDisputes', 'paid', 'disputes'],
    async run(context) {
      const { charge, dispute } = await opened(context);
      const { attemptId } = charge;
      standsAs(await find(context, { ...dispute, reference: dispute.id }), { attemptId, withdrawals: 1, returns: 0 });
    },
  },
  {
    name: 'a dispute that only asks withdrew nothing',
    needs: ['findDisputes', 'paid', 'disputes.inquires'],
    async run(context) {
      const charge = await paid(context);
      const inquiry = await context.harness.disputes?.inquires?.(charge);
      assert.deepEqual(await context.provider.findDisputes?.(inquiry?.reference ?? ''), []);
    },
  },
  {
    name: 'a dispute that is won returned what it withdrew',
    needs: ['findDisputes', 'paid', 'disputes.isWon'],
    async run(context) {
      const { charge, dispute } = await opened(context);
      await context.harness.disputes?.isWon?.(dispute);
      standsAs(await find(context, dispute), { amount: charge.amount, withdrawals: 1, returns: 1 });
    },
  },
  {
    name: 'a dispute that is lost again withdrew twice',
    needs: ['findDisputes', 'disputes.isWon', 'paid', 'disputes.isLostAgain'],
    async run(context) {
      const { charge, dispute } = await opened(context);
      await context.harness.disputes?.isWon?.(dispute);
      await context.harness.disputes?.isLostAgain?.(dispute);
      standsAs(await find(context, dispute), { amount: charge.amount, withdrawals: 2, returns: 1 });
    },
  },
  {
    name: 'a dispute tells its fee',
    needs: ['findDisputes', 'paid', 'disputes.fee'],
    async run(context) {
      const { dispute } = await opened(context);
      const fee = context.harness.disputes?.fee;
      assert.deepEqual((await find(context, dispute)).fee, { ...fee, returned: 0n });
    },
  },
];
