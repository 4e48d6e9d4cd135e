/** A person as the rest of the service sees them, and the throttled result. Types only. */

import type { Language } from '../../base/languages/languages.ts';

export type Person = { personId: string; name: string; email: string };

/** The account that a session is bound to, because the account's own provider opened it. */
type SessionAccount = {
  holderId: bigint;
  holderName: string;
  providerId: string;
  issuer: string;
  /** Whether the provider asks for a second factor itself. */
  isSecondFactor: boolean;
};

/** The person of a session. If they have a second factor, it was passed. */
export type SessionPerson = Person & {
  /** Null if not known. */
  language: Language | null;
  /** Whether the session took two factors: their own, or the provider's. */
  secondFactor: boolean;
  /** Whether the person has turned on a second factor of their own. */
  ownFactor: boolean;
  /** From when on codes count as fresh (`second-factor-policy.ts`); null when they do now, or would without a wait. */
  codesFrom: Date | null;
  sessionId: string;
  /**
   * When the second factor or a passkey was last passed in this session, or the provider confirmed the person; null if never, without one, and while it does not
   * count yet.
   */
  freshAt: Date | null;
  /** Null: the session is the person's own, and opens all that is theirs. */
  account: SessionAccount | null;
};

/** Refused after too many attempts, whether right or wrong. */
export type Throttled = { ok: false; reason: 'throttled'; retryAfterSeconds: number };
