/** Test and live money. Rows of the two modes never mix (docs/contract/common.md, "Modes and keys"). */
export type Mode = 'test' | 'live';

export const modes: readonly Mode[] = ['test', 'live'];
