/** What is matched of a line and of each transfer: never more than either has left, and all of it where both come to the same. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isWithin, matchAmounts } from './match-amounts.ts';

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

it.each<[string, bigint, bigint[], boolean]>([
  ['nothing', 100n, [], true],
  ['all of it', 100n, [100n], true],
  ['more, less what went the other way', 100n, [120n, -20n], true],
  ['more than it', 100n, [120n], false],
  ['what went the other way', 100n, [-1n], false],
  ['all that went out', -100n, [-100n], true],
  ['more than went out', -100n, [-120n], false],
  ['what came in', -100n, [1n], false],
])('a line may be matched with %s alone, or not', (_, amount, matches, isAllowed) => {
  expect(isWithin({ amount }, left(...matches))).toBe(isAllowed);
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

/** Lines and transfers of an account, in which each step is checked against what all matches come to. */
it('whatever is matched and undone in whatever order, no line and no transfer is ever matched beyond itself', () => {
  const amount = fc.bigInt({ min: -60n, max: 60n }).filter((one) => one !== 0n);
  const step = fc.record({
    line: fc.nat(3),
    transfers: fc.uniqueArray(fc.nat(4), { minLength: 1, maxLength: 3 }),
    act: fc.constantFrom('whole', 'part', 'undo', 'undo all'),
  });
  const amounts = (length: number) => fc.array(amount, { minLength: length, maxLength: length });
  fc.assert(
    fc.property(amounts(4), amounts(5), fc.array(step, { maxLength: 25 }), (lines, transfers, steps) => {
      let matches: { line: number; transfer: number; amount: bigint }[] = [];
      const sum = (those: { amount: bigint }[]) => those.reduce((total, one) => total + one.amount, 0n);
      const ofLine = (line: number) => matches.filter((one) => one.line === line);
      const leftOfLine = (line: number) => (lines[line] as bigint) - sum(ofLine(line));
      const leftOf = (transfer: number) =>
        (transfers[transfer] as bigint) - sum(matches.filter((one) => one.transfer === transfer));
      for (const { line, transfers: wanted, act } of steps) {
        if (act === 'undo' || act === 'undo all') {
          const undone = ofLine(line).filter(({ transfer }) => act === 'undo all' || transfer === wanted[0]);
          const kept = matches.filter((one) => !undone.includes(one));
          const before = [leftOfLine(line), ...undone.map(({ transfer }) => leftOf(transfer))];
          const fits = isWithin(
            { amount: lines[line] as bigint },
            kept.filter((one) => one.line === line),
          );
          if (act === 'undo all') expect(fits).toBe(true);
          if (!fits) continue;
          matches = kept;
          // Both sides have back exactly what was undone.
          expect(leftOfLine(line)).toBe((before[0] as bigint) + sum(undone));
          undone.forEach(({ transfer, amount }, at) => {
            expect(leftOf(transfer)).toBe((before[at + 1] as bigint) + amount);
          });
        } else {
          // A line has a transfer once.
          const open = wanted.filter((one) => leftOf(one) !== 0n && !ofLine(line).some((m) => m.transfer === one));
          if (leftOfLine(line) === 0n || open.length === 0) continue;
          const result = matchAmounts({ amount: leftOfLine(line) }, left(...open.map(leftOf)), act === 'part');
          if (result.ok) {
            matches.push(...open.map((transfer, at) => ({ line, transfer, amount: result.amounts[at] as bigint })));
          }
        }
        lines.forEach((amount, at) => {
          expect(isWithin({ amount }, ofLine(at))).toBe(true);
        });
        transfers.forEach((amount, at) => {
          const those = matches.filter((one) => one.transfer === at);
          expect(those.every((one) => one.amount > 0n === amount > 0n)).toBe(true);
          expect(amount > 0n ? sum(those) <= amount : sum(those) >= amount).toBe(true);
        });
      }
    }),
    { numRuns: 500 },
  );
});
