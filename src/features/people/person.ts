/** A person as the rest of the service sees them, and the throttled result. Types only. */

import type { Language } from '../../base/languages/languages.ts';

export type Person = { personId: string; name: string; email: string };

/** The person of a session. If they have a second factor, it was passed. */
export type SessionPerson = Person & {
  /** Null if not known. */
  language: Language | null;
  secondFactor: boolean;
  /** From when on codes count as fresh (`second-factor-policy.ts`); null when they do now, or would without a wait. */
  codesFrom: Date | null;
  sessionId: string;
  /**
   * When the second factor or a passkey was last passed in this session; null if never, without one, and while it does not
   * count yet.
   */
  freshAt: Date | null;
};

/** Refused after too many attempts, whether right or wrong. */
export type Throttled = { ok: false; reason: 'throttled'; retryAfterSeconds: number };
