/** Rules of what payments cost: which of them still matter, and how a rate is typed. Pure. */
import type { PaymentFeeRule } from '../../api/types.ts';
import { parseAmount } from '../../ui/decimal.ts';

type Scope = Pick<PaymentFeeRule, 'method' | 'currency'>;

const covers = (a: Scope, b: Scope): boolean =>
  (a.method === null || a.method === b.method) && (a.currency === null || a.currency === b.currency);

/** @param inForce the most specific first. @returns without those of which an earlier one takes every payment. */
export const effective = (inForce: readonly PaymentFeeRule[]): PaymentFeeRule[] =>
  inForce.filter((rule, n) => !inForce.slice(0, n).some((earlier) => covers(earlier, rule)));

const thousandthsPerBasisPoint = 10n;
const thousandthsMax = 100_000n;

/** @param typed percent, with at most two decimals. @returns undefined for what is no rate from 0 to 100 %. */
export function readBasisPoints(typed: string): number | undefined {
  const thousandths = typed.trim() === '' ? 0n : parseAmount(typed, 'EUR');
  if (typeof thousandths !== 'bigint' || thousandths > thousandthsMax) return undefined;
  return Number(thousandths / thousandthsPerBasisPoint);
}

/** As `readBasisPoints` reads it. */
export const typedRate = (basisPoints: number): string => String(basisPoints / 100);
