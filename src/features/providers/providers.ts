/** The providers in use, and which of them charges. Pure but for what the providers do themselves. */
import type { Mode } from '../../base/money/mode.ts';
import type { AmountLimit, AmountLimits, Provider, ProviderMethod } from './provider.ts';

type Charge = { mode: Mode; method: ProviderMethod; amount: bigint; currency: string };

export type Providers = {
  /** In order of preference; none where the checkout offers only the wallet. */
  of(mode: Mode): readonly Provider[];
  /** The first that offers the method and can charge the amount (minor units). */
  choose(charge: Charge): Provider | undefined;
  /** The one that made an attempt; undefined when it is no longer in use. */
  named(name: string): Provider | undefined;
};

export function createProviders({ test, live }: { test: Provider; live: readonly Provider[] }): Providers {
  const all = [test, ...live];
  const of = (mode: Mode) => (mode === 'test' ? [test] : live);
  return {
    of,
    choose: ({ mode, method, amount, currency }) =>
      of(mode).find(
        ({ methods, limits }) => methods.includes(method) && limits?.charge(method, amount, currency) === undefined,
      ),
    named: (name) => all.find((provider) => provider.name === name),
  };
}

/** What the first provider says of an amount that none of them can charge by any method; undefined when one can. */
export function findChargeLimit(among: readonly Provider[], amount: bigint, currency: string): AmountLimit | undefined {
  const limits = among.flatMap(({ methods, limits }) =>
    methods.map((method) => limits?.charge(method, amount, currency)),
  );
  return limits.includes(undefined) ? undefined : limits[0];
}

/** For test mode: takes what one of the live providers takes, whatever the method. */
export function limitsLike(live: readonly Provider[]): AmountLimits | undefined {
  if (live.length === 0) return undefined;
  return {
    charge: (_method, amount, currency) => findChargeLimit(live, amount, currency),
    refund(amount, currency) {
      const limits = live.map(({ limits }) => limits?.refund(amount, currency));
      return limits.includes(undefined) ? undefined : limits[0];
    },
  };
}
