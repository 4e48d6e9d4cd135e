/** Payment files for the bank, and its reports on them. */
export const payoutFiles = {
  'files.title': 'Payment files',
  'files.note':
    'Files of approved payouts, returns and refunds for your bank. Each payment goes in only one file, so nothing is paid twice.',
  'files.create': 'Create payment file',
  'files.create.all.text':
    'Takes all approved payouts in the currency that are in no file yet, money that is to go back to its sender, and refunds of payments by bank transfer. Nothing else changes: mark the payouts as sent once your bank has the file.',
  'files.create.some.text':
    '{count, plural, one {Takes the selected payout.} other {Takes the # selected payouts.}} Nothing else changes: mark them as sent once your bank has the file.',
  'files.created':
    '{count, plural, one {Payment file with # payment created} other {Payment file with # payments created}}',
  'files.notes.title': 'The file was created and downloaded',
  'files.notes.text':
    '{count, plural, one {One payment in it has no address of the payee.} other {# payments in it have no address of the payee.}} Ask the payees to add it under Bank accounts, or check that your bank takes these payments without it.',
  'files.format': 'Format',
  'files.format.pain.001.001.09': 'ISO 20022 (pain.001.001.09)',
  'files.format.pain.001.001.03': 'ISO 20022, older version (pain.001.001.03)',
  'files.format.csv': 'CSV',
  'files.day': 'Execution date',
  'files.currency': 'Currency',
  'files.again': 'Reason for another file',
  'files.again.text': 'Needed only for payouts that are in a file already, or were sent. Kept in the audit log.',
  'files.one': 'File',
  'files.total': 'Total',
  'files.payments': 'Payments',
  'files.count.payouts': '{count, plural, one {# payout} other {# payouts}}',
  'files.count.returns': '{count, plural, one {# return} other {# returns}}',
  'files.count.refunds': '{count, plural, one {# refund} other {# refunds}}',
  'files.status': 'Bank’s answer',
  'files.status.created': 'No answer yet',
  'files.status.pending': 'Not decided',
  'files.status.accepted': 'Accepted',
  'files.status.partly_rejected': '{count, plural, one {# rejected} other {# rejected}}',
  'files.status.rejected': 'Rejected',
  'files.status.replaced': 'Replaced',
  'files.status.given_up': 'Given up',
  'files.at': 'Created',
  'files.download': 'Download',
  'files.send': 'Mark as sent',
  'files.send.title':
    '{count, plural, one {Mark the payout in this file as sent?} other {Mark the # payouts in this file as sent?}}',
  'files.send.text':
    'Do this once your bank has the file. Payouts that were sent or rejected meanwhile stay as they are.',
  'files.giveUp': 'Give up',
  'files.giveUp.title': 'Give up this payment file?',
  'files.giveUp.text':
    'Only if your bank will not execute it: you never uploaded it, or canceled it there. What is in it can then be in another file, or be rejected or canceled.',
  'files.giveUp.reason': 'Reason',
  'files.givenUp': 'The payment file was given up',
  'files.sent':
    '{count, plural, =0 {No payout was left to send} one {Payout marked as sent} other {# payouts marked as sent}}',
  'files.report': 'Upload bank’s report',
  'files.report.title': 'What the bank said',
  'files.report.tooLarge': 'The file is larger than 4 MB.',
  'files.report.changed':
    '{count, plural, =0 {The report says nothing new.} one {The report says something new about # payment.} other {The report says something new about # payments.}}',
  'files.report.sent': '{count, plural, one {# payout was marked as sent.} other {# payouts were marked as sent.}}',
  'files.report.failed': 'Failed: the money went back to the payee',
  'files.report.returns': 'Not sent back: their lines are open again',
  'files.report.refunds': 'Refunds that failed: the money went back to the account',
  'files.report.questions': 'Look at these: nothing was done about them',
  'files.empty.title': 'No payment files yet',
  'files.empty.text': 'Create one from the payouts to send.',
  'files.empty.action': 'Go to payouts to send',
} as const;
