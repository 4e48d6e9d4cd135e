/** Comparing amounts: `Math.min` takes no bigint. Pure. */
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
