/** Whose payments a rule of the operator is for: those of an account, by a method, in a currency, or of every one. Pure. */

/** Null: every account, every method, every currency. */
export type RuleScope<Method extends string> = {
  holderId: bigint | null;
  method: Method | null;
  currency: string | null;
};

/** The account counts more than the method, and the method more than the currency. */
export const precedenceOf = ({ holderId, method, currency }: RuleScope<string>): number =>
  (holderId === null ? 0 : 4) + (method === null ? 0 : 2) + (currency === null ? 0 : 1);

export const isSameScope = (a: RuleScope<string>, b: RuleScope<string>): boolean =>
  a.holderId === b.holderId && a.method === b.method && a.currency === b.currency;

/** Whether a rule of the payment's account is for it. */
export const isForPayment = (scope: RuleScope<string>, method: string, currency: string): boolean =>
  (scope.method === null || scope.method === method) && (scope.currency === null || scope.currency === currency);

/** How the audit log names what a rule is for: `all`, `card`, `EUR`, `card EUR`. */
export const scopeId = ({ method, currency }: RuleScope<string>): string =>
  [method, currency].filter((one) => one !== null).join(' ') || 'all';
