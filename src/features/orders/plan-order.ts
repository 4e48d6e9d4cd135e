/**
 * Turns a request body into an order draft, without I/O (docs/contract/partner.md, "Record an order"). A draft is built
 * only from a body that passed the schema. The amount rules depend on the currency; they are also applied to a body
 * that did not pass, so that every offending field is reported together.
 */
import type { Static } from 'typebox';
import type { ErrorDetail } from '../../base/errors/app-error.ts';
import { parsePartnerAmount } from '../../base/money/amount.ts';
import { amountProblem } from '../../base/money/amount-problem.ts';
import { sumOf } from '../../base/money/compare.ts';
import { type Currency, findCurrency } from '../../base/money/currency.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { CashRules } from '../cash/cash-rules.ts';
import type { FindChargeProblem } from '../payments/amount-limits.ts';
import { parseReturnAddress } from '../payments/return-address.ts';
import { readWebhookAddress } from '../payments/webhook-address.ts';
import type { OrderDraft, Split } from './order.ts';
import type { CreateOrderBody } from './order-schemas.ts';
import { formatSigned, splitsWarning } from './splits-difference.ts';

/** A body that passed the schema. */
export type OrderRequest = Static<typeof CreateOrderBody>;

/** The company's active links that serve the order's mode, by id. */
export type KnownLinks = ReadonlyMap<bigint, { type: 'merchant' | 'courier' }>;

/** Problems that the schema can't detect. Accepts a body of any shape. */
export function findFieldProblems(body: Record<string, unknown>): ErrorDetail[] {
  const problems: ErrorDetail[] = [];
  const currency = findCurrency(body.currency);
  if (typeof body.currency === 'string' && currency === undefined) {
    problems.push({ field: 'currency', message: 'must be an uppercase ISO 4217 code that is accepted here' });
  }
  if (currency !== undefined) checkAmount(problems, 'total_amount', body.total_amount, currency, 1n);
  const splits = Array.isArray(body.splits) ? body.splits : [];
  splits.forEach((split: unknown, index) => {
    if (typeof split !== 'object' || split === null) return;
    const { beneficiary_type: type, beneficiary_ref: ref, amount } = split as Record<string, unknown>;
    if (currency !== undefined) checkAmount(problems, `splits[${index}].amount`, amount, currency, 0n);
    if (type === 'partner' && ref !== undefined) {
      problems.push({
        field: `splits[${index}].beneficiary_ref`,
        message: "must be absent for the partner's own commission",
      });
    }
  });
  problems.push(...findCashProblems(body.payment_source, splits));
  if (body.capture === 'manual' && body.payment_source !== 'service') {
    problems.push({ field: 'capture', message: 'can be manual for payment_source service only' });
  }
  for (const field of ['return_url', 'cancel_url'] as const) {
    const address = body[field];
    if (address === undefined || address === '') continue;
    if (!parseReturnAddress(address).ok) problems.push({ field, message: 'must be an absolute http or https address' });
  }
  return problems;
}

/** Who collected the cash is one link, and only of an order paid in cash. */
function findCashProblems(source: unknown, splits: readonly unknown[]): ErrorDetail[] {
  const collecting = splits.flatMap((split, index) => {
    const { collects_cash: collects, beneficiary_type: type } = (split ?? {}) as Record<string, unknown>;
    return collects === true ? [{ field: `splits[${index}].collects_cash`, type }] : [];
  });
  return collecting.flatMap(({ field, type }, place) => {
    if (source !== 'cod') return [{ field, message: 'is only for payment_source cod' }];
    if (type === 'partner') return [{ field, message: "must be absent for the partner's own commission" }];
    return place === 0 ? [] : [{ field, message: 'may be true for one split only' }];
  });
}

function checkAmount(problems: ErrorDetail[], field: string, input: unknown, currency: Currency, min: 0n | 1n): void {
  if (typeof input !== 'number') return;
  const parsed = parsePartnerAmount(input, currency, { min });
  if (!parsed.ok) problems.push({ field, message: amountProblem(currency, parsed.reason) });
}

/** The links that its splits name. */
export const linksNamed = ({ splits }: OrderRequest): bigint[] =>
  splits.flatMap(({ beneficiary_ref: ref }) => (ref === undefined ? [] : [BigInt(ref)]));

export type OrderPlan = {
  draft: OrderDraft;
  /** Why the order may not be recorded. Ignored when its ref exists already: the stored order is answered then. */
  refusal:
    | { code: 'unknown_beneficiary' | 'validation_failed' | 'cash_limit_exceeded'; details: ErrorDetail[] }
    | undefined;
};

export type PlanContext = Book & {
  requireExactSplits: boolean;
  links: KnownLinks;
  findChargeProblem: FindChargeProblem;
  /** Null where the company does not track cash. */
  cash: CashRules | null;
};

