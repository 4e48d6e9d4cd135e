/** Which accounts the shares of an order come from and go to (docs/ledger.md, "Accounts"). Pure. */
import { type AccountRef, purpose } from '../ledger/accounts.ts';
import type { Order, Split } from './order.ts';

/** An account in the order's own book and currency. */
export const accountOf = (order: Order, accountPurpose: string): AccountRef => ({
  holderId: order.holderId,
  mode: order.mode,
  currency: order.currency,
  purpose: accountPurpose,
});

/** Where the shares come from: shadow orders touch no real account. */
export const payerOf = (order: Order): AccountRef =>
  accountOf(order, order.isShadow ? purpose.shadowClearing : purpose.clearing);

/** The account a share is credited to (docs/ledger.md, "Accounts"). */
export function payeePurpose(order: Order, split: Split): string {
  if (split.type === 'partner') return order.isShadow ? purpose.shadowCommission : purpose.commission;
  if (!order.isShadow) return purpose.earnings(split.ref as bigint);
  if (split.type === 'courier') {
    return split.ref === null ? purpose.shadowUnnamedCourier : purpose.shadowCourier(split.ref);
  }
  if (order.shadowMerchantRef !== null) return purpose.shadowMerchant(order.shadowMerchantRef);
  if (order.shadowMerchantName !== null) return purpose.shadowMerchantByName(order.shadowMerchantName);
  return purpose.shadowUnnamed;
}
