/** One rule that a provider breaks, and the cases that must see it. */
import type { Plant } from '../acme/harness.ts';

export type Fault = {
  /** As the rest of a sentence: a provider that … */
  does: string;
  plant: Plant;
  /** The names of cases; others may fail too. */
  seenBy: readonly string[];
};

const inService = 'in the service, ';

/** Cases on the whole service, whose names begin alike. */
export const service = (...names: string[]): string[] => names.map((name) => `${inService}${name}`);
