import { describe, expect, it } from 'vitest';
import { displayAmount } from '../pages/display.ts';
import { printedTestCards } from './present-checkout.ts';

describe('what a customer reads', () => {
  it.each<[bigint, string, string]>([
    [1n, 'EUR', '0.01'],
    [99_999n, 'EUR', '999.99'],
    [100_000n, 'EUR', '1,000.00'],
    [123_456_789_012_345_678n, 'EUR', '1,234,567,890,123,456.78'],
    [500n, 'JPY', '500'],
    [1_234_567n, 'JPY', '1,234,567'],
    [1_234n, 'KWD', '1.234'],
    [0n, 'KWD', '0.000'],
  ])('%i of %s is %s', (minor, currency, text) => {
    expect(displayAmount(minor, currency)).toBe(text);
  });

  it('prints test numbers in fours', () => {
    expect(printedTestCards[0]?.number).toBe('4242 4242 4242 4242');
  });
});
