/** The currencies that a bank account can be narrowed to are those that the service accepts. */
import { expect, it } from 'vitest';
import { currencies } from '../../dashboard/src/ui/currencies.ts';
import { findCurrency } from '../../src/base/money/currency.ts';

it('every choice is accepted, and what is accepted is a choice', () => {
  expect(currencies.filter((code) => findCurrency(code) === undefined)).toEqual([]);
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)));
  expect(currencies).toEqual(codes.filter((code) => findCurrency(code) !== undefined));
});
