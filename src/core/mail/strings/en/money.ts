/** Mails about money: payouts, bank accounts, top-ups, cash, debts, disputes. Amounts come with their currency. */
export const money = {
  'payout.approved.subject': 'Your {amount} payout is approved',
  'payout.approved.text': 'Your {amount} payout is approved and will be sent to your bank next.',
  'payout.sent.subject': 'Your {amount} payout is on its way',
  /** {net}: the amount without the fee. */
  'payout.sent.text': '{net} was sent to your bank account. It usually arrives within two banking days.',
  'payout.completed.subject': 'Your {amount} payout was paid',
  'payout.completed.text': '{net} was paid to your bank account.',
  'payout.rejected.subject': 'Your {amount} payout was rejected',
  'payout.rejected.text': 'Your {amount} payout was rejected before it was sent to the bank.',
  'payout.failed.subject': 'Your {amount} payout was returned',
  'payout.failed.text': "The bank didn't pay out the {amount}, or returned it.",
  'payout.backAgain':
    'The full amount, including the fee, is back in your balance. Anything you owe is deducted from it first.',
  'payout.checkAccount': 'Check the bank account on file before you request another payout.',
  /** {text}: one of the sentences above. */
  'payout.inTestMode': 'In test mode: {text}',
  /** Labels of a table. */
  'payout.id': 'Payout',
  'payout.fee': 'Fee',

  'schedule.changed.subject': 'Automatic payouts were changed',
  'schedule.changed.text':
    'Automatic payouts of your {currency} {account, select, earnings {earnings} commission {commission} clearing {clearing} other {wallet}} were changed.',
  'schedule.off.subject': 'Automatic payouts were turned off',
  'schedule.off.text':
    'Your {currency} {account, select, earnings {earnings} commission {commission} clearing {clearing} other {wallet}} is no longer paid out automatically.',
  /** Labels of a table, with what stands beside “Payouts”. {interval}: one of the four that follow. */
  'schedule.payouts': 'Payouts',
  'schedule.when': '{interval}, at {time} ({timeZone})',
  'schedule.daily': 'Daily',
  'schedule.weekly':
    'Weekly, {day, select, 1 {on Monday} 2 {on Tuesday} 3 {on Wednesday} 4 {on Thursday} 5 {on Friday} 6 {on Saturday} other {on Sunday}}',
  /** {day}: 1 to 30. */
  'schedule.monthly': 'Monthly, on day {day}',
  'schedule.monthlyLast': 'Monthly, on the last day',
  'schedule.minimum': 'At least',
  'schedule.kept': 'Stays in the account',
  'schedule.refused.subject': 'Your automatic {currency} payout was not made',
  'schedule.refused.text':
    'Your {currency} {account, select, earnings {earnings} commission {commission} clearing {clearing} other {wallet}} could not be paid out automatically.',
  'schedule.refused.bankAccount': "The bank account can't be used.",
  'schedule.refused.amount': 'The amount is below the least payout or above the limit of 24 hours.',
  'schedule.refused.account': "The account isn't active.",
  'schedule.refused.funds': 'The balance is too small.',
  'schedule.refused.after': 'The money is still in your balance. The next payout is tried on its usual day.',

  /** {account}: its last digits. */
  'bankAccount.added.subject': 'A bank account was added',
  'bankAccount.added.text':
    'The bank account {account} was added. Payouts to it cannot be approved for the next 48 hours.',
  'bankAccount.removed.subject': 'A bank account was removed',
  'bankAccount.removed.text': 'The bank account {account} was removed. No more payouts can be requested to it.',

  /** Money that a customer or shop transfers from its bank to its Sluice wallet. */
  'topUp.requested.subject': 'Send {amount} to complete your top-up',
  'topUp.requested.text': 'Send {amount} from your bank to the account below, with exactly this reference.',
  'topUp.requested.noDetails':
    'We have recorded your top-up of {amount}. There are no bank details for {currency} yet. Ask the operator of this service where to send the money.',
  'topUp.requested.reference': 'The reference tells us that the money is yours.',
  'topUp.requested.expires': 'If nothing has arrived by {day}, the top-up expires.',
  'topUp.accountHolder': 'Account holder',
  'topUp.iban': 'IBAN',
  'topUp.bic': 'BIC',
  'topUp.bank': 'Bank',
  'topUp.otherDetails': 'Other details',

  'topUp.received.subject': 'We received {amount}',
  'topUp.received.text': 'Your {amount} transfer has arrived and is ready to use.',
  'topUp.received.other':
    'You requested a top-up of {requested}, and {amount} arrived. The amount that arrived was credited and is ready to use.',

  'topUp.declined.subject': 'Your {amount} top-up was declined',
  'topUp.declined.text':
    'Your {amount} top-up was declined. Any money you have already sent will be returned to your bank account.',

  'topUp.expired.subject': 'Your {amount} top-up has expired',
  'topUp.expired.text':
    "Your {amount} transfer hasn't arrived, so the top-up has expired. If you have sent the money, it will be credited or returned when it arrives.",
  'topUp.expired.again': 'To add money, start a new top-up and use its new reference.',

  'topUp.returned.subject': 'Your {amount} transfer is being returned',
  'topUp.returned.text': "Your {amount} transfer wasn't credited. It is being returned to the account it came from.",

  'topUp.reversed.subject': 'Your {amount} top-up was reversed',
  'topUp.reversed.text': 'We reversed your {amount} top-up.',
  'topUp.reversed.part': 'We reversed {part} of your {amount} top-up.',
  'topUp.reversed.debt':
    'Your balance covered {covered}. You owe the other {owed}, which will be deducted from the next money you receive.',

  /** A courier holds cash that customers paid to {company}, and transfers it to the service’s bank account. */
  'cash.received.text': 'Your {amount} transfer of {company}’s cash has arrived. You hold {handedOver} less.',
  'cash.received.above': 'You held less than you sent. The other {above} were added to your earnings.',
  'cash.reversed.subject': 'Your {amount} transfer was reversed',
  'cash.reversed.text': '{amount} of your transfer of {company}’s cash were taken back.',
  'cash.reversed.held': 'You hold again',
  'cash.reversed.earnings': 'Taken from your earnings',
  'cash.reversed.owed': 'You owe',

  /** A courier holds more of {company}’s cash than allowed, or for longer. */
  'cash.limit.subject': 'Hand over cash to {company}',
  'cash.limit.amount': 'You hold {held} of {company}’s cash: above the limit of {limit}.',
  'cash.limit.days':
    'You hold {held} of {company}’s cash: held for more than {days, plural, one {# day} other {# days}}.',
  'cash.limit.both':
    'You hold {held} of {company}’s cash: above the limit of {limit} and held for more than {days, plural, one {# day} other {# days}}.',
  'cash.limit.next':
    'Hand it over and record it in the dashboard, under Earnings. Until then you may get no more orders paid in cash.',

  /** {company} recorded that a courier handed cash over, and the courier confirms it. */
  'cash.confirm.subject': 'Confirm {amount} in cash?',
  'cash.confirm.text':
    '{company} says you handed {amount} in cash over to them. Confirm or decline it in the dashboard, under Earnings.',
  'cash.declined.subject': '{amount} in cash was not confirmed',
  'cash.declined.text': '{company} declined the {amount} in cash that you recorded as handed over. You still hold it.',
  'cash.note': 'Note',

  'debt.repaid.subject': 'Your {amount} repayment was recorded',
  'debt.repaid.text': '{amount} of your debt to {creditor} was recorded as repaid.',
  'debt.repaid.service': '{amount} of your debt to this service was recorded as repaid.',
  'debt.writtenOff.subject': '{amount} of your debt was written off',
  'debt.writtenOff.text': '{amount} of your debt to {creditor} was written off.',
  'debt.writtenOff.service': '{amount} of your debt to this service was written off.',
  'debt.nothingLeft': 'You owe nothing more in this currency.',
  'debt.left': '{left} is still owed.',

  /** To a shop. A customer disputes a payment at their bank (a chargeback). */
  'dispute.opened.subject': 'A customer disputed a {amount} payment',
  'dispute.opened.text':
    "The customer's bank has taken the money back while the dispute is open. It was deducted from your balance.",
  'dispute.opened.soon': 'Send your evidence soon, in the dashboard, under Disputes.',
  'dispute.opened.until':
    'Send your evidence in the dashboard, under Disputes. It is accepted until {day}, {clock} (UTC).',
  'dispute.won.subject': 'You won the {amount} dispute',
  'dispute.won.text': 'The money is back in your balance.',
  'dispute.lost.subject': 'You lost the {amount} dispute',
  'dispute.lost.text': 'The customer keeps the money. Do not refund this payment as well.',
  /** The bank took back a transfer that had paid a payment. */
  'dispute.undone.subject': 'A {amount} transfer was not taken back after all',
  'dispute.undone.text':
    'It was deducted from your balance by mistake. The money is back; what it left as a debt is settled first.',
  'dispute.recalled.subject': 'The bank took back a {amount} transfer',
  'dispute.recalled.text':
    'It had paid the payment below. The money was deducted from your balance; what the balance did not cover is a debt.',
  'dispute.recalled.noRefund': 'Do not refund this payment as well.',
  'dispute.refused.subject': 'Your evidence for the {amount} dispute was not accepted',
  'dispute.refused.text':
    'The payment provider refused it. See why in the dashboard, under Disputes, and submit it again in time.',
  'dispute.reminder.subject': 'Respond to the {amount} dispute by {day}',
  'dispute.reminder.text':
    'Evidence is accepted until {day}, {clock} (UTC). Nothing was submitted yet. Without evidence the customer keeps the money.',
  'dispute.reminder.where': 'Send it in the dashboard, under Disputes.',
  /** Labels of a table, and what stands beside “Reason”. {other}: a reason that is not known here. */
  'dispute.id': 'Dispute',
  'dispute.reason':
    '{reason, select, credit_not_processed {credit not processed} duplicate {duplicate} fraudulent {fraudulent} general {general} product_not_received {product not received} product_unacceptable {product unacceptable} recalled {recalled} subscription_canceled {subscription canceled} unrecognized {unrecognized} other {{other}}}',
} as const;
