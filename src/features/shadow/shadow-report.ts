/** The report of a company's shadow balances, by restaurant and courier. Reads only. */
import type { Database } from '../../base/database/pool.ts';
import type { Account, Book } from '../../core/ledger/accounts.ts';
import { findLinks, type Link } from '../links/links.repository.ts';
import { linkIdsOf } from '../settlements/present-settlement.ts';
import type { MerchantInvitations } from './invite-restaurant.ts';
import { listShadowInvitations } from './shadow-records.repository.ts';
import { countOpenOrders, findClaimedLinks, findNames, type OwedRow } from './shadow-report.repository.ts';

export type ReportDeps = { db: Database; invitations?: MerchantInvitations | undefined };

const namesMax = 10;

export type OwedEntry = OwedRow & {
  openOrders: number;
  /** The names the restaurant was recorded under. */
  names: string[];
  /** The active link that may claim, if the restaurant has joined. */
  claimTo: Link | undefined;
};

type DescribedOwed = {
  entries: OwedEntry[];
  /** The couriers' links. */
  links: ReadonlyMap<bigint, Link>;
};

/** The restaurant's ref, or undefined for other accounts. */
const refOf = (account: Account): string | undefined => account.shadowRef ?? undefined;

export async function describeOwed(deps: ReportDeps, book: Book, rows: readonly OwedRow[]): Promise<DescribedOwed> {
  const refs = [...new Set(rows.flatMap((row) => refOf(row) ?? []))];
  const [counts, names, claimTo, couriers] = await Promise.all([
    countOpenOrders(deps.db, book, rows),
    findNames(deps.db, book, refs, namesMax),
    findClaimLinks(deps, book, refs),
    findLinks(deps.db, book.holderId, linkIdsOf(rows)),
  ]);
  const entries = rows.map((row) => {
    const ref = refOf(row);
    return {
      ...row,
      openOrders: counts.get(row.accountId) ?? 0,
      names: ref === undefined ? [] : (names.get(ref) ?? []),
      claimTo: ref === undefined ? undefined : claimTo.get(ref),
    };
  });
  return { entries, links: new Map(couriers.map((link) => [link.id, link])) };
}

/**
 * The active merchant link of each restaurant that has joined: from its accepted invitation, else from its last claim.
 */
export async function findClaimLinks(
  { db, invitations }: ReportDeps,
  book: Book,
  refs: readonly string[],
): Promise<Map<string, Link>> {
  if (refs.length === 0) return new Map();
  const [claimed, invited] = await Promise.all([
    findClaimedLinks(db, book, refs),
    listShadowInvitations(db, book, refs),
  ]);
  const accepted =
    invitations && invited.length > 0
      ? await invitations.findAcceptedLinks(
          db,
          book,
          invited.map(({ invitationId }) => invitationId),
        )
      : new Map<string, bigint>();
  const candidates = new Map(refs.map((ref): [string, bigint[]] => [ref, []]));
  for (const { shadowMerchantRef, invitationId } of invited) {
    const linkId = accepted.get(invitationId);
    if (linkId !== undefined) candidates.get(shadowMerchantRef)?.push(linkId);
  }
  for (const [ref, linkId] of claimed) candidates.get(ref)?.push(linkId);
  const links = await findLinks(db, book.holderId, [...new Set([...candidates.values()].flat())]);
  const active = new Map(
    links.filter(({ status, type }) => status === 'active' && type === 'merchant').map((link) => [link.id, link]),
  );
  return new Map(
    [...candidates].flatMap(([ref, ids]): [string, Link][] => {
      const link = ids.map((id) => active.get(id)).find((one) => one !== undefined);
      return link === undefined ? [] : [[ref, link]];
    }),
  );
}
