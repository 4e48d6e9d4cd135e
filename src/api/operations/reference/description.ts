/** The OpenAPI document's description of the interfaces, besides their operations. */
import { serviceVersion } from '../../../base/version.ts';
import type { Description } from '../../../core/http/openapi.ts';

/** A company's objects, which key pairs reach through interface B and people through the console's API. */
const ofCompanies: Record<string, string> = {
  orders: 'Partner orders, their splits and their refunds',
  beneficiaries: "The company's linked merchants and couriers",
  invitations: 'Invitations of merchants and couriers by email',
  wallets: "The company's balances, top-ups and transfers",
  cash: "Customers' cash that the company's payees hold",
  settlements: 'Settlement runs, their statements and their schedule',
  statements: 'Monthly statements of a party',
  payouts: "Payouts of the company's own money, and its bank accounts",
  shadow: 'The shadow ledger of restaurants that are not on the service',
  test: "The company's test clock",
  webhooks: 'Webhook endpoints, and what became of every delivery',
};

const tags: Record<string, string> = {
  merchant: 'Merchant payments: a token for keys, a payment with the token, its hosted page, its refunds',
  sandbox: 'The merchant payments again, under the base that takes test keys only',
  ...ofCompanies,
  events: 'The durable event log',
  console: 'What the pages of people use: a session for a holder, in one mode',
  'console-audit-log': 'What was done in an account, by whom; for its owners',
  'console-approvals': 'Asking to take real money',
  'console-requests': 'What interfaces A and B refused, and what a request did',
  'console-payment-fees': 'What payments cost a company or shop',
  'console-branding': 'How a company or shop appears at the checkout and in receipts',
  'console-exceptions': 'What someone must decide or fix, and the team’s notes about it',
  'console-disputes': 'Disputes of a company or shop, and the evidence against them',
  'console-explore': 'Metrics of a company or shop in any period, beside any other',
  'console-traces': 'Where an amount came from, where it is now, and what proves it',
  'console-saved-views': 'Views of lists and screens that a person saved under a name',
  'console-operator': 'What the operator does for all holders; for members of the service holder',
  ...forPeople(ofCompanies),
  service: 'The running service itself',
};

function forPeople(described: Record<string, string>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(described).map(([tag, text]) => [`console-${tag}`, `${text}; for the people of the company`]),
  );
}

/** Tags whose names do not read well with their hyphens removed. */
const names: Record<string, string> = {
  merchant: 'Merchant payments',
  sandbox: 'Merchant payments, sandbox',
  shadow: 'Shadow ledger',
  test: 'Test clock',
  console: 'Sign-in and profile',
};

const peoples = 'console-';

/** Interfaces as people name them. */
export function nameOfTag(tag: string): string {
  const plain = tag.startsWith(peoples) ? tag.slice(peoples.length) : tag;
  const text = names[plain] ?? plain.replaceAll('-', ' ');
  const isOfBoth = plain !== tag && plain in tags;
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${isOfBoth ? ' (dashboard)' : ''}`;
}

const groupOf = (tag: string): string => {
  if (tag === 'merchant' || tag === 'sandbox') return 'Interface A: merchant payments';
  if (tag === 'service') return 'Service';
  return tag.startsWith('console') ? 'People’s API' : 'Interface B: partner orders';
};

/** The tags of each interface, for readers of the document that group them. */
export const tagGroups = [...Map.groupBy(Object.keys(tags), groupOf)].map(([name, grouped]) => ({
  name,
  tags: grouped,
}));

const info = {
  title: 'Sluice',
  version: serviceVersion(),
  description:
    'A self-hosted payment service. Merchants take payments through a hosted page (tags merchant and sandbox); partner companies record orders with splits and settle them (the other tags). Test or live is decided by the key pair alone. People of a company reach the same by their session (tags console-…): every request names the company in Sluice-Holder and the mode in Sluice-Mode, by default test.',
  license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
};

const securitySchemes = {
  MerchantToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'The access token of POST /pay/api/v1/authentication/token, good for 600 seconds',
  },
  PartnerClientId: { type: 'apiKey', in: 'header', name: 'X-Client-Id', description: 'pk_test_… or pk_live_…' },
  PartnerClientSecret: { type: 'apiKey', in: 'header', name: 'X-Client-Secret', description: 'sk_test_… or sk_live_…' },
  SessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-sluice_session',
    description: '`sluice_session` without https',
  },
  MetricsToken: { type: 'http', scheme: 'bearer', description: 'SLUICE_METRICS_TOKEN' },
} as const;

export const description: Description = { info, tags, securitySchemes };
