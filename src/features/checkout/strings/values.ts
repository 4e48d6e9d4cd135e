/**
 * The names of what the texts of the checkout are told, in their order, by the path of the text: how an operator's own
 * text names them.
 */
export const valueNames: Readonly<Record<string, readonly string[]>> = Object.freeze({
  contact: ['shop'],
  order: ['ref'],
  returnTo: ['host'],
  payTitle: ['amount', 'shop'],
  problemTitle: ['title'],
  receiptEmailHint: ['shop'],
  pay: ['amount'],
  brandRecognized: ['brand'],
  bankTransferText: ['days'],
  transferNextMail: ['email'],
  transferPartText: ['arrived', 'missing'],
  tooManySignIns: ['wait'],
  cardEnding: ['brand', 'digits'],
  goBackTo: ['host'],
  leadsBack: ['host'],
  'mail.receiptSubject': ['shop'],
  'mail.receiptText': ['amount', 'shop'],
  'mail.transferSubject': ['shop'],
  'mail.transferText': ['amount', 'shop'],
  'mail.transferPartSubject': ['shop'],
  'mail.transferLateSubject': ['shop'],
  'mail.transferLateText': ['amount', 'shop'],
  'mail.transferBackSubject': ['shop'],
  'mail.transferBackText': ['amount', 'shop'],
  'mail.refundSubject': ['shop'],
  'mail.refundText': ['amount', 'shop'],
  'mail.questions': ['shop', 'contact'],
  'mail.questionsWithout': ['shop'],
});
