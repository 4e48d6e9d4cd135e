/** Public ids encode their holder, never repeat, and no other text is accepted as one. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { holderOfPublicId, newPublicId, randomBase62 } from './public-id.ts';

const holderMax = 2n ** 63n - 1n;

it('ARCHITECTURE.md, "Identifiers": name their holder, for any holder', () => {
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

it('ARCHITECTURE.md, "Identifiers": never repeat', () => {
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

it('docs/contract.md, "Modes and keys": a secret of 32 bytes has 43 letters and digits, spread over all of them', () => {
  const texts = Array.from({ length: 2_000 }, () => randomBase62(32));
  for (const text of texts) expect(text).toMatch(/^[0-9A-Za-z]{43}$/);
  expect(new Set(texts).size).toBe(2_000);
  expect(new Set(texts.join('')).size).toBe(62);
});
