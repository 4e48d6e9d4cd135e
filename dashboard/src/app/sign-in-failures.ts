/** How a sign-in through an account's provider can fail, as the service says in the address that it leads to. */
const failures = [
  'expired',
  'denied',
  'failed',
  'unavailable',
  'email',
  'no_member',
  'other_identity',
  'not_confirmed',
  'throttled',
] as const;
export type Failure = (typeof failures)[number];

/** Why a sign-in through a provider failed, as the address says; whatever else stands there is nothing. */
export const failureOf = (text: unknown): Failure | undefined => failures.find((one) => one === text);
