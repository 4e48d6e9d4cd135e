/** An order that was sent, as the answer to it shows it. */
import { differenceWarnings } from '../../features/orders/compare-order.ts';
import { newOrderAnswer } from '../../features/orders/new-order.ts';
import type { OrderDraft } from '../../features/orders/order.ts';
import { presentOrder } from '../../features/orders/present-order.ts';
import type { RecordedOutcome } from '../../features/orders/record-order.ts';

/** @param draft what was sent: where the stored order differs from it, the answer says so. @returns `data` as JSON. */
export function recordedText(
  { order, created, facts }: RecordedOutcome,
  draft: OrderDraft,
  paymentUrl: string | undefined,
): string {
  if (facts !== undefined) return newOrderAnswer(order, facts, paymentUrl);
  const warnings = created ? order.warnings : [...order.warnings, ...differenceWarnings(order, draft)];
  return JSON.stringify(presentOrder(order, { warnings, paymentUrl }));
}
