/** Which place of the navigation a followed chain belongs to. */
import { expect, it } from 'vitest';
import { placeOfTrace } from '../../dashboard/src/app/navigation.ts';
import type { Holder } from '../../dashboard/src/app/session.ts';

const holder = (kind: Holder['kind']) =>
  ({ kind, status: 'active', is_only_payee: false, may: { test: [], live: [], shared: [] } }) as unknown as Holder;

it.each<[kind: Holder['kind'], asked: string, about: string | undefined, end: string]>([
  ['courier', 'payout:po_1', undefined, '/payouts'],
  // A transfer's chain is that of what it was for.
  ['courier', 'transfer:88', 'payout:po_1', '/payouts'],
  ['courier', 'transfer:88', undefined, '$mode'],
  ['merchant', 'transfer:88', 'payment:pay_1', '/payments'],
  ['merchant', 'order:12', 'order:12', '/earnings'],
  ['company', 'transfer:88', 'order:12', '/orders'],
  ['company', 'settlement:4', 'settlement:4', '/settlements'],
  ['company', 'top_up:top_1', 'top_up:top_1', '/wallets'],
  ['customer', 'transfer:88', 'payment:pay_1', '$mode'],
  ['service', 'payout:po_1', 'payout:po_1', '/operator/payouts'],
  ['service', 'top_up:top_1', 'top_up:top_1', '/operator/top-ups'],
  ['service', 'line:25', 'line:25', '/operator/reconciliation'],
  ['service', 'dispute:dp_1', 'payment:pay_1', '/operator/disputes'],
])('a %s that follows %s, which is %s: at %s', (kind, asked, about, end) => {
  expect(placeOfTrace(holder(kind), 'test', { asked, about })?.to.endsWith(end)).toBe(true);
});
