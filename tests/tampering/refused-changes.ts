/** Changes that the database refuses by itself, each with the constraint that does. */
export const refusedChanges: [name: string, change: string, constraint: string][] = [
  ['the mode of a refunded payment', `update payments set mode = 'live' where amount = 1000`, 'refunds_payment'],
  ['the mode of a disputed payment', `update payments set mode = 'live' where amount = 2000`, 'disputes_payment'],
  ['the mode of a payment’s refund', `update refunds set mode = 'live' where amount = 400`, 'refunds_payment'],
  ['the mode of a dispute', `update disputes set mode = 'live' where id = 'dp_1'`, 'disputes_payment'],
  [
    'the mode of an order’s refund that paid a customer',
    `update order_refunds set mode = 'live' where payment_refund_id is not null`,
    'order_refunds_payment_refund_key',
  ],
  [
    'a second attempt that paid',
    `update payment_attempts set status = 'succeeded' where status = 'returned'`,
    'payment_attempts_one_succeeded',
  ],
];
