/**
 * What the service takes from a payment (docs/ledger.md, "Payment fees"): which rule applies, and what it comes to. Pure.
 */
import { least } from '../../../base/money/compare.ts';
import { isForPayment, isSameScope, precedenceOf, type RuleScope } from '../../providers/rule-scope.ts';

/** In the order in which a payment keeps its rules. */
export const feeMethods = ['card', 'onlinewallet', 'wallet', 'bank_transfer'] as const;
export type FeeMethod = (typeof feeMethods)[number];

/** A rate in basis points of the amount, and a fixed part in minor units. */
export type Fee = { basisPoints: number; fixed: bigint };

export const noFee: Fee = Object.freeze({ basisPoints: 0, fixed: 0n });

export type FeeScope = RuleScope<FeeMethod>;

/** One decision. Without a fee it ends the rule of its scope, so that the next more general one applies. */
export type FeeRule = FeeScope & { id: bigint; fee: Fee | null; effectiveFrom: Date };

const basisPointsPerWhole = 10_000n;

/** The fee in minor units: half a unit of the rate's part is rounded up, and it never exceeds the amount. */
export function feeOf(amount: bigint, { basisPoints, fixed }: Fee): bigint {
  const half = basisPointsPerWhole / 2n;
  return least(amount, (amount * BigInt(basisPoints) + half) / basisPointsPerWhole + fixed);
}

/** Whether `a` replaces `b` once both are in force: the later time, and of one time the later decision. */
const isLater = (a: FeeRule, b: FeeRule): boolean =>
  a.effectiveFrom.getTime() === b.effectiveFrom.getTime() ? a.id > b.id : a.effectiveFrom > b.effectiveFrom;

/** The rules in force at a time, one for each scope; those that have ended are left out. */
export function rulesInForce(rules: readonly FeeRule[], at: Date): FeeRule[] {
  const latest: FeeRule[] = [];
  for (const rule of rules) {
    if (rule.effectiveFrom > at) continue;
    const place = latest.findIndex((other) => isSameScope(other, rule));
    if (place < 0) latest.push(rule);
    else if (isLater(rule, latest[place] as FeeRule)) latest[place] = rule;
  }
  return latest.filter(({ fee }) => fee !== null);
}

/** The rules that will replace others after a time, soonest first. */
export const rulesToCome = (rules: readonly FeeRule[], at: Date): FeeRule[] =>
  rules.filter(({ effectiveFrom }) => effectiveFrom > at).sort((a, b) => (isLater(a, b) ? 1 : -1));

/** The most specific first; of one precedence by method and currency. */
export const inOrder = (rules: readonly FeeRule[]): FeeRule[] => {
  const nameOf = ({ method, currency }: FeeScope): string => `${method ?? ''} ${currency ?? ''}`;
  return [...rules].sort((a, b) => precedenceOf(b) - precedenceOf(a) || (nameOf(a) < nameOf(b) ? -1 : 1));
};

/** The most specific of the rules in force that covers a payment. @param inForce by `rulesInForce`, of its account. */
export function ruleFor(inForce: readonly FeeRule[], method: FeeMethod, currency: string): FeeRule | undefined {
  return inOrder(inForce.filter((rule) => isForPayment(rule, method, currency)))[0];
}

/** The ids of the rules that a new payment keeps, by `feeMethods`; 0 where it has no fee. */
export type KeptRules = readonly bigint[];

const none = 0n;

/** @returns null when no method has a fee. */
export function rulesToKeep(rules: readonly FeeRule[], currency: string, at: Date): KeptRules | null {
  const inForce = rulesInForce(rules, at);
  const kept = feeMethods.map((method) => ruleFor(inForce, method, currency)?.id ?? none);
  return kept.every((id) => id === none) ? null : kept;
}

/** The id of the rule that a payment by this method is charged by, or undefined without a fee. */
export function keptRule(kept: KeptRules | null, method: FeeMethod): bigint | undefined {
  const id = kept?.[feeMethods.indexOf(method)];
  return id === none ? undefined : id;
}
