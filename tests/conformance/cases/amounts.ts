/** Amounts: exact in every currency, and within the limits that the provider states. */
import assert from 'node:assert/strict';
import { codesWith } from '../../../src/base/money/currency.ts';
import type { ProviderMethod } from '../../../src/features/providers/provider.ts';
import { begin, expectPaid, keyOf, methodOf, paid, refunded, refundOf, samplesOf, sumRefunds } from '../ask.ts';
import { type Case, type Context, NotOffered } from '../case.ts';
import type { Money } from '../harness.ts';

/** Large enough for any maximum, small enough for the books. */
const huge = 10n ** 14n;

/** The least and the most that can be charged, and amounts that can't. */
function edgesOf({ provider }: Context, method: ProviderMethod, currency: string) {
  const limitOf = (amount: bigint) => provider.limits?.charge(method, amount, currency);
  const good: bigint[] = [];
  const bad: bigint[] = [];
  for (const amount of [1n, huge + 1n, huge]) {
    const limit = limitOf(amount);
    if (limit === undefined) continue;
    bad.push(amount);
    if (limit.kind === 'currency') continue;
    if (limit.kind === 'step') {
      assert(limit.amount > 1n, 'a step is more than one');
      bad.push(limit.amount + 1n);
      continue;
    }
    assert.equal(
      limitOf(limit.amount),
      undefined,
      `${limit.amount} ${currency} is named by limits, and can be charged`,
    );
    good.push(limit.amount);
    bad.push(limit.kind === 'min' ? limit.amount - 1n : limit.amount + 1n);
  }
  return { good, bad: bad.filter((amount) => amount > 0n && limitOf(amount) !== undefined) };
}

async function expectRefused(context: Context, money: Money): Promise<void> {
  const { provider } = context;
  const answered = await begin(context, money).catch(() => undefined);
  if (answered === undefined) return;
  const { result } = answered;
  assert.equal(result.kind, 'declined', `begin declines ${money.amount} ${money.currency}, which limits refuses`);
  assert.notEqual((await provider.confirm(keyOf(answered.charge))).kind, 'succeeded');
}

/** How `limits.refund` refuses a part of one minor unit. */
function refusalOf({ provider }: Context, { currency }: Money): string {
  const limit = provider.limits?.refund(1n, currency);
  return `which limits.refund refuses: ${limit?.kind}${limit !== undefined && 'amount' in limit ? ` ${limit.amount}` : ''}`;
}

export const amountCases: readonly Case[] = [
  {
    name: 'an amount comes back exactly, in each currency',
    needs: ['paid'],
    async run(context) {
      for (const money of samplesOf(context)) await paid(context, money);
    },
  },
  {
    name: 'the least and the most that limits allows are charged',
    needs: ['limits', 'paid'],
    async run(context) {
      const edges = samplesOf(context).flatMap(({ currency }) =>
        edgesOf(context, methodOf(context), currency).good.map((amount) => ({ amount, currency })),
      );
      if (edges.length === 0) throw new NotOffered('a least or a most amount');
      for (const money of edges) await paid(context, money);
    },
  },
  {
    name: 'what limits refuses is not charged',
    needs: ['limits', 'paid'],
    async run(context) {
      const { provider } = context;
      const edges = samplesOf(context).flatMap(({ currency }) =>
        edgesOf(context, methodOf(context), currency).bad.map((amount) => ({ amount, currency })),
      );
      const all = ([0, 2, 3] as const).flatMap(codesWith);
      const untaken = all.find((one) => provider.limits?.charge(methodOf(context), 1_000n, one)?.kind === 'currency');
      if (untaken !== undefined) edges.push({ amount: 1_000n, currency: untaken });
      if (edges.length === 0) throw new NotOffered('an amount that is refused');
      for (const money of edges) await expectRefused(context, money);
    },
  },
  {
    name: 'a refund comes back exactly, in each currency, up to the last of it',
    needs: ['refunds.of', 'paid'],
    async run(context) {
      const { provider } = context;
      for (const money of samplesOf(context)) {
        const charge = await paid(context, money);
        const limit = provider.limits?.refund(1n, money.currency);
        assert.notEqual(limit?.kind, 'currency', 'what was charged can be refunded');
        const least = limit !== undefined && limit.kind !== 'currency' ? limit.amount : 1n;
        // All that is left is returned, also where a part could not be so small.
        const first = limit?.kind === 'min' ? charge.amount - 1n : least;
        await refunded(context, charge, refundOf(charge, first));
        await refunded(context, charge, refundOf(charge, charge.amount - first));
        assert.equal((await sumRefunds(context, charge)).amount, charge.amount);
        expectPaid(await provider.confirm(keyOf(charge)), charge);
      }
    },
  },
  {
    name: 'a part that limits refuses is not refunded',
    needs: ['limits', 'refunds.of', 'paid'],
    async run(context) {
      const { provider } = context;
      const limited = samplesOf(context).filter(({ currency }) => provider.limits?.refund(1n, currency) !== undefined);
      if (limited.length === 0) throw new NotOffered('a part that is refused');
      for (const money of limited) {
        const charge = await paid(context, money);
        const result = await provider.refund(refundOf(charge, 1n));
        assert.equal(result.kind, 'failed', `refund fails a part of 1 ${money.currency}, ${refusalOf(context, money)}`);
        assert.equal((await sumRefunds(context, charge)).count, 0);
      }
    },
  },
];
