/** A rate with a fixed part, as requests send it: of what the service charges, and of what it is charged. */
import { type Static, Type } from 'typebox';
import { invalidField } from '../../base/errors/app-error.ts';
import { parsePartnerAmount } from '../../base/money/amount.ts';
import { findCurrency } from '../../base/money/currency.ts';
import { amountLimit } from '../../base/schemas/request-parts.ts';
import type { Fee } from '../../features/payments/fees/fee-rule.ts';
import { BasisPoints } from '../../features/payments/fees/fee-schemas.ts';

export const FeeBody = Type.Object({
  basis_points: BasisPoints,
  fixed: Type.Optional(
    Type.Number({ minimum: 0, exclusiveMaximum: amountLimit, description: 'Needs a currency', examples: [0.3] }),
  ),
});

/** @param field where it is in the body. @throws AppError `validation_failed`. */
export function readRate(field: string, fee: Static<typeof FeeBody> | undefined, code: string | null): Fee | null {
  if (fee === undefined) return null;
  const { basis_points: basisPoints, fixed = 0 } = fee;
  if (fixed === 0) return { basisPoints, fixed: 0n };
  const currency = findCurrency(code);
  if (currency === undefined) throw invalidField('currency', 'is needed for a fixed part');
  const parsed = parsePartnerAmount(fixed, currency, { min: 0n });
  if (!parsed.ok) throw invalidField(`${field}.fixed`, `must be an amount in ${currency.code}`);
  return { basisPoints, fixed: parsed.minor };
}
