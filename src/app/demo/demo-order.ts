/** The request of one demo order. */
import type { Link } from '../../features/links/links.repository.ts';
import { type PaymentSource, paymentSources } from '../../features/orders/order.ts';
import type { OrderRequest } from '../../features/orders/plan-order.ts';
import { drawBasket, orderOf, totalOf } from '../../features/test-city/draw-order.ts';

/** @returns the request, and its total in minor units. */
export function orderBody(
  ref: string,
  pick: (type: Link['type']) => number,
  next: (below: number) => number,
): { body: OrderRequest; cents: number } {
  const basket = drawBasket(next);
  const isShadow = next(8) === 0;
  const shadow = next(3) + 1;
  const source = paymentSources[next(paymentSources.length)] as PaymentSource;
  const restaurant = isShadow ? undefined : pick('merchant');
  const off = { ref: `off-${shadow}`, name: `Demo Off-Platform Kitchen ${shadow}` };
  const body = orderOf(basket, {
    ref,
    currency: 'USD',
    source,
    restaurant,
    courier: pick('courier'),
    ...(isShadow ? { shadow: off } : {}),
  });
  return { body, cents: totalOf(basket) };
}
