import { describe, expect, it } from 'vitest';
import { findCurrency } from '../../base/money/currency.ts';
import { recordedDifference, splitsWarning } from './splits-difference.ts';

const cases = [
  ['EUR', -400n, 'The splits differ from total_amount by -4.00 EUR.'],
  ['EUR', 77n, 'The splits differ from total_amount by +0.77 EUR.'],
  ['JPY', -142n, 'The splits differ from total_amount by -142 JPY.'],
  ['KWD', 108n, 'The splits differ from total_amount by +0.108 KWD.'],
] as const;

describe('a difference of splits', () => {
  it.each(cases)('in %s of %s is said, and read again', (code, difference, words) => {
    const currency = findCurrency(code);
    if (currency === undefined) throw new Error(`${code} is unknown`);
    expect(splitsWarning(difference, currency)).toBe(words);
    expect(recordedDifference(['Something else.', words], currency)).toBe(difference);
  });

  it('is none without such a warning', () =>
    expect(recordedDifference(['splits[0].beneficiary_ref is not known.'], { code: 'EUR', exponent: 2 })).toBe(0n));
});
