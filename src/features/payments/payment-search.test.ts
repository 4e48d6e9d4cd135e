/** What is searched for, from what was typed. */
import { expect, it } from 'vitest';
import { readSearch } from './payment-search.ts';

it.each([
  ['pay_27abc', { kind: 'payment_id', start: 'pay_27abc' }],
  [' trx_27abc ', { kind: 'trx_id', start: 'trx_27abc' }],
  ['pay_27 abc', { kind: 'text', text: 'pay_27 abc', amounts: [] }],
  ['Ada@Example.com', { kind: 'text', text: 'ada@example.com', amounts: [] }],
  ['cart-12', { kind: 'text', text: 'cart-12', amounts: [] }],
  ['12.50 xyz', { kind: 'text', text: '12.50 xyz', amounts: [] }],
  ['12.505 EUR', { kind: 'text', text: '12.505 eur', amounts: [] }],
  ['EUR\u202f12.50', { kind: 'text', text: 'eur\u202f12.50', amounts: [{ minor: 1_250n, currencies: ['EUR'] }] }],
  ['12,5 jod', { kind: 'text', text: '12,5 jod', amounts: [{ minor: 12_500n, currencies: ['JOD'] }] }],
])('%j', (typed, expected) => {
  expect(readSearch(typed)).toEqual(expected);
});

it('without a currency it is that amount in any currency that can have it', () => {
  const found = (typed: string) => {
    const search = readSearch(typed);
    if (search.kind !== 'text') throw new Error('It is an amount.');
    const of = (code: string) => search.amounts.find(({ currencies }) => currencies.includes(code))?.minor;
    return [of('JPY'), of('EUR'), of('KWD')];
  };
  expect(found('12')).toEqual([12n, 1_200n, 12_000n]);
  expect(found('12.50')).toEqual([undefined, 1_250n, 12_500n]);
  expect(found('12.505')).toEqual([undefined, undefined, 12_505n]);
});
