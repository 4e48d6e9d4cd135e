/**
 * Parses requests for refunds and reversals (docs/contract/partner.md, "Refund an order", "Reverse a charged-back
 * order"). Pure; the body has passed its schema.
 */
import { createHash } from 'node:crypto';
import { AppError, type ErrorDetail } from '../../base/errors/app-error.ts';
import { parsePartnerAmount } from '../../base/money/amount.ts';
import { amountProblem } from '../../base/money/amount-problem.ts';
import { type Currency, findCurrency } from '../../base/money/currency.ts';
import type { BeneficiaryType } from '../orders/order.ts';
import type { Party } from './plan-order-refund.ts';
import type { OrderRefundRequest } from './refund-order.ts';
import type { OrderReversalRequest } from './reverse-order.ts';

type NamedParty = { beneficiary_type: BeneficiaryType; beneficiary_ref?: number };

type OrderRefundBody = {
  refund_ref: string;
  amount?: number;
  splits?: (NamedParty & { amount: number })[];
  liable?: NamedParty;
  reason?: string;
  dry_run?: boolean;
};

type OrderReversalBody = Omit<OrderRefundBody, 'liable'>;

/** @throws AppError `validation_failed` with every offending field. */
export const readRefundRequest = (body: OrderRefundBody, orderCurrency: string): OrderRefundRequest =>
  readRequest(body, orderCurrency, ({ splits, liable }) =>
    splits !== undefined && liable !== undefined ? { field: 'liable', message: togetherWithSplits } : undefined,
  );

/** @throws AppError `validation_failed` with every offending field. */
export const readReversalRequest = (body: OrderReversalBody, orderCurrency: string): OrderReversalRequest =>
  readRequest(body, orderCurrency, ({ amount, splits }) =>
    amount !== undefined && splits !== undefined ? { field: 'amount', message: togetherWithSplits } : undefined,
  );

const togetherWithSplits = 'cannot be given together with splits';

function readRequest(
  body: OrderRefundBody,
  orderCurrency: string,
  conflictIn: (body: OrderRefundBody) => ErrorDetail | undefined,
): OrderRefundRequest {
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
  const conflict = conflictIn(body);
  if (conflict !== undefined) problems.push(conflict);
  if (problems.length > 0) throw new AppError('validation_failed', { details: problems });

  const asked = JSON.stringify({ amount, parties, liable }, (_, value) =>
    typeof value === 'bigint' ? String(value) : value,
  );
  const hash = createHash('sha256').update(asked).digest();
  return { refundRef: body.refund_ref, amount, parties, liable, reason: body.reason ?? null, hash };
}
