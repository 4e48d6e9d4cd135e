/** Which mails a person gets, and the link under a mail that switches them off. */
export const mails = {
  'mails.title': 'Email notifications',
  'mails.text': 'Choose which emails you get. It applies to all your accounts.',
  'mails.always.title': 'Always sent',
  'mails.always':
    'Sign-in and password, two-step sign-in, bank accounts, members and roles, approval and suspension of an account, and receipts for your payments. They protect you and your money, so they cannot be switched off.',
  'mails.kind.top_ups': 'Top-ups',
  'mails.kind.top_ups.text': 'Where to transfer the money, and when it was received, refused or has expired',
  'mails.kind.payouts': 'Payouts',
  'mails.kind.payouts.text': 'A payout that the bank did not pay',
  'mails.kind.funds': 'Missing funds',
  'mails.kind.funds.text': 'Orders or refunds that wait because clearing is too small',
  'mails.kind.payments': 'Payment problems',
  'mails.kind.payments.text': 'A customer could not pay because of how the account is set up',
  'mails.kind.links': 'Restaurants and couriers',
  'mails.kind.links.text': 'Answers to invitations',
  'mails.kind.operator': 'Operator’s inbox',
  'mails.kind.operator.text': 'Requests to go live, and top-ups that are announced',
  'unsubscribe.title': 'Unsubscribe?',
  'unsubscribe.text': '{address} will no longer get emails about “{kind}”.',
  'unsubscribe.submit': 'Unsubscribe',
  'unsubscribe.done.title': 'You are unsubscribed',
  'unsubscribe.done.text':
    '{address} gets no more emails about “{kind}”. You can switch them on again in your profile.',
  'unsubscribe.profile': 'Email notifications',
  'unsubscribe.expired.title': 'This link does not work',
  'unsubscribe.expired.text': 'Sign in and choose in your profile which emails you get.',
} as const;
