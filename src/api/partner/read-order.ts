/** Judges the body of an order, as `POST /orders` and each item of `POST /orders/bulk`. */
import { AppError, type ErrorDetail } from '../../base/errors/app-error.ts';
import { detailsMax } from '../../core/http/validation.ts';
import { findFieldProblems, type OrderRequest } from '../../features/orders/plan-order.ts';

/**
 * Reports the problems of all fields together, each field once.
 * @param found by the schema. @param others found by neither the schema nor the rules of the fields.
 * @throws AppError `validation_failed`.
 */
export function readOrder(
  sent: object,
  found: readonly ErrorDetail[],
  others: readonly ErrorDetail[] = [],
): OrderRequest {
  const body = sent as Record<string, unknown>;
  const problems = new Map(found.map((detail) => [detail.field, detail]));
  // Too many splits are one problem; the splits themselves are not checked then.
  const judged = problems.has('splits') ? { ...body, splits: [] } : body;
  for (const detail of [...findFieldProblems(judged), ...others]) {
    if (!problems.has(detail.field)) problems.set(detail.field, detail);
  }
  if (problems.size > 0) {
    throw new AppError('validation_failed', { details: [...problems.values()].slice(0, detailsMax) });
  }
  return body as OrderRequest;
}
