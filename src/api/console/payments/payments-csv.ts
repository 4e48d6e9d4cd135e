/** A list of payments as CSV. */
import { amountCell, type Cell } from '../../../base/csv/csv.ts';
import { csvPages } from '../../../base/csv/csv-pages.ts';
import type { Page } from '../../../base/database/page.ts';
import type { Database } from '../../../base/database/pool.ts';
import type { Book } from '../../../core/ledger/accounts.ts';
import {
  type ListedPayment,
  listPayments,
  type PaymentListFilter,
  type PaymentSort,
} from '../../../features/payments/payment-list.repository.ts';
import { type Sight, statusNow } from './present-payment.ts';

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

export const paymentsCsv = (
  db: Database,
  book: Book,
  filter: PaymentListFilter,
  { sort, ...sight }: Sight & { sort: PaymentSort },
): AsyncGenerator<string> =>
  csvPages({
    columns: paymentCsvColumns,
    read: (page: Page<string>) => listPayments(db, book, filter, { sort, ...page }),
    placeOf: ({ id }) => id,
    linesOf: (payment) => [cellsOf(payment, sight)],
  });

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
