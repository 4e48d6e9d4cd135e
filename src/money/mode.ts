/** Test and live money. Rows of the two never meet (contract.md §2). */
export type Mode = 'test' | 'live';

export const modes: readonly Mode[] = ['test', 'live'];
