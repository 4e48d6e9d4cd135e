/**
 * Stripe, the live-mode provider, through hosted Checkout Sessions: the customer enters the card on Stripe's page, so
 * no card data reaches this service. Amounts and states must come from the API, never from a webhook, and requests and
 * responses must never be logged.
 */
import Stripe from 'stripe';
import { holderOfPublicId } from '../../../base/database/public-id.ts';
import { AppError } from '../../../base/errors/app-error.ts';
import type { CardBrandName } from '../card-brands.ts';
import { metadataKeys } from '../metadata.ts';
import type {
  BeginResult,
  ChargeKey,
  ChargeRequest,
  ChargeState,
  Dispute,
  DisputeFee,
  DisputeStanding,
  DisputeStatus,
  OpenedProvider,
  RefundResult,
} from '../provider.ts';
import { fromStripeAmount, stripeLimits, toStripeAmount } from './amounts.ts';
import { asking } from './asking.ts';
import { readStripeEvent } from './events.ts';
import { stripeFilesBytesMax, submitToStripe } from './evidence.ts';

type StripeOptions = {
  secretKey: string;
  webhookSecret: string;
  /** Overrides the address of Stripe's API, for the tests' stand-in. */
  apiBase?: URL;
  networkRetriesMax?: number;
};

/** Short enough that all tries of one call end before the sweep first queries an attempt. */
const requestTimeoutMs = 20_000;
const networkRetriesDefault = 2;
/** Stripe accepts 30 minutes to 24 hours by its own clock; the margins allow for slow calls. */
const sessionMinMs = 32 * 60_000;
const sessionMaxMs = 24 * 60 * 60_000 - 60_000;
const productNameMax = 250;
const refundsPageMax = 100;

type Session = Stripe.Checkout.Session;

export function openStripe(options: StripeOptions): OpenedProvider {
  const stripe = createClient(options);
  return {
    methods: ['card'],
    limits: stripeLimits,
    ...chargesOf(stripe),
    ...refundsOf(stripe),
    async findDisputes(id) {
      const dispute = disputeOf(await asking(() => stripe.disputes.retrieve(id, { expand: ['payment_intent'] })));
      return dispute === undefined ? [] : [dispute];
    },
    submitEvidence: (request) => submitToStripe(stripe, request),
    evidenceFilesBytesMax: stripeFilesBytesMax,
    readNotice: async ({ body, header }) =>
      readStripeEvent(body, header('stripe-signature') ?? '', options.webhookSecret),
  };
}

