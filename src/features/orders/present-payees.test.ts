/** Who is paid of an order, in a list: each payee once, and a restaurant that has not joined by its name. */
import { expect, it } from 'vitest';
import { linksOf, presentPayees } from './present-payees.ts';

const names = new Map([
  [1n, 'Taverna'],
  [4n, 'Rita'],
]);
const split = (type: 'merchant' | 'courier' | 'partner', ref: bigint | null) => ({
  ...{ type, ref, amount: 450n },
});
const merchant = (beneficiary_ref: number | null, name: string | null, share = 4.5) => ({
  ...{ beneficiary_type: 'merchant', beneficiary_ref, name, share },
});
const rita = { beneficiary_type: 'courier', beneficiary_ref: 4, name: 'Rita', share: 4.5 };

it.each([
  ['of each split', [split('merchant', 1n), split('courier', 4n)], false, [merchant(1, 'Taverna'), rita]],
  [
    'once, with its shares together',
    [split('merchant', 1n), split('merchant', 1n)],
    false,
    [merchant(1, 'Taverna', 9)],
  ],
  ['not the company', [split('partner', null)], false, []],
  ['not of a split without one', [split('merchant', null), split('courier', 4n)], false, [rita]],
  [
    'a restaurant that has not joined',
    [split('merchant', null), split('courier', null)],
    true,
    [merchant(null, 'Bistro')],
  ],
  ['a restaurant that is linked', [split('merchant', 1n)], true, [merchant(1, 'Taverna')]],
  ['of a link that is unknown', [split('merchant', 7n)], false, [merchant(7, null)]],
] as const)('%s', (_, splits, isShadow, payees) => {
  const order = { currency: 'EUR', splits, isShadow, shadowMerchantName: isShadow ? 'Bistro' : null };
  expect(JSON.parse(JSON.stringify(presentPayees(order as never, names)))).toEqual(payees);
});

it('a restaurant without a name is not listed', () => {
  const order = { currency: 'EUR', splits: [split('merchant', null)], isShadow: true, shadowMerchantName: null };
  expect(presentPayees(order as never, names)).toEqual([]);
});

it('links are looked up once', () => {
  const orders = [{ splits: [split('merchant', 1n), split('courier', null)] }, { splits: [split('merchant', 1n)] }];
  expect(linksOf(orders as never)).toEqual([1n]);
});