/** Plans an order from a body without field problems. */
export function planOrder(body: OrderRequest, context: PlanContext): OrderPlan {
  const currency = findCurrency(body.currency) as Currency;
  const collector = context.cash === null ? -1 : collectorAmong(body);
  const splits = body.splits.map(
    (split, line): Split => ({
      type: split.beneficiary_type,
      ref: split.beneficiary_ref === undefined ? null : BigInt(split.beneficiary_ref),
      amount: minorUnits(split.amount, currency, 0n),
      ...(line === collector ? { collectsCash: true } : {}),
    }),
  );
  const totalAmount = minorUnits(body.total_amount, currency, 1n);
  const isShadow = body.is_shadow ?? false;
  const unknown = findUnknownLinks(splits, context.links);
  const difference = sumOf(splits.map(({ amount }) => amount)) - totalAmount;

  const warnings: string[] = [];
  if (difference !== 0n && !context.requireExactSplits) {
    warnings.push(splitsWarning(difference, currency));
  }
  if (context.mode === 'test') for (const detail of unknown) warnings.push(`${detail.field} ${detail.message}.`);
  if (!isShadow && (body.shadow_merchant_ref !== undefined || body.shadow_merchant_name !== undefined)) {
    warnings.push('shadow_merchant_ref and shadow_merchant_name are ignored unless is_shadow is true.');
  }

  return {
    draft: {
      partnerOrderRef: body.partner_order_ref,
      idempotencyKey: body.idempotency_key ?? null,
      paymentSource: body.payment_source,
      totalAmount,
      currency: currency.code,
      splits,
      isShadow,
      shadowMerchantRef: body.shadow_merchant_ref ?? null,
      shadowMerchantName: body.shadow_merchant_name ?? null,
      returnUrl: addressOf(body.return_url),
      cancelUrl: addressOf(body.cancel_url),
      webhookUrl: readWebhookAddress(body.webhook_url),
      capture: body.capture === 'manual' ? 'manual' : null,
      warnings,
    },
    refusal: refusalOf(context, body, totalAmount, unknown, difference, currency),
  };
}

function refusalOf(
  context: PlanContext,
  { payment_source: source, splits, capture }: OrderRequest,
  totalAmount: bigint,
  unknown: ErrorDetail[],
  difference: bigint,
  currency: Currency,
): OrderPlan['refusal'] {
  if (context.mode === 'live' && unknown.length > 0) return { code: 'unknown_beneficiary', details: unknown };
  if (context.requireExactSplits && difference !== 0n) {
    const message = `must add up to total_amount; they differ by ${formatSigned(difference, currency)} ${currency.code}`;
    return { code: 'validation_failed', details: [{ field: 'splits', message }] };
  }
  const collecting = context.cash === null ? splits.findIndex(({ collects_cash: collects }) => collects === true) : -1;
  if (collecting !== -1) {
    const message = 'needs the tracking of cash, which this company has not switched on in this mode';
    return { code: 'validation_failed', details: [{ field: `splits[${collecting}].collects_cash`, message }] };
  }
  const problem =
    source === 'service' && context.findChargeProblem(context, totalAmount, currency.code, capture === 'manual');
  if (problem) return { code: 'validation_failed', details: [{ field: 'total_amount', message: problem }] };
  return undefined;
}

/**
 * The split that collected the cash: the one that says so, and if none says anything the order's only courier. -1: nobody is
 * known to have collected it.
 */
function collectorAmong({ payment_source: source, splits }: OrderRequest): number {
  if (source !== 'cod') return -1;
  if (splits.some(({ collects_cash: collects }) => collects !== undefined)) {
    return splits.findIndex(({ collects_cash: collects }) => collects === true);
  }
  const couriers = splits.flatMap(({ beneficiary_type: type }, line) => (type === 'courier' ? [line] : []));
  return couriers.length === 1 ? (couriers[0] as number) : -1;
}

function findUnknownLinks(splits: readonly Split[], links: KnownLinks): ErrorDetail[] {
  const unknown: ErrorDetail[] = [];
  splits.forEach((split, index) => {
    if (split.ref === null || links.get(split.ref)?.type === split.type) return;
    unknown.push({
      field: `splits[${index}].beneficiary_ref`,
      message: `is not an active ${split.type} link of this company`,
    });
  });
  return unknown.slice(0, 100);
}

function minorUnits(input: number, currency: Currency, min: 0n | 1n): bigint {
  const parsed = parsePartnerAmount(input, currency, { min });
  if (!parsed.ok) throw new Error('an amount was planned before it was checked');
  return parsed.minor;
}

function addressOf(input: string | undefined): string | null {
  const parsed = parseReturnAddress(input);
  return parsed.ok ? parsed.address : null;
}
