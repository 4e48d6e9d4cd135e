/** How amounts are divided, one unit at a time: slow and plain. Minor units. */
import { sum } from './purse.ts';

/**
 * In proportion, given what earlier refunds counted: one unit at a time to the split below its exact part that has the
 * smallest next unit for its share (docs/ledger.md, "Refunds in proportion").
 */
export function countOut(shares: readonly bigint[], earlier: readonly bigint[], target: bigint): bigint[] {
  const has = [...earlier];
  while (sum(has) < target) {
    let best: number | undefined;
    shares.forEach((share, index) => {
      const mine = has[index] as bigint;
      if (mine * sum(shares) >= share * target) return;
      const others = best === undefined ? 0n : ((has[best] as bigint) + 1n) * share;
      if (best === undefined || (mine + 1n) * (shares[best] as bigint) < others) best = index;
    });
    has[best as number] = (has[best as number] as bigint) + 1n;
  }
  return has.map((units, index) => units - (earlier[index] as bigint));
}

/** Largest remainder, one unit at a time to whoever is furthest behind the exact share. */
export function divide(total: bigint, weights: readonly bigint[]): bigint[] {
  const whole = sum(weights);
  const parts = weights.map((weight) => (whole === 0n ? 0n : (total * weight) / whole));
  while (sum(parts) < total) {
    let worst = -1;
    let behind = -1n;
    weights.forEach((weight, index) => {
      const lack = total * weight - (parts[index] as bigint) * whole;
      if (lack > behind) {
        behind = lack;
        worst = index;
      }
    });
    parts[worst] = (parts[worst] as bigint) + 1n;
  }
  return parts;
}

/** `1234` with three decimals is `1.234`: how an amount is written in a request. */
export function written(minor: bigint, decimals: number): string {
  const digits = String(minor).padStart(decimals + 1, '0');
  const point = digits.length - decimals;
  return decimals === 0 ? digits : `${digits.slice(0, point)}.${digits.slice(point)}`;
}
