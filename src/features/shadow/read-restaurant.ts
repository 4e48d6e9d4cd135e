/** One off-platform restaurant: balances owed, open orders and all movements. Reads only. */

import { type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import type { Link } from '../links/links.repository.ts';
import { unknownRestaurant } from './invite-restaurant.ts';
import { isKnownRestaurant } from './shadow-orders.repository.ts';
import { listShadowInvitations, type ShadowInvitation } from './shadow-records.repository.ts';
import {
  findNames,
  listBalances,
  listMovements,
  listOpenOrders,
  type Movement,
  type OpenOrder,
} from './shadow-report.repository.ts';
import { findClaimLinks, type ReportDeps } from './shadow-report.ts';

const namesMax = 100;

export type Restaurant = {
  ref: string;
  names: string[];
  /** Minor units. */
  balances: { currency: string; balance: bigint }[];
  claimTo: Link | undefined;
  invitations: ShadowInvitation[];
  /** Up to one more than the limit, so that the caller sees whether there are more. */
  openOrders: OpenOrder[];
  movements: Movement[];
};

/** @throws AppError `not_found` when no shadow order has the ref. */
export async function readRestaurant(
  deps: ReportDeps,
  book: Book,
  ref: string,
  { limit, beforeId, afterOrderId }: { limit: number; beforeId: bigint | undefined; afterOrderId: bigint },
): Promise<Restaurant> {
  const { db } = deps;
  if (!(await isKnownRestaurant(db, book, ref))) throw unknownRestaurant();
  const account = ledgerAccount.shadowMerchant(ref);
  const [names, balances, claimTo, invitations, openOrders, movements] = await Promise.all([
    findNames(db, book, [ref], namesMax),
    listBalances(db, book, account),
    findClaimLinks(deps, book, [ref]),
    listShadowInvitations(db, book, [ref]),
    listOpenOrders(db, book, ref, afterOrderId, limit + 1),
    listMovements(db, book, account, beforeId, limit + 1),
  ]);
  return {
    ref,
    names: names.get(ref) ?? [],
    balances,
    claimTo: claimTo.get(ref),
    invitations,
    openOrders,
    movements,
  };
}
