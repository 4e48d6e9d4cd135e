/**
 * Lifts the limit on passwords for one browser, through a mailed link: an owner whom strangers' guesses lock out gets
 * in, while the strangers stay out. The password and the second factor are still asked for.
 */

import { inTransaction } from '../../base/database/transaction.ts';
import { authorize } from '../../core/access/authorize.ts';
import { hashOfToken } from '../../core/access/link-token.ts';
import type { Visit } from './auth.ts';
import { findEmail, isLiftOpen, takeLift } from './people.repository.ts';
import { anyAccount } from './people-audit.ts';
import type { PeopleDeps } from './people-deps.ts';

/** `expired`: the link is unknown, used or too old. */
type LimitLift = { ok: true; cookies: string[] } | { ok: false; reason: 'expired' };

export type LimitLifts = {
  isLiftOpen(token: string): Promise<boolean>;
  /** A link works once, for 15 minutes. */
  liftLimit(visit: Visit, token: string): Promise<LimitLift>;
};

export function createLimitLifts({ db, marks }: PeopleDeps): LimitLifts {
  return {
    isLiftOpen: (token) => isLiftOpen(db, hashOfToken(token)),
    async liftLimit(visit, token) {
      authorize(visit, 'account.sign_in', anyAccount);
      const email = await inTransaction(db, async (tx) => {
        const personId = await takeLift(tx, hashOfToken(token));
        return personId === undefined ? undefined : findEmail(tx, personId);
      });
      return email === undefined ? { ok: false, reason: 'expired' } : { ok: true, cookies: [marks.lifted.set(email)] };
    },
  };
}
