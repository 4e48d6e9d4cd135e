/** What a case of the conformance suite is, and whether a provider offers what it needs. */
import type { Provider } from '../../src/features/providers/provider.ts';
import { type Asked, type Harness, isOffered, type OutageCall, type Outages, type Part } from './harness.ts';
import type { Service } from './service.ts';

/** Beside the parts of a harness: a charge that is paid in one way or another, and calls that a provider may lack. */
export type Need =
  | Part
  | 'paid'
  | 'capture'
  | 'findRefund'
  | 'findDisputes'
  | 'submitEvidence'
  | 'evidenceFilesBytesMax'
  | 'readNotice'
  | 'limits';

export type Context = {
  harness: Harness;
  provider: Provider;
  service: Service;
  /** What the customer asks for in this case. */
  asked: Asked;
};

export type Case = {
  name: string;
  /** The last part is what a charge is asked for (`Harness.asked`). */
  needs: readonly Need[];
  run(context: Context): Promise<void>;
};

/** Ends a case that finds only while it runs that it can't be shown. */
export class NotOffered extends Error {}

const ofProvider = [
  'capture',
  'findRefund',
  'findDisputes',
  'submitEvidence',
  'evidenceFilesBytesMax',
  'readNotice',
  'limits',
] as const;
type OfProvider = (typeof ofProvider)[number];
const isOfProvider = (need: Need): need is OfProvider => (ofProvider as readonly string[]).includes(need);

const waysToPay = ['customer.pays', 'customer.paysAtOnce'] as const;

/** @returns what the provider or its harness has not. */
export function findMissing({ needs }: Case, { harness, provider }: Omit<Context, 'asked'>): Need[] {
  return needs.filter((need) => {
    if (need === 'paid') return !waysToPay.some((part) => isOffered(harness, part));
    return isOfProvider(need) ? provider[need] === undefined : !isOffered(harness, need);
  });
}

export function askedFor({ needs }: Pick<Case, 'needs'>, harness: Harness): Asked {
  const partOf = (need: Need): Part | undefined => {
    if (need === 'paid') return waysToPay.find((part) => isOffered(harness, part));
    return isOfProvider(need) ? undefined : need;
  };
  const part = needs.map(partOf).findLast((one) => one !== undefined);
  return (part && harness.asked?.(part)) ?? {};
}

/** The context of charges of the same case with which nothing special is to happen. */
export const toPay = (context: Context): Context => ({
  ...context,
  asked: askedFor({ needs: ['paid'] }, context.harness),
});

/** @throws NotOffered when the outage can't hit the call. */
export function requireOutage({ harness }: Context, kind: keyof Outages, call: OutageCall): void {
  if (harness.outages?.[kind]?.calls?.includes(call) === false) throw new NotOffered(`outages.${kind} of ${call}`);
}
