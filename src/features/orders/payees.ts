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

/** Who collected the customer's cash: the earnings account of the link, and the split; undefined where nobody's cash is tracked. */
export function collectorOf(order: Order): { earnings: AccountRef; line: number } | undefined {
  const line = order.splits.findIndex((split) => split.collectsCash && split.ref !== null);
  const ref = order.splits[line]?.ref;
  return ref == null ? undefined : { earnings: accountOf(order, ledgerAccount.earnings(ref)), line };
}

/**
 * The cash that was collected for an order, in minor units: its total less what was refunded before it settled, which the
 * customer did not pay or had back at once.
 */
export const cashOf = (order: Pick<Order, 'totalAmount' | 'refundedAmount'>): bigint =>
  order.totalAmount - order.refundedAmount;

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
