/** A list of payments as CSV, page by page, so that memory is bounded by one page (docs/contract/common.md, "CSV"). */
import { amountCell, type Cell, csvRows } from '../../../base/csv/csv.ts';
import type { Database } from '../../../base/database/pool.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import {
  type ListedPayment,
  listPayments,
  type PaymentListFilter,
  type PaymentSort,
} from '../../../features/payments/payment-list.repository.ts';
import { type Sight, statusNow } from './present-payment.ts';

const pageMax = 1_000;

export const paymentCsvColumns = [
  'payment_id',
  'created_at',
  'status',
  'currency',
  'amount',
  'fee',
  'refunded_amount',
  'charged_back_amount',
  'custom',
  'description',
  'trx_id',
  'paid_at',
  'method',
  'card_last_four',
  'payer_name',
  'payer_email',
  'captured_amount',
] as const;

export async function* paymentsCsv(
  db: Database,
  book: Book,
  filter: PaymentListFilter,
  { sort, ...sight }: Sight & { sort: PaymentSort },
): AsyncGenerator<string> {
  yield csvRows([paymentCsvColumns]);
  let after: string | undefined;
  for (;;) {
    const payments = await listPayments(db, book, filter, { sort, after, limit: pageMax });
    yield csvRows(payments.map((payment) => cellsOf(payment, sight)));
    if (payments.length < pageMax) return;
    after = payments.at(-1)?.id;
  }
}

function cellsOf(payment: ListedPayment, { now, seesPayers }: Sight): Cell[] {
  const { currency } = payment;
  return [
    payment.id,
    payment.createdAt.toISOString(),
    statusNow(payment, now),
    currency,
    amountCell(payment.amount, currency),
    amountCell(payment.fee, currency),
    amountCell(payment.refundedAmount, currency),
    amountCell(payment.chargedBackAmount, currency),
    payment.custom,
    payment.description,
    payment.trxId,
    payment.paidAt?.toISOString() ?? null,
    payment.method,
    ...(seesPayers ? [payment.cardLastFour, payment.payerName, payment.payerEmail] : [null, null, null]),
    payment.capturedAmount === null ? null : amountCell(payment.capturedAmount, currency),
  ];
}
