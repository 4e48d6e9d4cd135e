/**
 * Counts the calls of the provider under test that gave no answer. In the service they are postponed and asked again, so that a case
 * sees only what did not happen.
 */
import { AppError } from '../../src/base/errors/app-error.ts';
import { guardProvider } from '../../src/features/providers/guard-provider.ts';
import type { OpenedProvider } from '../../src/features/providers/provider.ts';
import type { ConfiguredProvider } from '../../src/features/providers/registry.ts';

export type ThrownCalls = Map<string, number>;

const calls = [
  'begin',
  'confirm',
  'close',
  'capture',
  'refund',
  'findRefund',
  'findDisputes',
  'submitEvidence',
  'readNotice',
] as const;

/** @returns the provider, each of whose calls that throws is added to `thrown`. */
export function countThrown(configured: ConfiguredProvider, thrown: ThrownCalls): ConfiguredProvider {
  const { package: one } = configured;
  return {
    ...configured,
    package: {
      ...one,
      async open(settings, context) {
        const opened = guardProvider(await one.open(settings, context), one);
        const counted = calls.flatMap((call) => {
          const own = opened[call]?.bind(opened) as ((request: unknown) => Promise<unknown>) | undefined;
          if (own === undefined) return [];
          const counting = (request: unknown) =>
            own(request).catch((error: unknown) => {
              const what = whatOf(error, `${one.title}: ${call}`, call);
              thrown.set(what, (thrown.get(what) ?? 0) + 1);
              throw error;
            });
          return [[call, counting]];
        });
        return { ...opened, ...Object.fromEntries(counted) } as OpenedProvider;
      },
    },
  };
}

/** The guard says `Acme: confirm failed with ObjectMissing`, or what was wrong with the answer. */
function whatOf(error: unknown, prefix: string, call: string): string {
  const { cause } = error as { cause?: unknown };
  if (!(cause instanceof Error)) return `${call} threw ${error instanceof AppError ? error.code : String(error)}`;
  return `${call}${cause.message.slice(prefix.length).replace(/^ failed with /, ' threw ')}`;
}

export const textOf = (thrown: ThrownCalls): string =>
  [...thrown].map(([what, count]) => `\n${what} (${count === 1 ? 'once' : `${count} times`})`).join('');
