/** Comparison of bigint amounts, which `Math.min` does not accept. Pure. */
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
