import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testCards, testCardsByBrand } from '../providers/simulator/test-cards.ts';
import { brandOf, cardBrands, numberProblem, passesLuhn, spaced } from './card-brands.ts';

describe('brandOf', () => {
  it.each([
    ['4', 'Visa'],
    ['51', 'Mastercard'],
    ['55', 'Mastercard'],
    ['2221', 'Mastercard'],
    ['2720', 'Mastercard'],
    ['2721', undefined],
    ['2220', undefined],
    ['34', 'American Express'],
    ['37', 'American Express'],
    ['35', undefined],
    ['3528', 'JCB'],
    ['3589', 'JCB'],
    ['3590', undefined],
    ['300', 'Diners Club'],
    ['305', 'Diners Club'],
    ['306', undefined],
    ['36', 'Diners Club'],
    ['38', 'Diners Club'],
    ['6011', 'Discover'],
    ['644', 'Discover'],
    ['65', 'Discover'],
    ['62', 'UnionPay'],
    ['81', undefined],
    ['8100', 'UnionPay'],
    ['50', 'Maestro'],
    ['6759', 'Maestro'],
    ['6304', 'Maestro'],
    ['6', undefined],
    ['', undefined],
  ])('of %s is %s', (digits, name) => {
    expect(brandOf(digits)?.name).toBe(name);
  });

  it('is decided by one range at most', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{4}$/), (digits) => {
        const fitting = cardBrands.filter(({ ranges }) =>
          ranges.some(([from, to]) => {
            const start = Number(digits.slice(0, String(from).length));
            return start >= from && start <= to;
          }),
        );
        expect(fitting.length).toBeLessThan(2);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('a card number', () => {
  it('of every test card is whole, right and of its brand', () => {
    for (const { number } of [...testCards, ...testCardsByBrand]) expect(numberProblem(number)).toBeUndefined();
    for (const { number } of testCards) expect(brandOf(number)?.name).toBe('Visa');
    for (const { number, brand } of testCardsByBrand) expect(brandOf(number)?.name).toBe(brand);
    const named = ['Visa', ...testCardsByBrand.map(({ brand }) => brand)];
    expect(named).toEqual(cardBrands.map(({ name }) => name));
  });

  it('with one wrong digit, or two that changed places, fails the check digit', () => {
    const number = '4242424242424242';
    for (let place = 0; place < number.length; place += 1) {
      const changed = (Number(number[place]) + 1) % 10;
      expect(passesLuhn(`${number.slice(0, place)}${changed}${number.slice(place + 1)}`)).toBe(false);
    }
    expect(passesLuhn('2442424242424242')).toBe(false);
  });

  it.each([
    ['', 'number_missing'],
    ['424242424242424x', 'number_wrong'],
    ['42424242424', 'number_incomplete'],
    ['42424242424242', 'number_wrong'],
    ['9999999999999999999999', 'number_wrong'],
    ['99999999999', 'number_incomplete'],
  ])('%s is %s', (number, problem) => {
    expect(numberProblem(number)).toBe(problem);
  });

  it.each([
    ['4242424242424242', '4242 4242 4242 4242'],
    ['378282246310005', '3782 822463 10005'],
    ['36227206271667', '3622 720627 1667'],
    ['42424', '4242 4'],
    ['6759649826438453123', '6759 6498 2643 8453 123'],
  ])('%s is written %s', (digits, text) => {
    expect(spaced(digits)).toBe(text);
  });
});
