/** The span of an attempt to deliver, in the trace of the request that caused the event; the receiver may go on with it. */
import type { SpanContext, Tracer } from '../../base/tracing/tracer.ts';
import type { Claimed } from './delivery-queue.repository.ts';
import type { Posted } from './http-post.ts';

export type DeliverySpan = { headers: Record<string, string>; end(posted: Posted): void };

/** @param url its host alone is named: the rest may hold a secret. */
export function startDelivery(
  tracer: Tracer | undefined,
  { requestId, eventId, eventType, attempts }: Claimed,
  url: URL | undefined,
): DeliverySpan | undefined {
  if (tracer === undefined) return undefined;
  const parent: SpanContext | 'root' = requestId === null ? 'root' : tracer.spanOf(requestId);
  const span = tracer.start('POST', {
    kind: 'client',
    parent,
    attributes: {
      'http.request.method': 'POST',
      'http.request.resend_count': attempts,
      'sluice.event.id': eventId,
      'sluice.event.type': eventType,
      ...(requestId === null ? {} : { 'sluice.request_id': requestId }),
      ...(url === undefined ? {} : { 'server.address': url.hostname, 'url.scheme': url.protocol.slice(0, -1) }),
    },
  });
  return {
    headers: { traceparent: tracer.traceparentOf(span.context) },
    end({ outcome, statusCode }) {
      if (statusCode !== null) span.set({ 'http.response.status_code': statusCode });
      if (outcome !== 'delivered') span.fail(outcome);
      span.end();
    },
  };
}
