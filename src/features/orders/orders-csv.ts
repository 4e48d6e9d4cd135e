/** A list of orders as CSV. */
import { amountCell, type Cell } from '../../base/csv/csv.ts';
import { csvPages } from '../../base/csv/csv-pages.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Order } from './order.ts';
import { listOrdersSorted, type OrderCursor, type OrderListFilter, type OrderSort } from './order-list.repository.ts';

export const orderCsvColumns = [
  'order_ref',
  'order_id',
  'created_at',
  'payment_method',
  'currency',
  'amount',
  'refunded_amount',
  'payment_status',
  'settlement_status',
  'hold_reason',
  'settlement_id',
  'paid_at',
  'settled_at',
  'is_shadow',
  'shadow_merchant_ref',
  'shadow_merchant_name',
] as const;

export const ordersCsv = (db: Database, book: Book, filter: OrderListFilter, sort: OrderSort): AsyncGenerator<string> =>
  csvPages({
    columns: orderCsvColumns,
    read: (page: Page<OrderCursor>) => listOrdersSorted(db, book, filter, { sort, ...page }),
    placeOf: ({ totalAmount, id }) => ({ key: totalAmount, id }),
    linesOf: (order) => [cellsOf(order)],
  });

const cellsOf = (order: Order): Cell[] => [
  order.partnerOrderRef,
  order.id,
  order.createdAt.toISOString(),
  order.paymentSource,
  order.currency,
  amountCell(order.totalAmount, order.currency),
  amountCell(order.refundedAmount, order.currency),
  order.paymentStatus,
  order.settlementStatus,
  order.holdReason,
  order.settlementId,
  order.paidAt?.toISOString() ?? null,
  order.settledAt?.toISOString() ?? null,
  String(order.isShadow),
  order.shadowMerchantRef,
  order.shadowMerchantName,
];
