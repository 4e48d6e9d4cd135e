/** The card processors, and the one of them that is configured. */
import type { ConfiguredProcessor, Processor } from './processor.ts';
import { stripeProcessor } from './stripe-processor.ts';

export const processors: readonly Processor[] = [stripeProcessor];

/** @param problems what is wrong with the settings is added; settings of two processors are wrong. */
export function configureProcessor(
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
  among = processors,
): ConfiguredProcessor | undefined {
  const configured = among.flatMap((processor) => processor.configure(env, problems) ?? []);
  if (configured.length > 1) {
    const titles = configured.map(({ title }) => title).join(' and ');
    problems.push(`${titles} are both set, but live mode has one card processor. Remove the settings of the others.`);
  }
  return configured[0];
}
