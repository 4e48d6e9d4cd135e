/** Bank transfer at the checkout, and the refunds of what was paid so. */
export const transferOffers = {
  'offers.title': 'Bank transfer at the checkout',
  'offers.text.all':
    'Customers pay by bank transfer with a reference and a QR code, in every currency for which you have bank details. A payment is marked as paid when the bank statement with its transfer is imported.',
  'offers.text.none':
    'If you offer it, customers pay with a reference and a QR code, in every currency for which you have bank details. A payment is then marked as paid when the bank statement with its transfer is imported.',
  'offers.text.one': 'For the customers of this account.',
  'offers.offered': 'Offered: customers have {days, plural, one {# day} other {# days}} to pay',
  'offers.notOffered': 'Not offered',
  'offers.asAll': 'Same as all accounts: {what}',
  'offers.set': 'Change',
  'offers.dialog.text': 'Payments that already wait for a transfer keep waiting.',
  'offers.dialog.offered': 'Bank transfer',
  'offers.dialog.asAll': 'Same as all accounts',
  'offers.dialog.yes': 'Offered',
  'offers.dialog.no': 'Not offered',
  'offers.dialog.days': 'Days to pay',
  'offers.dialog.days.text': 'From 1 to 60. Allow for the day or two until you import the statement.',

  'op.refunds.title': 'Refunds to send',
  'op.refunds.text':
    'These payments came by bank transfer. Create a payment file under Payouts, or send each refund from your bank with the reference shown. Importing the statement marks it as sent.',
  'op.refunds.amount': 'Amount',
  'op.refunds.of': 'Account',
  'op.refunds.to': 'Pay to',
  'op.refunds.unknown': 'The statement doesn’t say who paid. Ask the account.',
  'op.refunds.noAccount': 'The statement has no bank account. Ask the account for one.',
  'op.refunds.reference': 'Reference',
  'op.refunds.file': 'In payment file',
  'op.refunds.sent': 'Mark as sent',
  'op.refunds.sent.title': 'Mark {amount} as sent?',
  'op.refunds.sent.text':
    'This only marks the refund as sent: send the money from your bank. The customer is notified by email.',
  'op.refunds.done': 'The refund was marked as sent',
  'op.refunds.failed': 'Can’t be paid',
  'op.refunds.failed.title': 'Mark the refund of {amount} as failed?',
  'op.refunds.failed.text': 'The refund fails, and the account gets its money back.',
  'op.refunds.failed.hint': 'The account sees it. Leave out account numbers.',
  'op.refunds.failed.done': 'The refund failed',
  'op.inbox.refunds': 'Refunds to send',
  'op.inbox.refunds.text': 'Of payments by bank transfer',

  'payment.transfer': 'Waiting for bank transfer',
  'payment.transfer.reference': 'Transfer reference',
  'payment.transfer.arrived': 'Arrived',
  'payment.transfer.missing': 'Missing',
  'payment.transfer.until': 'Waits until',
};
