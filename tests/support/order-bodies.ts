/** Bodies of POST /orders that are right, to be changed in one place. */
export type OrderBody = Record<string, unknown> & { partner_order_ref: string };

let made = 0;

/** The least order there is, with a ref of its own. */
export function orderBody(changes: Record<string, unknown> = {}): OrderBody {
  made += 1;
  return {
    partner_order_ref: `ref-${made}`,
    payment_source: 'cod',
    total_amount: 12.5,
    currency: 'EUR',
    splits: [{ beneficiary_type: 'partner', amount: 12.5 }],
    ...changes,
  };
}
