/** Finds which fields of a re-sent order differ from the stored one. A re-send must never change the stored order. */
import type { Order, OrderDraft, Split } from './order.ts';

const sameSplits = (a: readonly Split[], b: readonly Split[]): boolean =>
  a.length === b.length &&
  a.every((split, index) => {
    const other = b[index];
    return split.type === other?.type && split.ref === other.ref && split.amount === other.amount;
  });

/** One warning per differing field, with the request's field names (docs/contract/partner.md, "Record an order"). */
export function differenceWarnings(stored: Order, sent: OrderDraft): string[] {
  const differs: [string, boolean][] = [
    ['payment_source', stored.paymentSource !== sent.paymentSource],
    ['total_amount', stored.currency === sent.currency && stored.totalAmount !== sent.totalAmount],
    ['currency', stored.currency !== sent.currency],
    ['splits', !sameSplits(stored.splits, sent.splits)],
    ['idempotency_key', stored.idempotencyKey !== sent.idempotencyKey],
    ['is_shadow', stored.isShadow !== sent.isShadow],
    ['shadow_merchant_ref', stored.shadowMerchantRef !== sent.shadowMerchantRef],
    ['shadow_merchant_name', stored.shadowMerchantName !== sent.shadowMerchantName],
    ['return_url', stored.returnUrl !== sent.returnUrl],
    ['cancel_url', stored.cancelUrl !== sent.cancelUrl],
    ['webhook_url', stored.webhookUrl !== sent.webhookUrl],
  ];
  return differs
    .filter(([, different]) => different)
    .map(([field]) => `${field} differs from the stored order, which is unchanged.`);
}
