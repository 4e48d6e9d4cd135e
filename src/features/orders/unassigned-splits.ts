/** Finds the splits without a link, which put an order on hold at its settlement. Pure. */
import { type Order, type Split, shareOf } from './order.ts';

/** The type of each link of the company, ended ones included, because their shares are still credited. */
export type LinkTypes = ReadonlyMap<bigint, 'merchant' | 'courier'>;

/** Whether a merchant's or courier's split references no link of its type. */
export const lacksLink = (split: Split, links: LinkTypes): boolean =>
  split.type !== 'partner' && (split.ref === null || links.get(split.ref) !== split.type);

/**
 * The indexes of the splits that put the order on hold: those without a link whose share, less what refunds took from it,
 * is above 0, or that collects the customer's cash. Shadow orders need no links.
 */
export function unassignedSplits(order: Pick<Order, 'isShadow' | 'splits'>, links: LinkTypes): number[] {
  if (order.isShadow) return [];
  return order.splits.flatMap((split, place) =>
    (shareOf(split) > 0n || split.collectsCash) && lacksLink(split, links) ? [place] : [],
  );
}
