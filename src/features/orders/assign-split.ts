/**
 * Assigns a link to a split that has none (docs/contract/partner.md, "Hold, release and assign"). An order that was on
 * hold only for this is released, and the next settlement includes it. Must never change amounts.
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { serves } from '../links/link-modes.ts';
import { findLinks } from '../links/links.repository.ts';
import type { Order, Split } from './order.ts';
import { settlementOrigins } from './order-state.ts';
import { markReleased, markSplitAssigned } from './order-transitions.ts';
import { findOrder, lockOrder } from './orders.repository.ts';
import { type LinkTypes, lacksLink, unassignedSplits } from './unassigned-splits.ts';

type Assignment = {
  /** The split's index in `splits`, from 0. */
  place: number;
  linkId: bigint;
};

/** The types of the links that the order's splits reference, ended ones included. */
export async function linkTypesOf(tx: Tx, order: Order): Promise<LinkTypes> {
  const ids = order.splits.flatMap((split) => split.ref ?? []);
  const links = ids.length === 0 ? [] : await findLinks(tx, order.holderId, ids);
  return new Map(links.map((link) => [link.id, link.type]));
}

/**
 * Assigning the same link again changes nothing.
 * @throws AppError `forbidden`; `not_found`; `invalid_state` when the order has settled or is void, or the split can't
 * be assigned; `unknown_beneficiary`. Nothing is written then.
 */
export async function assignSplit(
  actor: Actor,
  tx: Tx,
  { clock }: { clock: Clock },
  book: Book,
  partnerOrderRef: string,
  { place, linkId }: Assignment,
): Promise<Order> {
  authorize(actor, 'orders.assign', book);
  const order = await lockOrder(tx, book, partnerOrderRef);
  if (order === undefined) throw new AppError('not_found', { message: 'No order has this partner_order_ref.' });
  const split = order.splits[place];
  if (split === undefined) throw new AppError('not_found', { message: `The order has no splits[${place}].` });
  const known = await linkTypesOf(tx, order);
  if (split.ref === linkId && !lacksLink(split, known)) return order;
  refuseUnassignable(order, place, split, known);
  const [link] = await findLinks(tx, book.holderId, [linkId]);
  if (link?.status !== 'active' || link.type !== split.type || !serves(link, book.mode)) {
    const message = `is not an active ${split.type} link of this company`;
    throw new AppError('unknown_beneficiary', { details: [{ field: 'beneficiary_ref', message }] });
  }

  const work = { actor, tx, at: clock.now(book.holderId, book.mode) };
  const splits = order.splits.map((one, index) => (index === place ? { ...one, ref: linkId } : one));
  const assigned = await markSplitAssigned(work, order, { place, splits });
  const links = new Map([...known, [linkId, link.type] as const]);
  const waitedForThis = order.settlementStatus === 'on_hold' && order.holdReason === 'unassigned_split';
  if (waitedForThis && unassignedSplits(assigned, links).length === 0) await markReleased(work, assigned);
  return (await findOrder(tx, book, partnerOrderRef)) as Order;
}

function refuseUnassignable(order: Order, place: number, split: Split, known: LinkTypes): void {
  const refuse = (message: string): never => {
    throw new AppError('invalid_state', { message });
  };
  if (!settlementOrigins('void').includes(order.settlementStatus)) {
    refuse(`The order's settlement_status is ${order.settlementStatus}.`);
  }
  if (split.type === 'partner') refuse(`splits[${place}] is the company's own share.`);
  if (order.isShadow && split.type === 'merchant') {
    refuse(`splits[${place}] is a restaurant's share of a shadow order: it is given by a claim.`);
  }
  if (!lacksLink(split, known)) refuse(`splits[${place}] is assigned to link ${split.ref} already.`);
}
