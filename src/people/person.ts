/** A person as the rest of the service sees them, and the throttled result. Types only. */

export type Person = { personId: string; name: string; email: string };

/** The person of a session. If they have a second factor, it was passed. */
export type SessionPerson = Person & {
  secondFactor: boolean;
  /** The second factor was turned on less than 24 hours ago and does not count as fresh yet. */
  isNewFactor: boolean;
  sessionId: string;
  /** When the second factor was last passed in this session; null if never, without one, and for its first 24 hours. */
  freshAt: Date | null;
};

/** Refused after too many attempts, whether right or wrong. */
export type Throttled = { ok: false; reason: 'throttled'; retryAfterSeconds: number };
