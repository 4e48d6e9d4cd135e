/** Lets the shadow ledger invite a restaurant, with an ordinary invitation of type merchant. */

import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import { normalEmail } from '../../base/schemas/email.ts';
import type { Actor } from '../../core/access/actor.ts';
import { isEmail } from '../people/sign-up.ts';
import { nameLengthMax } from './invitation.ts';
import { findAcceptedLinks } from './invitations.repository.ts';
import { type InvitationDeps, type Invite, sendInvitation } from './invite.ts';

export function createMerchantInvitations(deps: InvitationDeps) {
  return {
    /** @throws AppError `validation_failed` for an invalid email address, and the errors of `sendInvitation`. */
    async inviteMerchant(
      actor: Actor,
      tx: Tx,
      { holderId, mode }: { holderId: bigint; mode: Mode },
      merchant: Omit<Invite, 'type'>,
    ): Promise<{ invitationId: string }> {
      const email = normalEmail(merchant.email);
      if (!isEmail(email)) {
        const message = 'must be an email address, such as ada@example.com';
        throw invalidField('email', message);
      }
      // The name may be a shadow_merchant_ref, which may be longer than an invitation's name.
      const name = [...merchant.name.trim()].slice(0, nameLengthMax).join('');
      const { invitation } = await sendInvitation(actor, tx, deps, holderId, {
        email,
        type: 'merchant',
        name,
        language: merchant.language,
        servesLive: mode === 'live',
      });
      return { invitationId: invitation.id };
    },
    findAcceptedLinks: (db: Database, { holderId }: { holderId: bigint }, ids: readonly string[]) =>
      findAcceptedLinks(db, holderId, ids),
  };
}
