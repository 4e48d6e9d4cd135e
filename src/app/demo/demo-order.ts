/** The request of one demo order: a restaurant on the service or off it, a courier, and the platform's commission. */
import type { Link } from '../../features/links/links.repository.ts';
import { type PaymentSource, paymentSources } from '../../features/orders/order.ts';
import type { OrderRequest } from '../../features/orders/plan-order.ts';

/** Whole cents, summed from parts so that the splits add up. */
export function orderBody(
  ref: string,
  pick: (type: Link['type']) => number,
  next: (below: number) => number,
): { body: OrderRequest; cents: number } {
  const restaurant = 900 + next(4_000);
  const courier = 250 + next(350);
  const commission = 120 + next(400);
  const amountOf = (cents: number): number =>
    Number(`${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);
  const isShadow = next(8) === 0;
  const shadow = next(3) + 1;
  const cents = restaurant + courier + commission;
  const body: OrderRequest = {
    partner_order_ref: ref,
    payment_source: paymentSources[next(paymentSources.length)] as PaymentSource,
    total_amount: amountOf(cents),
    currency: 'USD',
    splits: [
      {
        beneficiary_type: 'merchant',
        amount: amountOf(restaurant),
        ...(isShadow ? {} : { beneficiary_ref: pick('merchant') }),
      },
      { beneficiary_type: 'courier', amount: amountOf(courier), beneficiary_ref: pick('courier') },
      { beneficiary_type: 'partner', amount: amountOf(commission) },
    ],
    is_shadow: isShadow,
    ...(isShadow
      ? { shadow_merchant_ref: `off-${shadow}`, shadow_merchant_name: `Demo Off-Platform Kitchen ${shadow}` }
      : {}),
  };
  return { body, cents };
}
