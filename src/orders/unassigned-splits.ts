/** Which shares nobody is named for yet: pure. What counts here holds an order back at its settlement. */
import type { Order, Split } from './order.ts';

/** The type of each link of the company, ended ones included: what was earned is still credited. */
export type LinkTypes = ReadonlyMap<bigint, 'merchant' | 'courier'>;

/** Whether a merchant's or courier's split names no link of its type. */
export const lacksLink = (split: Split, links: LinkTypes): boolean =>
  split.type !== 'partner' && (split.ref === null || links.get(split.ref) !== split.type);

/** A merchant's or courier's share above 0 without a link of its type. Shadow orders need none. */
export const isUnassigned = (split: Split, links: LinkTypes): boolean => split.amount > 0n && lacksLink(split, links);

/** The places of the shares that hold the order back. */
export function unassignedSplits(order: Pick<Order, 'isShadow' | 'splits'>, links: LinkTypes): number[] {
  if (order.isShadow) return [];
  return order.splits.flatMap((split, place) => (isUnassigned(split, links) ? [place] : []));
}
