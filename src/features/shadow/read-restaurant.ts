/** One off-platform restaurant: its names, its balances and who may claim them. Reads only. */

import { type Book, ledgerAccount } from '../../core/ledger/accounts.ts';
import type { Link } from '../links/links.repository.ts';
import { unknownRestaurant } from './invite-restaurant.ts';
import { isKnownRestaurant } from './shadow-orders.repository.ts';
import { listShadowInvitations, type ShadowInvitation } from './shadow-records.repository.ts';
import { findNames, listBalances } from './shadow-report.repository.ts';
import { findClaimLinks, type ReportDeps } from './shadow-report.ts';

const namesMax = 100;

export type Restaurant = {
  ref: string;
  names: string[];
  /** Minor units. */
  balances: { currency: string; balance: bigint }[];
  claimTo: Link | undefined;
  invitations: ShadowInvitation[];
};

/** @throws AppError `not_found` when no shadow order has the ref. */
export async function readRestaurant(deps: ReportDeps, book: Book, ref: string): Promise<Restaurant> {
  const { db } = deps;
  if (!(await isKnownRestaurant(db, book, ref))) throw unknownRestaurant();
  const account = ledgerAccount.shadowMerchant(ref);
  const [names, balances, claimTo, invitations] = await Promise.all([
    findNames(db, book, [ref], namesMax),
    listBalances(db, book, account),
    findClaimLinks(deps, book, [ref]),
    listShadowInvitations(db, book, [ref]),
  ]);
  return {
    ref,
    names: names.get(ref) ?? [],
    balances,
    claimTo: claimTo.get(ref),
    invitations,
  };
}
