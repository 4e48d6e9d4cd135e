import { expect, it } from 'vitest';
import { codesOf } from './demo-second-factor.ts';

/** RFC 4226, appendix D: `12345678901234567890` in base32, and the codes of the counters 0 to 9. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const codes = '755224 287082 359152 969429 338314 254676 287922 162583 399871 520489'.split(' ');

it.each([1, 4, 8])('gives the codes of the half minutes around %i', (counter) => {
  expect(codesOf(secret, counter * 30_000 + 29_999)).toEqual([codes[counter], codes[counter + 1], codes[counter - 1]]);
});

it('reads a secret that ends within a byte', () => {
  expect(codesOf('GE', 30_000)).toHaveLength(3);
});
