/** Who must have a second factor. Pure. */

export const secondFactorPolicies = ['recommended', 'required'] as const;
export type SecondFactorPolicy = (typeof secondFactorPolicies)[number];

/** Members of the service's own holder are operators and must have one. @param ofOperators false in a demo. */
export const secondFactorPolicyOf = (
  memberships: readonly { kind: string }[],
  ofOperators: boolean,
): SecondFactorPolicy =>
  ofOperators && memberships.some(({ kind }) => kind === 'service') ? 'required' : 'recommended';
