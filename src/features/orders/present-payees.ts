/** Who is paid of an order, in a list of orders. Pure. */
import type { Static } from 'typebox';
import type { Order } from './order.ts';
import type { OrderRow } from './order-schemas.ts';

type Payee = Static<typeof OrderRow>['payees'][number];

/** The links that splits of these orders name, each once. */
export const linksOf = (orders: readonly Pick<Order, 'splits'>[]): bigint[] => [
  ...new Set(orders.flatMap(({ splits }) => splits.flatMap(({ ref }) => ref ?? []))),
];

/** Each payee once, in the order of the splits. @param names those of links. */
export function presentPayees(
  { splits, isShadow, shadowMerchantName }: Pick<Order, 'splits' | 'isShadow' | 'shadowMerchantName'>,
  names: ReadonlyMap<bigint, string>,
): Payee[] {
  const payees = new Map<string, Payee>();
  for (const { type, ref } of splits) {
    if (type === 'partner') continue;
    const restaurant = isShadow && type === 'merchant' ? shadowMerchantName : null;
    if (ref === null && restaurant === null) continue;
    payees.set(`${type} ${ref}`, {
      beneficiary_type: type,
      beneficiary_ref: ref === null ? null : Number(ref),
      name: ref === null ? restaurant : (names.get(ref) ?? null),
    });
  }
  return [...payees.values()];
}
