/** Stripe among the card processors, with its settings. Must never load Stripe's library before it is used. */
import type { ConfiguredProcessor, Processor } from './processor.ts';
import type { StripeOptions } from './stripe.ts';

type StripeSettings = StripeOptions & { webhookSecret: string };

const names = { name: 'stripe', title: 'Stripe' } as const;

export const stripeProcessor: Processor = {
  ...names,
  mainSetting: 'STRIPE_SECRET_KEY',
  configure(env, problems) {
    const settings = readStripeSettings(env, problems);
    return settings && configureStripe(settings);
  },
};

export const configureStripe = (settings: StripeSettings): ConfiguredProcessor => ({
  ...names,
  async createProvider() {
    const { createStripeProvider } = await import('./stripe.ts');
    return createStripeProvider(settings);
  },
  async readNotice({ body, header }) {
    const { readStripeEvent } = await import('./stripe-events.ts');
    return readStripeEvent(body, header('stripe-signature') ?? '', settings.webhookSecret);
  },
});

/** Accepts live keys only: test mode has its own provider, and Stripe's test money must never count as live money. */
export function readStripeSettings(
  env: Readonly<Record<string, string | undefined>>,
  problems: string[],
): { secretKey: string; webhookSecret: string } | undefined {
  const secretKey = env.STRIPE_SECRET_KEY || undefined;
  const webhookSecret = env.STRIPE_WEBHOOK_SECRET || undefined;
  if (secretKey === undefined && webhookSecret === undefined) return undefined;
  if (secretKey === undefined || webhookSecret === undefined) {
    problems.push('STRIPE_SECRET_KEY and STRIPE_WEBHOOK_SECRET are needed together. Set both or neither.');
    return undefined;
  }
  if (!/^(sk|rk)_live_\w+$/.test(secretKey)) {
    problems.push('STRIPE_SECRET_KEY must be a live key: sk_live_… or rk_live_…. Test payments need no key.');
  }
  if (!/^whsec_\S+$/.test(webhookSecret)) {
    problems.push('STRIPE_WEBHOOK_SECRET must be the signing secret of the webhook endpoint: whsec_….');
  }
  return { secretKey, webhookSecret };
}
