/** A person as the rest of the service sees them, and the throttled result. Types only. */

export type Person = { personId: string; name: string; email: string };

/** The person of a session. If they have a second factor, it was passed. */
export type SessionPerson = Person & {
  secondFactor: boolean;
  sessionId: string;
  /** When the second factor was passed in this session, at its start; null without one, and for its first 24 hours. */
  freshAt: Date | null;
};

/** Refused after too many attempts, whether right or wrong. */
export type Throttled = { ok: false; reason: 'throttled'; retryAfterSeconds: number };
