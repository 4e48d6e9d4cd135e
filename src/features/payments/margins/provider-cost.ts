/**
 * What a payment provider charges for a payment, as the operator has written it down (docs/operating.md, "Costs and margin"): which
 * cost applies, and when. Nothing is posted by it. Pure.
 */
import { type ProviderMethod, providerMethods } from '../../providers/provider.ts';
import { type Fee, type FeeRule, inOrder, ruleFor, rulesInForce, rulesToCome } from '../fees/fee-rule.ts';

/** One decision: for a provider's payments by a method and in a currency; null for every one. Without a cost it ends the earlier one. */
export type ProviderCost = {
  id: bigint;
  provider: string;
  method: ProviderMethod | null;
  currency: string | null;
  cost: Fee | null;
  effectiveFrom: Date;
};

/** What applies to a provider's payments by a method from one time to another. */
export type CostPeriod = {
  provider: string;
  method: ProviderMethod;
  /** Null: every currency that has no periods of its own. */
  currency: string | null;
  startsAt: Date;
  /** Null: still. */
  endsAt: Date | null;
  basisPoints: number;
  /** Minor units. */
  fixed: bigint;
};

/** Costs follow the precedence of fees. */
type Rule = FeeRule & { of: ProviderCost };
const toRule = (of: ProviderCost): Rule => ({ ...of, holderId: null, fee: of.cost, of });

const byProvider = (costs: readonly ProviderCost[]): Rule[][] => [
  ...Map.groupBy(costs.map(toRule), ({ of }) => of.provider).values(),
];

/** The costs in force, by provider; the most specific first. */
export const costsInForce = (costs: readonly ProviderCost[], at: Date): ProviderCost[] =>
  byProvider(costs).flatMap((rules) => inOrder(rulesInForce(rules, at)).map((rule) => (rule as Rule).of));

/** The costs that replace others after a time, by provider; soonest first. */
export const costsToCome = (costs: readonly ProviderCost[], at: Date): ProviderCost[] =>
  byProvider(costs).flatMap((rules) => rulesToCome(rules, at).map((rule) => (rule as Rule).of));

/** Every period in which a cost applies, without those without one. */
export const costPeriods = (costs: readonly ProviderCost[]): CostPeriod[] => byProvider(costs).flatMap(periodsOf);

function periodsOf(rules: Rule[]): CostPeriod[] {
  const [first] = rules;
  if (first === undefined) return [];
  const { provider } = first.of;
  const currencies = [...new Set(rules.map(({ currency }) => currency)), null];
  const starts = [...new Set(rules.map(({ effectiveFrom }) => effectiveFrom.getTime()))].sort((a, b) => a - b);
  return starts.flatMap((start, n) => {
    const startsAt = new Date(start);
    const next = starts[n + 1];
    const inForce = rulesInForce(rules, startsAt);
    return providerMethods.flatMap((method) =>
      [...new Set(currencies)].flatMap((currency) => {
        // No currency is called '': only what is for every currency covers it.
        const fee = ruleFor(inForce, method, currency ?? '')?.fee;
        if (fee === undefined || fee === null) return [];
        return [{ provider, method, currency, startsAt, endsAt: next === undefined ? null : new Date(next), ...fee }];
      }),
    );
  });
}
