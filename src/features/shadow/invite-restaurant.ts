/**
 * Invites an off-platform restaurant to join. The restaurant's ref is stored with the invitation, so that after
 * acceptance the company sees which link may claim. Invitations are another feature, reached through
 * `MerchantInvitations` only.
 */

import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Language } from '../../base/languages/languages.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { linkObject, madeBy } from '../links/link-modes.ts';
import { isKnownRestaurant } from './shadow-orders.repository.ts';
import { insertShadowInvitation } from './shadow-records.repository.ts';
import { findNames } from './shadow-report.repository.ts';

/** The part of invitations that this feature needs; wired in `server.ts`. */
export type MerchantInvitations = {
  /** Invites a merchant to the company, in the caller's transaction. */
  inviteMerchant(
    actor: Actor,
    tx: Tx,
    book: Book,
    merchant: { email: string; name: string; language: Language | undefined },
  ): Promise<{ invitationId: string }>;
  /** The link created by each of these invitations; those not accepted are left out. */
  findAcceptedLinks(db: Database, book: Book, invitationIds: readonly string[]): Promise<ReadonlyMap<string, bigint>>;
};

/** Without a `name`, the name the restaurant was recorded under is used, or else its ref. `language`: of the mail. */
type InviteRequest = {
  shadowMerchantRef: string;
  email: string;
  name: string | undefined;
  language?: Language | undefined;
};

/** @throws AppError `forbidden`; `not_found` when no shadow order has the ref; any error of the invitation itself. */
export async function inviteRestaurant(
  actor: Actor,
  tx: Tx,
  { clock, invitations }: { clock: Clock; invitations: MerchantInvitations },
  book: Book,
  { shadowMerchantRef, email, name, language }: InviteRequest,
): Promise<{ invitationId: string }> {
  authorize(actor, 'invitations.send', linkObject(actor, book.holderId, madeBy(actor)));
  if (!(await isKnownRestaurant(tx, book, shadowMerchantRef))) throw unknownRestaurant();
  const [recorded] = (await findNames(tx, book, [shadowMerchantRef], 1)).get(shadowMerchantRef) ?? [];
  const merchant = { email, name: name ?? recorded ?? shadowMerchantRef, language };

  const { invitationId } = await invitations.inviteMerchant(actor, tx, book, merchant);
  await insertShadowInvitation(tx, book, shadowMerchantRef, invitationId, clock.now(book.holderId, book.mode));
  return { invitationId };
}

export const unknownRestaurant = (): AppError =>
  new AppError('not_found', { message: 'No shadow order has this shadow_merchant_ref.' });
