/** Who a person is to the rest of the service, and why an attempt of theirs may be refused. Types only. */

export type Person = { personId: string; name: string; email: string };

/** The person of a session; their second factor, if they have one, was passed. */
export type SessionPerson = Person & {
  secondFactor: boolean;
  sessionId: string;
  /** When the second factor was last passed in this session: as it began; null without one. */
  freshAt: Date | null;
};

/** Refused because of too many attempts: by anyone, right or wrong. */
export type Throttled = { ok: false; reason: 'throttled'; retryAfterSeconds: number };
