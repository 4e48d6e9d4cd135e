/** The smaller, the greater, the sum and the size of bigint amounts: `Math` takes plain numbers only. Pure. */
export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

export const greatest = (a: bigint, b: bigint): bigint => (a > b ? a : b);

export const absolute = (amount: bigint): bigint => (amount < 0n ? -amount : amount);

export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);
