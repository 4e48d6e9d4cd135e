/** The request of an invented order: a restaurant on the service or off it, a courier, and the platform's commission. */
import type { PaymentSource } from '../orders/order.ts';
import type { OrderRequest } from '../orders/plan-order.ts';

/** In minor units of a currency with two decimals. */
type Basket = { restaurant: number; courier: number; commission: number };

/** @param next gives the next number below a bound. */
export function drawBasket(next: (below: number) => number): Basket {
  const restaurant = 900 + next(4_000);
  const courier = 250 + next(350);
  return { restaurant, courier, commission: 120 + next(400) };
}

export const totalOf = ({ restaurant, courier, commission }: Basket): number => restaurant + courier + commission;

/** The amount of a request, in units. It is written as decimals first, so that it is the nearest number. */
export const amountOf = (cents: number): number =>
  Number(`${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`);

type Told = {
  ref: string;
  currency: string;
  source: PaymentSource;
  /** Undefined: nobody is named yet. */
  restaurant: number | undefined;
  courier: number;
  /** The restaurant that is not on the service. */
  shadow?: { ref: string; name: string };
};

/** Whole cents, summed from parts so that the splits add up. */
export function orderOf(basket: Basket, { ref, currency, source, restaurant, courier, shadow }: Told): OrderRequest {
  return {
    partner_order_ref: ref,
    payment_source: source,
    total_amount: amountOf(totalOf(basket)),
    currency,
    splits: [
      {
        beneficiary_type: 'merchant',
        amount: amountOf(basket.restaurant),
        ...(restaurant === undefined ? {} : { beneficiary_ref: restaurant }),
      },
      { beneficiary_type: 'courier', amount: amountOf(basket.courier), beneficiary_ref: courier },
      { beneficiary_type: 'partner', amount: amountOf(basket.commission) },
    ],
    is_shadow: shadow !== undefined,
    ...(shadow === undefined ? {} : { shadow_merchant_ref: shadow.ref, shadow_merchant_name: shadow.name }),
  };
}
