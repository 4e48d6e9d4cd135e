/**
 * What Stripe calls us about. The signature is checked over the bytes as they came; of a genuine event only ids are
 * read. Its amounts and states must never count: they are asked for at the API.
 */
import Stripe from 'stripe';
import type { ProviderNotice } from './provider.ts';
import { metadataKeys } from './stripe.ts';

/** How old a signed event may be. */
const toleranceSeconds = 300;

/** `ok: false`: nothing that Stripe has signed with this secret of late. No notice: an event of no interest here. */
export type ReadEvent = { ok: true; notice: ProviderNotice | undefined } | { ok: false };

export function readStripeEvent(body: Buffer, signature: string, webhookSecret: string): ReadEvent {
  try {
    const event = Stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds);
    return { ok: true, notice: noticeOf(event) };
  } catch {
    return { ok: false };
  }
}

function noticeOf(event: Stripe.Event): ProviderNotice | undefined {
  const provider = 'stripe';
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const attemptId = event.data.object.metadata?.[metadataKeys.attempt];
      return attemptId ? { provider, kind: 'charge', attemptId, providerRef: event.data.object.id } : undefined;
    }
    case 'refund.updated':
    case 'refund.failed': {
      const refundId = event.data.object.metadata?.[metadataKeys.refund];
      return refundId ? { provider, kind: 'refund', refundId } : undefined;
    }
    case 'charge.refunded': {
      const attemptId = event.data.object.metadata[metadataKeys.attempt];
      return attemptId ? { provider, kind: 'refunds', attemptId } : undefined;
    }
    // Money may be taken later than the dispute is opened.
    case 'charge.dispute.created':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return { provider, kind: 'dispute', disputeId: event.data.object.id };
    default:
      return undefined;
  }
}
