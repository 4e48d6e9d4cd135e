/** Finds the splits without a link, which put an order on hold at its settlement. Pure. */
import type { Order, Split } from './order.ts';

/** The type of each link of the company, ended ones included, because their shares are still credited. */
export type LinkTypes = ReadonlyMap<bigint, 'merchant' | 'courier'>;

/** Whether a merchant's or courier's split references no link of its type. */
export const lacksLink = (split: Split, links: LinkTypes): boolean =>
  split.type !== 'partner' && (split.ref === null || links.get(split.ref) !== split.type);

/** A merchant's or courier's share above 0 without a link of its type. Shadow orders need none. */
export const isUnassigned = (split: Split, links: LinkTypes): boolean => split.amount > 0n && lacksLink(split, links);

/** The indexes of the splits that put the order on hold. */
export function unassignedSplits(order: Pick<Order, 'isShadow' | 'splits'>, links: LinkTypes): number[] {
  if (order.isShadow) return [];
  return order.splits.flatMap((split, place) => (isUnassigned(split, links) ? [place] : []));
}
