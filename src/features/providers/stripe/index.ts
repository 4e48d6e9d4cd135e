/** The provider package of Stripe. Must never load Stripe's library before it is opened. */

import { metadataKeys } from '../metadata.ts';
import type { ProviderPackage } from '../provider.ts';

/** Live keys only: test mode has its own provider, and Stripe's test money must never count as live money. */
export const stripe: ProviderPackage = {
  name: 'stripe',
  title: 'Stripe',
  settings: [
    {
      name: 'STRIPE_SECRET_KEY',
      pattern: /^(sk|rk)_live_\w+$/,
      mustBe: 'a live key: sk_live_… or rk_live_…. Test payments need no key',
    },
    {
      name: 'STRIPE_WEBHOOK_SECRET',
      pattern: /^whsec_\S+$/,
      mustBe: 'the signing secret of the webhook endpoint: whsec_…',
    },
  ],
  // docs.stripe.com/reports/report-types: the itemized reports of balance changes and of payout reconciliation.
  statement: {
    date: 'created_utc',
    amount: 'gross',
    currency: 'currency',
    reference: [`payment_metadata[${metadataKeys.attempt}]`, 'source_id', 'reporting_category', 'description'],
    id: 'balance_transaction_id',
  },
  async open({ STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: webhookSecret = '' }) {
    const { openStripe } = await import('./open-stripe.ts');
    return openStripe({ secretKey, webhookSecret });
  },
};
