/** Which screen of the navigation a followed chain belongs to. */
import { expect, it } from 'vitest';
import { endsOfTrace } from '../../dashboard/src/app/trace-place.ts';

it.each<[kind: string, asked: string, about: string | undefined, ends: string[]]>([
  ['courier', 'payout:po_1', undefined, ['/payouts']],
  // A transfer's chain is that of what it was for.
  ['courier', 'transfer:88', 'payout:po_1', ['/payouts']],
  ['merchant', 'transfer:88', 'payment:pay_1', ['/payments']],
  ['company', 'transfer:88', 'order:12', ['/orders', '/earnings']],
  ['company', 'top_up:top_1', 'top_up:top_1', ['/top-ups']],
  ['service', 'line:25', 'line:25', ['/reconciliation']],
  ['service', 'dispute:dp_1', 'payment:pay_1', ['/disputes']],
  ['merchant', 'dispute:dp_1', 'payment:pay_1', ['/payments']],
])('a %s that follows %s, which is %s: %s', (kind, asked, about, ends) => {
  expect(endsOfTrace({ kind }, { asked, about })).toEqual(ends);
});
