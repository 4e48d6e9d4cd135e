/** A shop's customers: the list, and the page of one. */
export const customers = {
  'customers.title': 'Customers',
  'customers.note':
    'Everyone who signed in or gave an email address when they paid. Payments without an address belong to no customer.',
  'customers.search': 'Search by name or email',
  'customers.customer': 'Customer',
  'customers.first': 'First payment',
  'customers.last': 'Last payment',
  'customers.paid': 'Total paid',
  'customers.account': 'Sluice account',
  'customers.empty.title': 'No customers yet',
  'customers.empty.text':
    'Customers appear here within a minute of paying, if they sign in or give their email address.',
  'customers.noMatch.title': 'No customers match',
  'customers.who': 'Only people who can see customer details can open this page. Ask an owner to change your role.',
  'customer.byAccount': 'Has a Sluice account',
  'customer.byAddress': 'Recognized by the email address they entered',
  'customer.totals': 'Payments by currency',
  'customer.payments': 'Newest payments',
  'customer.payments.all': 'View all payments',
  'customer.refunds': 'Newest refunds',
  'customer.cards': 'Cards',
} as const;
