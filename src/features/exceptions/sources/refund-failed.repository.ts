/** Refunds that failed, until the customer was refunded otherwise or someone says it was dealt with. */
import { sql } from 'kysely';
import { isNotDone, sqlSource } from '../sources.repository.ts';

/** Of a shop's payments: while so much can still be refunded. */
export const refundFailed = sqlSource({
  kind: 'refund_failed',
  needs: 'payments.read',
  endsByHand: true,
  rows: (book) => ({
    from: sql`refunds r join payments p on p.holder_id = r.holder_id and p.id = r.payment_id
      where r.holder_id = ${book.holderId} and r.mode = ${book.mode} and r.status = 'failed'
        and p.refunded_amount + p.charged_back_amount + r.amount <= coalesce(p.captured_amount, p.amount)
        and ${isNotDone(book, 'refund_failed', sql`r.id`)}`,
    id: sql`r.id`,
    since: sql`r.updated_at`,
    order: sql`r.created_at, r.id`,
    label: sql`r.payment_id`,
    amount: sql`r.amount`,
    currency: sql`r.currency`,
    said: sql`r.failure`,
  }),
});

/** Of a company's orders: while so much of the order can still be refunded. */
export const orderRefundFailed = sqlSource({
  kind: 'order_refund_failed',
  needs: 'orders.read',
  endsByHand: true,
  rows: (book) => ({
    from: sql`order_refunds r join orders o on o.holder_id = r.holder_id and o.id = r.order_id
      where r.holder_id = ${book.holderId} and r.mode = ${book.mode} and r.status = 'failed' and r.kind = 'refund'
        and o.refunded_amount + r.amount <= coalesce(o.captured_amount, o.total_amount)
        and ${isNotDone(book, 'order_refund_failed', sql`r.id`)}`,
    id: sql`r.id`,
    since: sql`r.updated_at`,
    order: sql`r.updated_at, r.id`,
    label: sql`o.partner_order_ref`,
    amount: sql`r.amount`,
    currency: sql`r.currency`,
    said: sql`r.failure`,
  }),
});
