/** The providers in use, and which of them charges. */
import type { Mode } from '../../base/money/mode.ts';
import {
  type AmountLimit,
  type AmountLimits,
  type Provider,
  type ProviderMethod,
  providerMethods,
} from './provider.ts';
import { orderFor, type ProviderOrder } from './provider-order.ts';

type Charge = {
  holderId: bigint;
  mode: Mode;
  method: ProviderMethod;
  amount: bigint;
  currency: string;
  /** Whether it is only authorized, and captured later. */
  manualCapture?: boolean;
};

export type Providers = {
  /** In the order of the setting; none where the checkout offers only the wallet. */
  of(mode: Mode): readonly Provider[];
  /**
   * Those that may and can charge an amount (minor units) by the method: first by the operator's order, and those that did
   * not answer lately last.
   */
  able(charge: Charge): readonly Provider[];
  /** The first of them. */
  choose(charge: Charge): Provider | undefined;
  /** What the first provider says of an amount that none of those that may can charge by any method. */
  findLimit(charge: Omit<Charge, 'method'>): AmountLimit | undefined;
  /** Whether one that may charge can capture later, by any method. */
  canCapture(charge: Omit<Charge, 'method' | 'amount' | 'manualCapture'>): boolean;
  /** The one that made an attempt; undefined when it is no longer in use. */
  named(name: string): Provider | undefined;
  /** Whether it did not answer when it was last asked to charge, a moment ago, as far as this process knows. */
  isAway(name: string): boolean;
  /** How a provider answered when it was asked to charge. */
  note(name: string, answered: boolean): void;
};

/** For how long one that did not answer is asked last. */
export const awayMs = 30_000;

type Options = {
  test: Provider;
  live: readonly Provider[];
  /** Those in force; by default none. */
  orders?: () => readonly ProviderOrder[];
  nowMs?: (() => number) | undefined;
};

export function createProviders({
  test,
  live,
  orders = () => [],
  nowMs = () => performance.now(),
}: Options): Providers {
  const all = [test, ...live];
  const awayUntil = new Map<string, number>();
  const of = (mode: Mode) => (mode === 'test' ? [test] : live);
  const isAway = (name: string): boolean => (awayUntil.get(name) ?? 0) > nowMs();

  /** Those that the operator lets charge by the method, in the order to ask them. */
  function allowed(charge: Omit<Charge, 'amount'>): Provider[] {
    const order = charge.mode === 'test' ? undefined : orderFor(orders(), charge);
    const here = of(charge.mode).filter(
      (one) => one.methods.includes(charge.method) && (!charge.manualCapture || capturesLater(one, charge.method)),
    );
    const chosen = order?.flatMap((name) => here.find((one) => one.name === name) ?? []) ?? here;
    return [...chosen.filter(({ name }) => !isAway(name)), ...chosen.filter(({ name }) => isAway(name))];
  }

  function able(charge: Charge): readonly Provider[] {
    const { method, amount, currency } = charge;
    return allowed(charge).filter(({ limits }) => limits?.charge(method, amount, currency) === undefined);
  }

  return {
    of,
    able,
    choose: (charge) => able(charge)[0],
    findLimit(charge) {
      return unlessOneTakes(
        providerMethods.flatMap((method) =>
          allowed({ ...charge, method }).map(({ limits }) => limits?.charge(method, charge.amount, charge.currency)),
        ),
      );
    },
    canCapture: (charge) =>
      providerMethods.some((method) => allowed({ ...charge, method, manualCapture: true }).length > 0),
    named: (name) => all.find((provider) => provider.name === name),
    isAway,
    note(name, answered) {
      if (answered) awayUntil.delete(name);
      else awayUntil.set(name, nowMs() + awayMs);
    },
  };
}

/** Whether a provider can authorize a charge of the method first, and capture it later. */
const capturesLater = ({ capture, captureMethods }: Provider, method: ProviderMethod): boolean =>
  capture !== undefined && (captureMethods?.includes(method) ?? true);

/** What the first says of an amount that all of them refuse. */
const unlessOneTakes = (limits: readonly (AmountLimit | undefined)[]): AmountLimit | undefined =>
  limits.includes(undefined) ? undefined : limits[0];

/** For test mode: as many bytes of evidence as one of the live providers takes. */
export function evidenceFilesLike(live: readonly Provider[]): number | undefined {
  const stated = live
    .filter(({ submitEvidence }) => submitEvidence !== undefined)
    .map(({ evidenceFilesBytesMax }) => evidenceFilesBytesMax);
  return stated.includes(undefined) ? undefined : stated.sort((a = 0, b = 0) => b - a)[0];
}

/** For test mode: takes what one of the live providers takes, whatever the method. */
export function limitsLike(live: readonly Provider[]): AmountLimits | undefined {
  if (live.length === 0) return undefined;
  return {
    charge: (_method, amount, currency) =>
      unlessOneTakes(
        live.flatMap(({ methods: own, limits }) => own.map((method) => limits?.charge(method, amount, currency))),
      ),
    refund: (amount, currency) => unlessOneTakes(live.map(({ limits }) => limits?.refund(amount, currency))),
  };
}
