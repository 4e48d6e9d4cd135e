/** Who must have a second factor, and from when on it counts for what needs a fresh code. Pure. */

export const secondFactorPolicies = ['recommended', 'required'] as const;
type SecondFactorPolicy = (typeof secondFactorPolicies)[number];

/** Members of the service's own holder are operators and must have one. */
export const secondFactorPolicyOf = (memberships: readonly { kind: string }[]): SecondFactorPolicy =>
  memberships.some(({ kind }) => kind === 'service') ? 'required' : 'recommended';

/** How long a second factor waits, and how old an account may be whose first one does not. */
const waitMs = 86_400_000;

type FactorTimes = {
  accountCreatedAt: Date;
  /** When the present second factor was turned on; null when there is none. */
  turnedOnAt: Date | null;
  /** When the account's first second factor was turned on; null when there never was one. */
  firstTurnedOnAt: Date | null;
};

/**
 * From when on codes count as fresh: of the present second factor or, without one, of one that is turned on now. A second
 * factor waits for 24 hours, so that whoever steals a password and turns one on gains nothing by it. Only the first one of
 * an account younger than 24 hours does not wait: a new installation's operator goes on at once.
 * @returns null when they count now.
 */
export function freshCodesFrom({ accountCreatedAt, turnedOnAt, firstTurnedOnAt }: FactorTimes, now: Date): Date | null {
  const since = (turnedOnAt ?? now).getTime();
  const isFirst = turnedOnAt === null ? firstTurnedOnAt === null : firstTurnedOnAt?.getTime() === turnedOnAt.getTime();
  if (isFirst && since - accountCreatedAt.getTime() < waitMs) return null;
  const from = since + waitMs;
  return now.getTime() < from ? new Date(from) : null;
}
