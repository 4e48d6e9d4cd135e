/** Parses a request to capture an order (docs/contract/partner.md, "Capture an order"). Pure; the body has passed its schema. */
import { AppError, type ErrorDetail } from '../../base/errors/app-error.ts';
import { parsePartnerAmount } from '../../base/money/amount.ts';
import { amountProblem } from '../../base/money/amount-problem.ts';
import { findCurrency } from '../../base/money/currency.ts';
import type { BeneficiaryType } from './order.ts';
import type { CaptureTerms } from './plan-capture.ts';

type CaptureBody = {
  amount?: number;
  splits?: { beneficiary_type: BeneficiaryType; beneficiary_ref?: number; amount: number }[];
};

/**
 * @param orderCurrency undefined where there is no such order, which whoever captures it says.
 * @throws AppError `validation_failed` with every offending field.
 */
export function readCaptureTerms({ amount, splits }: CaptureBody, orderCurrency: string | undefined): CaptureTerms {
  const currency = findCurrency(orderCurrency);
  if (currency === undefined) return { amount: undefined, parties: undefined };
  const problems: ErrorDetail[] = [];
  const minorAt = (field: string, input: number): bigint => {
    const parsed = parsePartnerAmount(input, currency, { min: 1n });
    if (parsed.ok) return parsed.minor;
    problems.push({ field, message: amountProblem(currency, parsed.reason) });
    return 0n;
  };
  const parties = splits?.map(({ beneficiary_type: type, beneficiary_ref: ref, amount: share }, index) => {
    const field = `splits[${index}]`;
    if (type === 'partner' && ref !== undefined) {
      problems.push({ field: `${field}.beneficiary_ref`, message: "must be absent for the partner's own commission" });
    }
    return { type, ref: ref === undefined ? null : BigInt(ref), amount: minorAt(`${field}.amount`, share) };
  });
  const terms = { amount: amount === undefined ? undefined : minorAt('amount', amount), parties };
  if (problems.length > 0) throw new AppError('validation_failed', { details: problems });
  return terms;
}
