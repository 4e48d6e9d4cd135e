/** The accounts that an order's shares are taken from and credited to (docs/ledger.md, "Accounts"). Pure. */
import { type Account, type AccountRef, accountIn, ledgerAccount } from '../../core/ledger/accounts.ts';
import type { Order, Split } from './order.ts';

/** An account in the order's own book and currency. */
export const accountOf = (order: Order, account: Account): AccountRef => accountIn(order, account);

/** The account the shares are taken from. Shadow orders touch no real account. */
export const payerOf = (order: Order): AccountRef =>
  accountOf(order, order.isShadow ? ledgerAccount.shadowClearing : ledgerAccount.clearing);

/** The account a share is credited to (docs/ledger.md, "Accounts"). */
export function payeeOf(order: Order, split: Split): AccountRef {
  return accountOf(order, payeeAccount(order, split));
}

function payeeAccount(order: Order, split: Split): Account {
  if (split.type === 'partner') return order.isShadow ? ledgerAccount.shadowCommission : ledgerAccount.commission;
  if (!order.isShadow) return ledgerAccount.earnings(split.ref as bigint);
  if (split.type === 'courier') {
    return split.ref === null ? ledgerAccount.shadowUnnamedCourier : ledgerAccount.shadowCourier(split.ref);
  }
  if (order.shadowMerchantRef !== null) return ledgerAccount.shadowMerchant(order.shadowMerchantRef);
  if (order.shadowMerchantName !== null) return ledgerAccount.shadowMerchantByName(order.shadowMerchantName);
  return ledgerAccount.shadowUnnamed;
}
