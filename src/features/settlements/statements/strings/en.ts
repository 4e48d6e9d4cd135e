/**
 * The texts of a payee's monthly statement in English, in ICU's message format: a page to print, and the descriptions of
 * its movements. `code.…`: as the dashboard names them.
 */
export const en = {
  /** {party}: the payee's name. {month}: such as March 2031. */
  'statement.title': 'Statement for {party}, {month}',
  /** The days of the month, such as 1–31 March 2031. */
  'statement.period': 'Period',
  /** A button. */
  'statement.print': 'Print',
  'statement.timeZone': 'Time zone',
  'statement.reference': 'Reference',
  /** What stands beside it. {id}: the number of the payee's link to the platform. */
  'statement.link': '{type, select, courier {courier} other {merchant}} {id}',
  'statement.neverMoved': 'No money was ever moved here.',
  /** The name of the account, above its table. */
  'statement.earnings': 'Earnings',
  'statement.opening': 'Opening balance',
  /** Sums of what came in and went out. */
  'statement.in': 'In',
  'statement.out': 'Out',
  'statement.closing': 'Closing balance',
  /** Heads of columns. */
  'statement.when': 'Date',
  'statement.what': 'Description',
  'statement.order': 'Order',
  'statement.amount': 'Amount',
  'statement.balance': 'Balance',
  'statement.nothing': 'Nothing moved in this month.',
  /** {all}: a number above 1,000. */
  'statement.first': 'The first {shown} of {all} movements; the CSV statement has them all.',

  /** Of a statement in test mode. */
  'statement.mode': 'Mode',
  'statement.testMode': 'Test mode',
  'statement.noRealMoney': 'No real money was moved.',
  /** At its foot. */
  'statement.signature': 'Payments by Sluice',

  'code.settlement': 'Settlement',
  'code.reversal': 'Share reversed',
  'code.reversal_failed': 'Share returned after a failed refund or a won dispute',
  'code.debt_recovery': 'Debt recovered',
  'code.debt_returned': 'Recovered debt returned',
  'code.cash_netting': 'Kept from the cash collected',
  'code.cash_overpaid': 'Bank transfer above the cash held',
  'code.cash_overpaid_reversed': 'Bank transfer above the cash held, reversed',
  'code.claim': 'Shadow balance claimed',
  'code.claim_reversed': 'Claimed share reversed',
  'code.claim_reversal_failed': 'Claimed share returned after a failed refund',
  'code.payout': 'Payout requested',
  'code.payout_returned': 'Payout returned',

  /** Of a payee's own page: as their Earnings screen says it. */
  'said.settlement': 'Your share of order {order}',
  'said.reversal': 'Order {order} was refunded; your share was reversed',
  'said.reversal_failed': 'The refund of order {order} failed; your share was returned',
  'said.debt_recovery': 'Deducted for what you owed {company}',
  'said.debt_returned': 'The refund of order {order} failed; what was deducted for it was returned',
  'said.cash_netting': 'You kept this from {company}’s cash',
  'said.cash_overpaid': 'You transferred more than you held of {company}’s cash',
  'said.cash_overpaid_reversed': 'Your bank transfer to {company} was reversed',
  'said.claim': 'Your share of order {order}, from before you joined',
  'said.claim_reversed': 'Order {order} was refunded; your share was reversed',
  'said.claim_reversal_failed': 'The refund of order {order} failed; your share was returned',
  'said.payout': 'Payout to your bank account',
  'said.payout_returned': 'A payout failed; the money was returned',
} as const;

export type StatementString = keyof typeof en;
