/** Who is paid of an order, in a list of orders. Pure. */
import type { Static } from 'typebox';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Order } from './order.ts';
import type { OrderRow } from './order-schemas.ts';

type Payee = Static<typeof OrderRow>['payees'][number];

/** The links that splits of these orders name, each once. */
export const linksOf = (orders: readonly Pick<Order, 'splits'>[]): bigint[] => [
  ...new Set(orders.flatMap(({ splits }) => splits.flatMap(({ ref }) => ref ?? []))),
];

/** Each payee once, in the order of the splits. @param names those of links. */
export function presentPayees(
  {
    splits,
    isShadow,
    shadowMerchantName,
    currency,
  }: Pick<Order, 'splits' | 'isShadow' | 'shadowMerchantName' | 'currency'>,
  names: ReadonlyMap<bigint, string>,
): Payee[] {
  const payees = new Map<string, Omit<Payee, 'share'> & { minor: bigint }>();
  for (const { type, ref, amount } of splits) {
    if (type === 'partner') continue;
    const restaurant = isShadow && type === 'merchant' ? shadowMerchantName : null;
    if (ref === null && restaurant === null) continue;
    const key = `${type} ${ref}`;
    payees.set(key, {
      beneficiary_type: type,
      beneficiary_ref: ref === null ? null : Number(ref),
      name: ref === null ? restaurant : (names.get(ref) ?? null),
      minor: (payees.get(key)?.minor ?? 0n) + amount,
    });
  }
  return [...payees.values()].map(({ minor, ...payee }) => ({
    ...payee,
    share: jsonDecimal(minor, exponentOf(currency)),
  }));
}
