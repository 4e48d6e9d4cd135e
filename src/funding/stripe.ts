/**
 * Stripe, the provider of live mode, through hosted Checkout Sessions: the customer types the card on Stripe's own page,
 * so that no card data touches this service. Money facts are asked for at its API, never read from a notice; what is
 * sent and answered is never logged.
 */
import Stripe from 'stripe';
import { holderOfPublicId } from '../database/public-id.ts';
import { AppError } from '../errors/app-error.ts';
import type { BeginResult, ChargeRequest, ChargeState, Dispute, Provider, RefundResult } from './provider.ts';
import { fromStripeAmount, toStripeAmount } from './stripe-amounts.ts';

export type StripeOptions = {
  secretKey: string;
  /** Where the API is, when it is not Stripe's own: a stand-in of the tests. */
  apiBase?: URL;
  networkRetriesMax?: number;
};

/** What our objects at Stripe say of us, beside whatever else the account is used for. */
export const metadataKeys = Object.freeze({
  attempt: 'sluice_attempt',
  holder: 'sluice_holder',
  refund: 'sluice_refund',
});

/** All tries of one call end before the sweep first asks about an attempt. */
const requestTimeoutMs = 20_000;
const networkRetriesDefault = 2;
/** Stripe takes 30 minutes to 24 hours, on its own clock: both a little inside, for a call that takes its time. */
const sessionMinMs = 32 * 60_000;
const sessionMaxMs = 24 * 60 * 60_000 - 60_000;
const productNameMax = 250;
const refundsPageMax = 100;

type Session = Stripe.Checkout.Session;
type ChargeKey = { attemptId: string; providerRef: string | null };

export function createStripeProvider(options: StripeOptions): Provider {
  const stripe = createClient(options);

  async function begin(request: ChargeRequest): Promise<BeginResult> {
    if (request.mode !== 'live') throw new AppError('forbidden');
    const amount = toStripeAmount(request.amount, request.currency);
    if (amount === undefined) return notPossible;
    const params = sessionParams(request, amount);
    const session = await asking(
      () => stripe.checkout.sessions.create(params, { idempotencyKey: request.attemptId }),
      () => undefined,
    );
    if (session === undefined) return notPossible;
    if (session.url === null) throw new AppError('unavailable');
    return { kind: 'continue', address: session.url, providerRef: session.id };
  }

  /** @throws AppError `unavailable` when it is another's: what it says must not count for this attempt. */
  async function findSession({ attemptId, providerRef }: ChargeKey): Promise<Session> {
    if (providerRef === null) throw new AppError('unavailable');
    const expand = ['payment_intent.latest_charge'];
    const session = await asking(() => stripe.checkout.sessions.retrieve(providerRef, { expand }));
    const named = session.metadata?.[metadataKeys.attempt];
    if (named !== attemptId || session.client_reference_id !== attemptId) throw new AppError('unavailable');
    return session;
  }

  async function confirm(charge: ChargeKey): Promise<ChargeState> {
    // The session's address was never stored, so nobody has been there, or ever will.
    if (charge.providerRef === null) return { kind: 'declined', reason: 'abandoned' };
    return chargeOf(await findSession(charge));
  }

  return {
    name: 'stripe',
    methods: ['card'],
    begin,
    confirm,
    async close(charge) {
      const { providerRef } = charge;
      if (providerRef !== null) {
        // Refused for one that has ended by itself; how, is what confirm tells.
        await asking(
          () => stripe.checkout.sessions.expire(providerRef),
          () => undefined,
        );
      }
      return confirm(charge);
    },
    async refund({ refundId, attemptId, providerRef, amount, currency }) {
      const stripeAmount = toStripeAmount(amount, currency);
      if (stripeAmount === undefined) return { kind: 'failed', reason: 'amount_not_supported' };
      const { payment_intent: intent } = await findSession({ attemptId, providerRef });
      if (intent === null) throw new AppError('unavailable');
      const paymentIntent = typeof intent === 'string' ? intent : intent.id;
      // An idempotency key repeats its first answer for a day and is forgotten then: what was made is looked for first.
      const made = await asking(() => findRefund(stripe, paymentIntent, refundId));
      if (made !== undefined) return refundOf(made);
      const metadata = { [metadataKeys.refund]: refundId, [metadataKeys.attempt]: attemptId };
      return asking(
        async () =>
          refundOf(
            await stripe.refunds.create(
              { payment_intent: paymentIntent, amount: stripeAmount, metadata },
              { idempotencyKey: refundId },
            ),
          ),
        (reason): RefundResult => ({ kind: 'failed', reason }),
      );
    },
    async findDispute(id) {
      return disputeOf(await asking(() => stripe.disputes.retrieve(id, { expand: ['payment_intent'] })));
    },
  };
}

const notPossible: BeginResult = { kind: 'declined', reason: 'processing_error', providerRef: null };

