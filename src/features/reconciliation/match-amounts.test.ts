/** What is matched of a line and of each transfer: never more than either has left, and all of it where both come to the same. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchAmounts } from './match-amounts.ts';

const left = (...amounts: bigint[]) => amounts.map((amount) => ({ amount }));

it.each([
  ['one to one', 100n, [100n], false, [100n]],
  ['a collective line', -300n, [-100n, -120n, -80n], false, [-100n, -120n, -80n]],
  ['less what went the other way', 70n, [100n, -30n], false, [100n, -30n]],
  ['a transfer paid in parts', 40n, [100n], true, [40n]],
  ['a line that more is to be said about', 100n, [40n], true, [40n]],
  ['money out, in parts', -40n, [-100n], true, [-40n]],
  ['the last takes what is left', -100n, [-60n, -60n], true, [-60n, -40n]],
])('%s', (_, line, transfers, inPart, amounts) => {
  expect(matchAmounts({ amount: line }, left(...transfers), inPart)).toEqual({ ok: true, amounts });
});

it.each([
  ['amounts that differ, unless it is said', 100n, [99n], false, { problem: 'differ', at: 0 }],
  ['the wrong way', 100n, [-100n], false, { problem: 'differ', at: 0 }],
  ['the wrong way, in part', 100n, [50n, -10n], true, { problem: 'opposite', at: 1 }],
  ['more transfers than the line has money for', 100n, [120n, 30n], true, { problem: 'exceeds', at: 1 }],
])('refuses %s', (_, line, transfers, inPart, refused) => {
  expect(matchAmounts({ amount: line }, left(...transfers), inPart)).toEqual({ ok: false, ...refused });
});

it('in part, never takes more than either side has', () => {
  const amount = fc.bigInt({ min: 1n, max: 1_000n });
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 5 }), fc.boolean(), (size, sizes, isOut) => {
      const sign = isOut ? -1n : 1n;
      const line = size * sign;
      const transfers = sizes.map((one) => one * sign);
      const result = matchAmounts({ amount: line }, left(...transfers), true);
      if (!result.ok) return;
      const sum = result.amounts.reduce((total, one) => total + one, 0n);
      expect(sum * sign).toBeLessThanOrEqual(size);
      result.amounts.forEach((one, at) => {
        expect(one * sign).toBeGreaterThan(0n);
        expect(one * sign).toBeLessThanOrEqual(sizes[at] as bigint);
      });
      // Something is left on one side at most.
      expect(sum === line || sum === transfers.reduce((total, one) => total + one, 0n)).toBe(true);
    }),
  );
});