function chargesOf(stripe: Stripe): Pick<OpenedProvider, 'begin' | 'confirm' | 'close' | 'capture'> {
  async function begin(request: ChargeRequest): Promise<BeginResult> {
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

  async function confirm(charge: ChargeKey): Promise<ChargeState> {
    // Without a stored session the customer never got its address, so it cannot have been paid.
    if (charge.providerRef === null) return { kind: 'declined', reason: 'abandoned' };
    return chargeOf(await findSession(stripe, charge));
  }

  return {
    begin,
    confirm,
    async close(charge) {
      const { providerRef } = charge;
      if (providerRef !== null) {
        // Stripe refuses to expire a session that has already ended; `confirm` returns how it ended.
        await asking(
          () => stripe.checkout.sessions.expire(providerRef),
          () => undefined,
        );
        await release(stripe, charge);
      }
      return confirm(charge);
    },
    async capture({ captureId, amount, currency, ...charge }) {
      const stripeAmount = toStripeAmount(amount, currency);
      const held = heldBy(await findSession(stripe, charge));
      // One that was captured before says so in its state: Stripe keeps idempotency keys for a day only.
      if (held !== undefined && stripeAmount !== undefined) {
        await asking(
          () => stripe.paymentIntents.capture(held, { amount_to_capture: stripeAmount }, { idempotencyKey: captureId }),
          () => undefined,
        );
      }
      return confirm(charge);
    },
  };
}

/** Releases the customer's money if the charge holds it. */
async function release(stripe: Stripe, charge: ChargeKey): Promise<void> {
  const held = heldBy(await findSession(stripe, charge));
  if (held === undefined) return;
  await asking(
    () => stripe.paymentIntents.cancel(held),
    () => undefined,
  );
}

/** The Stripe payment that holds the customer's money for a capture. */
function heldBy({ payment_intent: intent }: Session): string | undefined {
  return intent !== null && typeof intent !== 'string' && intent.status === 'requires_capture' ? intent.id : undefined;
}

function refundsOf(stripe: Stripe): Pick<OpenedProvider, 'refund' | 'findRefund'> {
  /** The Stripe payment that a charge's refunds belong to. */
  async function findPaymentIntent(charge: ChargeKey): Promise<string> {
    const { payment_intent: intent } = await findSession(stripe, charge);
    if (intent === null) throw new AppError('unavailable');
    return typeof intent === 'string' ? intent : intent.id;
  }

  return {
    async refund({ refundId, attemptId, providerRef, amount, currency }) {
      const stripeAmount = toStripeAmount(amount, currency);
      if (stripeAmount === undefined) return { kind: 'failed', reason: 'amount_not_supported' };
      const paymentIntent = await findPaymentIntent({ attemptId, providerRef });
      // Stripe keeps idempotency keys for a day only, so look for an existing refund first.
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
    async findRefund({ refundId, attemptId, providerRef }) {
      const paymentIntent = await findPaymentIntent({ attemptId, providerRef });
      const made = await asking(() => findRefund(stripe, paymentIntent, refundId));
      return made && refundOf(made);
    },
  };
}

/** @throws AppError `unavailable` when the session belongs to another attempt: its state must not be used. */
async function findSession(stripe: Stripe, { attemptId, providerRef }: ChargeKey): Promise<Session> {
  if (providerRef === null) throw new AppError('unavailable');
  const expand = ['payment_intent.latest_charge'];
  const session = await asking(() => stripe.checkout.sessions.retrieve(providerRef, { expand }));
  const named = session.metadata?.[metadataKeys.attempt];
  if (named !== attemptId || session.client_reference_id !== attemptId) throw new AppError('unavailable');
  return session;
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
  const { attemptId, currency, description, returnAddress, expiresAt, capture } = request;
  const metadata = {
    [metadataKeys.attempt]: attemptId,
    [metadataKeys.holder]: String(holderOfPublicId('att', attemptId) ?? ''),
  };
  const name = description.slice(0, productNameMax) || 'Payment';
  return {
    mode: 'payment',
    allowed_payment_method_types: ['card'],
    // The customer pays exactly the requested amount, in the requested currency.
    adaptive_pricing: { enabled: false },
    client_reference_id: attemptId,
    metadata,
    payment_intent_data: { metadata, ...(capture === 'manual' ? { capture_method: 'manual' } : {}) },
    line_items: [
      { quantity: 1, price_data: { currency: currency.toLowerCase(), unit_amount: amount, product_data: { name } } },
    ],
    success_url: returnAddress,
    cancel_url: returnAddress,
    expires_at: sessionEnd(expiresAt),
  };
}

/** Unix seconds, within Stripe's bounds. */
function sessionEnd(expiresAt: Date): number {
  const now = Date.now();
  const end = Math.min(Math.max(expiresAt.getTime(), now + sessionMinMs), now + sessionMaxMs);
  return Math.floor(end / 1_000);
}

function chargeOf(session: Session): ChargeState {
  const intent = typeof session.payment_intent === 'string' ? null : session.payment_intent;
  if (intent?.capture_method === 'manual') return manualChargeOf(session, intent);
  if (session.payment_status === 'paid') {
    if (session.amount_total === null || session.currency === null) throw new AppError('unavailable');
    return { kind: 'succeeded', ...factsOf(session, intent, session.amount_total, session.currency) };
  }
  if (session.status === 'open') return { kind: 'pending' };
  if (session.status === 'expired') return { kind: 'declined', reason: 'abandoned' };
  const failed = intent?.status === 'requires_payment_method' || intent?.status === 'canceled';
  return failed ? { kind: 'declined', reason: 'declined' } : { kind: 'pending' };
}

/** Of a charge that is captured later, the session only says that it was completed. */
function manualChargeOf(session: Session, intent: Stripe.PaymentIntent): ChargeState {
  const { currency } = intent;
  switch (intent.status) {
    case 'requires_capture': {
      const before = cardOf(intent)?.capture_before;
      const capturableUntil = before === undefined ? null : new Date(before * 1_000);
      return { kind: 'authorized', ...factsOf(session, intent, intent.amount_capturable, currency), capturableUntil };
    }
    case 'succeeded':
      return { kind: 'succeeded', ...factsOf(session, intent, intent.amount_received, currency) };
    case 'canceled':
      return { kind: 'declined', reason: 'abandoned' };
    case 'requires_payment_method':
      if (session.status === 'complete') return { kind: 'declined', reason: 'declined' };
      break;
  }
  return session.status === 'expired' ? { kind: 'declined', reason: 'abandoned' } : { kind: 'pending' };
}

function cardOf(intent: Stripe.PaymentIntent | null) {
  const charge = typeof intent?.latest_charge === 'string' ? null : intent?.latest_charge;
  return charge?.payment_method_details?.card;
}

/** Stripe's names of brands, with those that people know them by. */
const brandNames: Readonly<Record<string, CardBrandName>> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  amex: 'American Express',
  discover: 'Discover',
  diners: 'Diners Club',
  jcb: 'JCB',
  unionpay: 'UnionPay',
};

function factsOf(session: Session, intent: Stripe.PaymentIntent | null, stripeAmount: number, code: string) {
  const currency = code.toUpperCase();
  const lastFour = cardOf(intent)?.last4 ?? '';
  return {
    amount: fromStripeAmount(stripeAmount, currency),
    currency,
    cardLastFour: /^[0-9]{4}$/.test(lastFour) ? lastFour : null,
    cardBrand: brandNames[cardOf(intent)?.brand ?? ''] ?? null,
    payerEmail: session.customer_details?.email ?? null,
  };
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

/** An inquiry withdraws no money. */
function disputeOf(dispute: Stripe.Dispute): Dispute | undefined {
  const intent = dispute.payment_intent;
  const attemptId = intent === null || typeof intent === 'string' ? undefined : intent.metadata[metadataKeys.attempt];
  const taken = dispute.balance_transactions.filter(({ amount }) => amount < 0).length;
  const returned = dispute.balance_transactions.filter(({ amount }) => amount > 0).length;
  if (attemptId === undefined || taken === 0) return undefined;
  const currency = dispute.currency.toUpperCase();
  const amount = fromStripeAmount(dispute.amount, currency);
  const moved = { amount, currency, withdrawals: taken, returns: returned, fee: feeOf(dispute) };
  return { id: dispute.id, attemptId, ...moved, standing: standingOf(dispute) };
}

const reasonLengthMax = 100;

function standingOf({ status, reason, evidence_details: evidence }: Stripe.Dispute): DisputeStanding {
  const dueBy = evidence.due_by;
  return {
    status: statusOf(status),
    reason: reason.slice(0, reasonLengthMax) || null,
    evidenceDueAt: dueBy === null ? null : new Date(dueBy * 1_000),
  };
}

/** Stripe's words that mean the same here. Whatever else it says, nobody here has to act. */
const knownStatuses = ['needs_response', 'won', 'lost'] as const satisfies readonly DisputeStatus[];

function statusOf(status: Stripe.Dispute['status']): DisputeStatus {
  return knownStatuses.find((one) => one === status) ?? 'under_review';
}

/** Stripe keeps its fee with each withdrawal, and returns it with a negative one; in the currency of its balance. */
function feeOf({ balance_transactions: all }: Stripe.Dispute): DisputeFee | undefined {
  const currency = all.find(({ fee }) => fee > 0)?.currency.toUpperCase();
  if (currency === undefined) return undefined;
  const own = all.filter((one) => one.currency.toUpperCase() === currency);
  const sum = (fees: number[]): bigint =>
    fromStripeAmount(
      fees.reduce((total, fee) => total + fee, 0),
      currency,
    );
  return {
    currency,
    charged: sum(own.map(({ fee }) => Math.max(fee, 0))),
    returned: sum(own.map(({ fee }) => Math.max(-fee, 0))),
  };
}
