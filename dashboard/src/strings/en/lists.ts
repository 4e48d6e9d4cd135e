/** What is said below and above a list: what it comes to. */
export const lists = {
  'totals.title': 'Totals',
  'sums.amount': 'Amount',
  'sums.fee': 'Fees',
  'sums.refunded_amount': 'Refunded',
  'totals.more': 'More than {count}',
  'totals.tooMany': 'Filter the list to see what it comes to.',
  'totals.zero': 'Zero in {currencies}',
  'totals.orders': '{count, plural, one {# order} other {# orders}}',
  'totals.payments': '{count, plural, one {# payment} other {# payments}}',
  'totals.payouts': '{count, plural, one {# payout} other {# payouts}}',
  'totals.settlements': '{count, plural, one {# settlement} other {# settlements}}',
} as const;
