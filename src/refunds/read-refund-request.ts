/** Parses a refund request (docs/contract.md, "Refund an order"). Pure; the body has passed its schema. */
import { createHash } from 'node:crypto';
import { AppError, type ErrorDetail } from '../errors/app-error.ts';
import { parsePartnerAmount } from '../money/amount.ts';
import { amountProblem } from '../money/amount-problem.ts';
import { type Currency, findCurrency } from '../money/currency.ts';
import type { BeneficiaryType } from '../orders/order.ts';
import type { Party } from './plan-order-refund.ts';
import type { OrderRefundRequest } from './refund-order.ts';

type NamedParty = { beneficiary_type: BeneficiaryType; beneficiary_ref?: number };

export type OrderRefundBody = {
  refund_ref: string;
  amount?: number;
  splits?: (NamedParty & { amount: number })[];
  liable?: NamedParty;
  reason?: string;
  dry_run?: boolean;
};

/** @throws AppError `validation_failed` with every offending field. */
export function readRefundRequest(body: OrderRefundBody, orderCurrency: string): OrderRefundRequest {
  const currency = findCurrency(orderCurrency) as Currency;
  const problems: ErrorDetail[] = [];
  const amountAt = (field: string, input: number): bigint => {
    const parsed = parsePartnerAmount(input, currency, { min: 1n });
    if (parsed.ok) return parsed.minor;
    problems.push({ field, message: amountProblem(currency, parsed.reason) });
    return 0n;
  };
  const partyAt = (field: string, party: NamedParty): Party => {
    const { beneficiary_type: type, beneficiary_ref: ref } = party;
    if (type === 'partner' && ref !== undefined) {
      problems.push({ field: `${field}.beneficiary_ref`, message: "must be absent for the partner's own commission" });
    }
    return { type, ref: ref === undefined ? null : BigInt(ref) };
  };
  const amount = body.amount === undefined ? undefined : amountAt('amount', body.amount);
  const parties = body.splits?.map((party, index) => ({
    ...partyAt(`splits[${index}]`, party),
    amount: amountAt(`splits[${index}].amount`, party.amount),
  }));
  const liable = body.liable && partyAt('liable', body.liable);
  if (parties !== undefined && liable !== undefined) {
    problems.push({ field: 'liable', message: 'cannot be given together with splits' });
  }
  if (problems.length > 0) throw new AppError('validation_failed', { details: problems });

  const asked = JSON.stringify({ amount, parties, liable }, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const hash = createHash('sha256').update(asked).digest();
  return { refundRef: body.refund_ref, amount, parties, liable, reason: body.reason ?? null, hash };
}
