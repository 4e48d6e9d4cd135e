/** A list of orders as CSV, page by page, so that memory is bounded by one page (docs/contract/common.md, "CSV"). */
import { amountCell, type Cell, csvRows } from '../../base/csv/csv.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Order } from './order.ts';
import { listOrdersSorted, type OrderCursor, type OrderListFilter, type OrderSort } from './order-list.repository.ts';

const pageMax = 1_000;

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

export async function* ordersCsv(
  db: Database,
  book: Book,
  filter: OrderListFilter,
  sort: OrderSort,
): AsyncGenerator<string> {
  yield csvRows([orderCsvColumns]);
  let after: OrderCursor | undefined;
  for (;;) {
    const orders = await listOrdersSorted(db, book, filter, { sort, after, limit: pageMax });
    const last = orders.at(-1);
    if (last === undefined) return;
    yield csvRows(orders.map(cellsOf));
    if (orders.length < pageMax) return;
    after = { key: last.totalAmount, id: last.id };
  }
}

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
