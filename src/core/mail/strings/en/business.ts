/** What several mails share, and mails about links to platforms, going live, payments, webhooks and statements. */
export const business = {
  /** Under every mail. */
  'mail.signature': 'Payments by Sluice',
  'mail.unsubscribe': 'Unsubscribe from emails like this',
  /** Before the subject of a mail about test money. */
  'mail.test': 'Test: {subject}',
  /** {reason}: as someone typed it. */
  'mail.because': 'Reason: {reason}',
  'mail.unexpected':
    'If you did not expect this, tell the operator of this service immediately, and change your password.',
  'mail.open.payouts': 'View payouts',
  'mail.open.dispute': 'View dispute',
  'mail.open.topUp': 'View top-up',
  'mail.openDashboard': 'Open the dashboard',
  /** Labels of tables. */
  'mail.amount': 'Amount',
  'mail.reason': 'Reason',
  'mail.reference': 'Reference',
  'mail.payment': 'Payment',

  /** A delivery platform, {company}, invites a restaurant, shop or courier. Quote its name as your language does. */
  'link.invitation.subject': 'You are invited to get paid through Sluice',
  'link.invitation.text':
    'The platform “{company}” wants to pay you through Sluice as a {type, select, courier {courier} other {merchant}}. Once you accept, you are credited your share of its orders.',
  'link.invitation.unapproved':
    'A platform that calls itself “{company}” wants to pay you through Sluice as a {type, select, courier {courier} other {merchant}}. Once you accept, you are credited your share of its orders.',
  'link.invitation.warning': 'The operator of this service has not approved this platform yet.',
  'link.invitation.testOnly':
    'This invitation is for test mode: no real money is involved unless the platform allows it later.',
  'link.invitation.link': 'View invitation',
  'link.invitation.after':
    'The link works for {days, plural, one {# day} other {# days}}, once, and only for someone who signs in with this address. Nothing happens until you accept.',
  'link.invitation.ignore': 'If you do not know this platform, you can ignore this email.',

  /** {id}: the number of the link. */
  'link.ended.subject': 'A platform ended its link to you',
  'link.ended.text':
    'The platform “{company}” ended link {id}, under which you were its {type, select, courier {courier} other {merchant}}. Orders already recorded are still credited to you.',
  'link.ended.link': 'View your platforms',

  /** To a shop, of the operator. {name}: the shop. Live mode takes real money. */
  'live.approved.subject': '{name} can go live',
  'live.approved.text': '{name} was approved. You can now take real money.',
  'live.approved.next': 'Sign in, switch to live mode and create live keys to begin.',
  'live.refused.subject': '{name} was not approved for live mode',
  'live.refused.text': 'Your request to take real money with {name} was not approved.',
  'live.refused.next':
    'You can keep using test mode. Correct the details and send the request again from your dashboard.',
  'live.suspended.subject': '{name} is suspended',
  'live.suspended.text':
    '{name} was suspended. You can still sign in and view everything, but nothing can be changed and no payouts are made.',
  'live.resumed.subject': '{name} is active again',
  'live.resumed.text': 'The suspension of {name} was lifted. Everything works as before.',

  /** To a shop, when a customer could not pay. {payment}: its id. */
  'unpayable.notApproved.subject': '{name} cannot take live payments yet',
  'unpayable.notApproved.text':
    'A customer opened the payment {payment}. The account is not approved for live mode yet, so the customer saw that the payment cannot be made.',
  'unpayable.notApproved.next': 'Request live mode in the dashboard. Until then, send customers test payments only.',
  'unpayable.suspended.subject': '{name} cannot take payments',
  'unpayable.suspended.text':
    'A customer opened the payment {payment}. The account is suspended, so the customer saw that the payment cannot be made.',
  'unpayable.suspended.next': 'Contact the operator of this service to have the suspension lifted.',
  'unpayable.noCards.subject': 'Customers of {name} cannot pay by card',
  'unpayable.noCards.text':
    'A customer opened the payment {payment}. This service has no payment provider in live mode, so the customer could only pay from a Sluice wallet.',
  'unpayable.noCards.next': 'Ask the operator of this service to connect a payment provider.',
  'unpayable.once': 'You get this email at most once a day for the same reason.',

  /** To a shop, of a customer’s bank transfer. */
  'transfer.part.subject': '{arrived} of {amount} arrived',
  'transfer.part.text':
    'A customer pays by bank transfer, and only a part has arrived. It is kept until the rest comes: then the payment is paid, and the money is yours.',
  'transfer.part.missing': 'Still missing',
  'transfer.refused.subject': "A bank transfer of {amount} can't be taken",
  'transfer.refused.ended': 'The payment was over: it had expired or was canceled.',
  'transfer.refused.received': 'The payment had been paid by bank transfer before.',
  'transfer.refused.paidOtherwise': 'The payment had been paid another way.',
  'transfer.refused.tooMuch':
    'It is more than the payment asked for. The payment is paid, and this is what came above it.',
  'transfer.refused.otherCurrency': 'It is in another currency than the payment.',
  'transfer.refused.waits':
    'The money waits for the operator of this service, who sends it back to the customer. You need not do anything.',

  /** {host}: where webhooks are sent, such as shop.example. {name}: the shop. */
  'webhook.paused.subject': 'Webhooks to {host} are paused',
  'webhook.paused.text':
    'No webhook from {name} has reached {host} for three days. Nothing more is sent there until you resume the endpoint.',
  'webhook.disabled.subject': 'Webhooks to {host} are disabled',
  'webhook.disabled.text':
    '{host} answered a webhook from {name} with 410 Gone, so the endpoint was disabled. Nothing more is sent there.',
  'webhook.resume': 'Events are still recorded. After you resume the endpoint, you can resend what it missed.',
  'webhook.link': 'Open webhooks',

  /** {month}: such as December 2030. {name}: whose statement. */
  'statement.subject': 'Your statement for {month} is ready',
  'statement.text': 'The statement of {name} for {month} lists every movement. You can print it or download it as CSV.',
  'statement.link': 'Open the statement',

  /** {view}: the name that the reader gave a view of figures. {name}: whose figures. {period}: a day, or two days with a dash between them. */
  'view.subject': '{view}: {period}',
  'view.text': 'The figures of “{view}” for {name}, {period}, are ready. You can view them and export them as CSV.',
  'view.link': 'Open the figures',
} as const;
