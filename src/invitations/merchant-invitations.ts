/** The shadow ledger's way to invite a restaurant: the same invitation as any other, of a merchant. */

import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import { AppError } from '../errors/app-error.ts';
import { isEmail } from '../people/sign-up.ts';
import { nameLengthMax, normalEmail } from './invitation.ts';
import { findAcceptedLinks } from './invitations.repository.ts';
import { type InvitationDeps, sendInvitation } from './invite.ts';

export function createMerchantInvitations(deps: InvitationDeps) {
  return {
    /** @throws AppError `validation_failed` for what is no address; whatever `sendInvitation` throws. */
    async inviteMerchant(
      tx: Tx,
      { holderId }: { holderId: bigint },
      merchant: { email: string; name: string },
    ): Promise<{ invitationId: string }> {
      const email = normalEmail(merchant.email);
      if (!isEmail(email)) {
        const message = 'must be an e-mail address, such as ada@example.com';
        throw new AppError('validation_failed', { details: [{ field: 'email', message }] });
      }
      // A ref may be longer than a name.
      const name = [...merchant.name.trim()].slice(0, nameLengthMax).join('');
      const { invitation } = await sendInvitation(tx, deps, holderId, { email, type: 'merchant', name });
      return { invitationId: invitation.id };
    },
    findAcceptedLinks: (db: Database, { holderId }: { holderId: bigint }, ids: readonly string[]) =>
      findAcceptedLinks(db, holderId, ids),
  };
}
