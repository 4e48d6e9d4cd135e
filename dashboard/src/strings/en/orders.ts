/** The list of orders. */
export const orders = {
  'orders.title': 'Orders',
  'orders.search': 'Search by order reference',
  'orders.ref': 'Order',
  'orders.amount': 'Amount',
  'orders.payment': 'Payment',
  'orders.settlement': 'Settlement',
  'orders.created': 'Created',
  'orders.empty.title': 'No orders yet',
  'orders.empty.text': 'Orders appear here as soon as your platform records them.',
  'orders.noMatch.title': 'No orders match',
  'orders.noMatch.text': 'Change or clear the filters to see more.',
} as const;
