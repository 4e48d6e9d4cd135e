/**
 * Reads Stripe's webhook events. The signature is verified over the raw bytes. Only ids are taken from an event: its
 * amounts and states must never be used, they are fetched from the API.
 */
import Stripe from 'stripe';
import { metadataKeys } from '../metadata.ts';
import type { ProviderNotice, ReadNotice } from '../provider.ts';

/** The maximum age of a signed event. */
const toleranceSeconds = 300;

export function readStripeEvent(body: Buffer, signature: string, webhookSecret: string): ReadNotice {
  try {
    const event = Stripe.webhooks.constructEvent(body, signature, webhookSecret, toleranceSeconds);
    const notice = noticeOf(event);
    return { ok: true, notices: notice === undefined ? [] : [notice] };
  } catch {
    return { ok: false };
  }
}

function noticeOf(event: Stripe.Event): ProviderNotice | undefined {
  switch (event.type) {
    case 'checkout.session.completed':
    case 'checkout.session.async_payment_succeeded':
    case 'checkout.session.async_payment_failed':
    case 'checkout.session.expired': {
      const attemptId = event.data.object.metadata?.[metadataKeys.attempt];
      return attemptId ? { kind: 'charge', attemptId, providerRef: event.data.object.id } : undefined;
    }
    // Of a charge that is captured later: it is held, captured, or released, maybe by hand or because its time is over.
    case 'payment_intent.amount_capturable_updated':
    case 'payment_intent.succeeded':
    case 'payment_intent.canceled': {
      const { capture_method: method, metadata } = event.data.object;
      const attemptId = metadata[metadataKeys.attempt];
      return attemptId && method === 'manual' ? { kind: 'charge', attemptId, providerRef: null } : undefined;
    }
    case 'refund.updated':
    case 'refund.failed': {
      const refundId = event.data.object.metadata?.[metadataKeys.refund];
      return refundId ? { kind: 'refund', refundId } : undefined;
    }
    case 'charge.refunded': {
      const attemptId = event.data.object.metadata[metadataKeys.attempt];
      return attemptId ? { kind: 'refunds', attemptId } : undefined;
    }
    // The money may be withdrawn later than the dispute is opened.
    case 'charge.dispute.created':
    case 'charge.dispute.updated':
    case 'charge.dispute.funds_withdrawn':
    case 'charge.dispute.funds_reinstated':
    case 'charge.dispute.closed':
      return { kind: 'disputes', reference: event.data.object.id };
    default:
      return undefined;
  }
}
