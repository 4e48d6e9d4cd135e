/** Public ids encode their holder, never repeat, and no other text is accepted as one. */
import fc from 'fast-check';
import { afterEach, expect, it, vi } from 'vitest';
import {
  firstTimedId,
  holderOfPublicId,
  isBefore,
  newPublicId,
  newTimedId,
  newTimedIdLike,
  randomBase62,
} from './public-id.ts';

const holderMax = 2n ** 63n - 1n;
afterEach(() => vi.useRealTimers());

it('src/base/database/README.md, "Identifiers": name their holder, for any holder', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: holderMax }), (holderId) => {
      const id = newPublicId('pay', holderId);
      expect(id).toMatch(/^pay_[0-9A-Za-z]{23,33}$/);
      expect(holderOfPublicId('pay', id)).toBe(holderId);
      expect(holderOfPublicId('top', id)).toBeUndefined();
    }),
  );
  expect(holderOfPublicId('evt', newPublicId('evt', holderMax))).toBe(holderMax);
});

it('src/base/database/README.md, "Identifiers": never repeat', () => {
  const ids = new Set(Array.from({ length: 20_000 }, () => newPublicId('trx', 7n)));
  expect(ids.size).toBe(20_000);
});

it.each([
  '',
  'pay_',
  'pay',
  `pay_${'0'.repeat(22)}`,
  `pay_${'z'.repeat(11)}${'0'.repeat(22)}`,
  `pay_1${'0'.repeat(21)}-`,
  `pay_1${'0'.repeat(33)}`,
  `PAY_1${'0'.repeat(22)}`,
  `pay_1${'0'.repeat(22)}\n`,
  ' pay_10000000000000000000000',
  `__proto___1${'0'.repeat(22)}`,
])('%j is no id: nobody is looked up', (text) => {
  expect(holderOfPublicId('pay', text)).toBeUndefined();
});

it('never throws, whatever the text', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => holderOfPublicId('pay', text) === undefined));
});

it('docs/contract/common.md, "Modes and keys": a secret of 32 bytes has 43 letters and digits, spread over all of them', () => {
  const texts = Array.from({ length: 2_000 }, () => randomBase62(32));
  for (const text of texts) expect(text).toMatch(/^[0-9A-Za-z]{43}$/);
  expect(new Set(texts).size).toBe(2_000);
  expect(new Set(texts.join('')).size).toBe(62);
});

it('src/base/database/README.md, "Identifiers": ids with a time name their holder, sort by time and never repeat', () => {
  vi.useFakeTimers();
  const times = [
    '2001-09-09T01:46:40Z',
    '2026-03-01T12:00:00.000Z',
    '2026-03-01T12:00:00.001Z',
    '2081-01-01T00:00:00Z',
  ];
  const ids = times.map((time) => {
    vi.setSystemTime(new Date(time));
    return newTimedId('evt', 62n);
  });
  expect([...ids].sort()).toEqual(ids);
  const starts = times.map((time) => firstTimedId('evt', 62n, new Date(time)));
  const inTurn = starts.flatMap((start, n) => [start, ids[n] as string]);
  expect([...inTurn].sort()).toEqual(inTurn);
  for (const id of ids) {
    expect(id).toMatch(/^evt_10[0-9A-Za-z]{22}$/);
    expect(holderOfPublicId('evt', id)).toBe(62n);
  }
  const atOnce = new Set(Array.from({ length: 20_000 }, () => newTimedId('evt', 7n)));
  expect(atOnce.size).toBe(20_000);
});

it('every digit is as likely as any other', () => {
  const expected = 2_000;
  const counts = new Map<string, number>();
  let digits = 0;
  while (digits < expected * 62) {
    for (const digit of randomBase62(32)) counts.set(digit, (counts.get(digit) ?? 0) + 1);
    digits += 43;
  }
  // Six standard deviations; a byte taken modulo 62 would make eight of the digits a fifth more likely.
  for (const count of counts.values()) expect(Math.abs(count - expected)).toBeLessThan(6 * Math.sqrt(expected));
});

it('an id with the time of another, of any holder, is neither before nor after it', () => {
  const other = newTimedId('evt', 7n);
  vi.useFakeTimers({ now: Date.now() + 60_000 });
  const id = newTimedIdLike('evt', holderMax, other);
  expect(holderOfPublicId('evt', id)).toBe(holderMax);
  expect([isBefore(id, other), isBefore(other, id), isBefore(id, newTimedId('evt', 7n))]).toEqual([false, false, true]);
});
