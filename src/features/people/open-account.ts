/**
 * Opens a person's account for them: without a password that anyone knows, and with a link by which its owner chooses
 * one. Choosing it confirms the address. Must never change an account that its owner has confirmed.
 */

import { randomBytes } from 'node:crypto';
import { randomBase62 } from '../../base/database/public-id.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { normalEmail } from '../../base/schemas/email.ts';
import type { Actor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { newToken } from '../../core/access/link-token.ts';
import { queueMail } from '../../core/mail/queue-mail.ts';
import { findReader } from '../../core/mail/readers.repository.ts';
import { findPerson, insertPerson, keepOnlyReset } from './people.repository.ts';
import { anyAccount } from './people-audit.ts';
import type { PeopleDeps } from './people-deps.ts';
import { choosePasswordMail } from './people-mails.ts';
import { resetAddress, resetIdentifier } from './reset-link.ts';
import { isEmail, isName } from './sign-up.ts';

/** `link`: where the password is chosen, once; undefined for an account that has its own. */
export type OpenedAccount = { personId: string; email: string; link: string | undefined };

export type AccountOpenings = {
  /**
   * Finds or opens the account of an address. A new link ends the ones before.
   * @param given `mailed`: the link is queued as a mail too.
   * @throws AppError `validation_failed`.
   */
  openAccount(actor: Actor, given: { name: string; email: string; mailed: boolean }): Promise<OpenedAccount>;
};

const idBytes = 16;
const unknownPasswordBytes = 32;
const chooseHours = 24;
const msPerHour = 3_600_000;

export function createAccountOpenings({ auth, db, publicUrl }: PeopleDeps): AccountOpenings {
  return {
    async openAccount(actor, given) {
      authorize(actor, 'account.sign_up', anyAccount);
      authorize(actor, 'account.reset_password', anyAccount);
      const [name, email] = [given.name.trim(), normalEmail(given.email)];
      if (!isEmail(email)) throw invalid(`"${email}" is not an email address.`);
      if (!isName(name)) throw invalid('A name has 1 to 100 characters.');
      const found = await findPerson(db, email);
      if (found?.emailVerified) return { personId: found.id, email, link: undefined };
      const { internalAdapter, password: hasher } = await auth.$context;
      const passwordHash = await hasher.hash(randomBytes(unknownPasswordBytes).toString('base64url'));
      const personId = found?.id ?? randomBase62(idBytes);
      const token = newToken();

      const link = await internalAdapter.createVerificationValue({
        identifier: resetIdentifier(token),
        value: personId,
        expiresAt: new Date(Date.now() + chooseHours * msPerHour),
      });
      await inTransaction(db, async (tx) => {
        if (found === undefined)
          await insertPerson(tx, { id: personId, name, email, emailVerified: false, passwordHash });
        await keepOnlyReset(tx, personId, link.id);
        if (!given.mailed) return;
        const facts = { publicUrl, token, hours: chooseHours };
        await queueMail(tx, await findReader(tx, email), (words) => choosePasswordMail(words, facts));
      });
      return { personId, email, link: resetAddress(publicUrl, token) };
    },
  };
}

const invalid = (message: string): AppError => new AppError('validation_failed', { message });