function createClient({ secretKey, apiBase, networkRetriesMax }: StripeOptions): Stripe {
  return new Stripe(secretKey, {
    maxNetworkRetries: networkRetriesMax ?? networkRetriesDefault,
    timeout: requestTimeoutMs,
    telemetry: false,
    ...(apiBase === undefined
      ? {}
      : { host: apiBase.hostname, port: apiBase.port, protocol: apiBase.protocol === 'http:' ? 'http' : 'https' }),
  });
}

function sessionParams(request: ChargeRequest, amount: number): Stripe.Checkout.SessionCreateParams {
  const { attemptId, currency, description, returnAddress, expiresAt } = request;
  const metadata = {
    [metadataKeys.attempt]: attemptId,
    [metadataKeys.holder]: String(holderOfPublicId('att', attemptId) ?? ''),
  };
  const name = description.slice(0, productNameMax) || 'Payment';
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    // The customer pays exactly what was asked, in the currency that was asked.
    adaptive_pricing: { enabled: false },
    client_reference_id: attemptId,
    metadata,
    payment_intent_data: { metadata },
    line_items: [
      { quantity: 1, price_data: { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name } } },
    ],
    success_url: returnAddress,
    cancel_url: returnAddress,
    expires_at: sessionEnd(expiresAt),
  };
}

/** Seconds, inside Stripe's bounds. */
function sessionEnd(expiresAt: Date): number {
  const now = Date.now();
  const end = Math.min(Math.max(expiresAt.getTime(), now + sessionMinMs), now + sessionMaxMs);
  return Math.floor(end / 1_000);
}

function chargeOf(session: Session): ChargeState {
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent;
  if (session.payment_status === 'paid') {
    if (session.amount_total === null || session.currency === null) throw new AppError('unavailable');
    const currency = session.currency.toUpperCase();
    const charge = typeof intent?.latest_charge === 'string' ? null : intent?.latest_charge;
    const lastFour = charge?.payment_method_details?.card?.last4 ?? '';
    return {
      kind: 'succeeded',
      amount: fromStripeAmount(session.amount_total, currency),
      currency,
      cardLastFour: /^[0-9]{4}$/.test(lastFour) ? lastFour : null,
      payerEmail: session.customer_details?.email ?? null,
    };
  }
  if (session.status === 'open') return { kind: 'pending' };
  if (session.status === 'expired') return { kind: 'declined', reason: 'abandoned' };
  const failed = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
  return failed ? { kind: 'declined', reason: 'declined' } : { kind: 'pending' };
}

async function findRefund(stripe: Stripe, paymentIntent: string, id: string): Promise<Stripe.Refund | undefined> {
  for await (const refund of stripe.refunds.list({ payment_intent: paymentIntent, limit: refundsPageMax })) {
    if (refund.metadata?.[metadataKeys.refund] === id) return refund;
  }
  return undefined;
}

function refundOf(refund: Stripe.Refund): RefundResult {
  if (refund.status === 'succeeded') return { kind: 'succeeded' };
  if (refund.status !== 'failed' && refund.status !== 'canceled') return { kind: 'pending' };
  return { kind: 'failed', reason: refund.failure_reason ?? refund.status };
}

/** An inquiry takes no money. A dispute whose money is back, as often as it went, is won. */
function disputeOf(dispute: Stripe.Dispute): Dispute | undefined {
  const intent = dispute.payment_intent;
  const attemptId = intent === null || typeof intent === 'string' ? undefined : intent.metadata[metadataKeys.attempt];
  const taken = dispute.balance_transactions.filter(({ amount }) => amount < 0).length;
  const returned = dispute.balance_transactions.filter(({ amount }) => amount > 0).length;
  if (attemptId === undefined || taken === 0) return undefined;
  const currency = dispute.currency.toUpperCase();
  const amount = fromStripeAmount(dispute.amount, currency);
  return { id: dispute.id, attemptId, amount, currency, won: returned >= taken };
}

/**
 * Calls Stripe. A final refusal is `refused`'s, by its code; whatever leaves the outcome open is thrown, and so is an
 * object that this account does not know: the key is then another account's, and nothing can be said of the money.
 * @throws AppError `unavailable`, whose cause names the kind of error and never quotes a message.
 */
async function asking<T, R = never>(call: () => Promise<T>, refused?: (code: string) => R): Promise<T | R> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeError)) throw error;
    const final =
      error instanceof Stripe.errors.StripeCardError || error instanceof Stripe.errors.StripeInvalidRequestError;
    if (final && error.code !== 'resource_missing' && refused !== undefined) return refused(error.code ?? 'refused');
    const facts = [error.type, error.code, error.statusCode, error.requestId].filter((fact) => fact !== undefined);
    throw new AppError('unavailable', { cause: new Error(`Stripe: ${facts.join(', ')}`) });
  }
}
