/** Endpoints, deliveries and attempts as the interfaces show them. Pure. */
import { withoutPersonalData } from '../../core/events/without-personal-data.ts';
import type { Attempt, Delivery } from './deliveries.repository.ts';
import type { Endpoint } from './endpoint.ts';
import type { MadeEndpoint } from './manage-endpoints.ts';
import type { PresentedAttempt, PresentedDelivery, PresentedEndpoint, PresentedMade } from './webhook-schemas.ts';

export const presentEndpoint = (endpoint: Endpoint): PresentedEndpoint => ({
  endpoint_id: endpoint.id,
  mode: endpoint.mode,
  kind: endpoint.kind,
  url: endpoint.url,
  description: endpoint.description,
  event_types: endpoint.eventTypes,
  format: endpoint.format,
  extra_header: endpoint.extraHeader,
  extra_header_prefix: endpoint.extraHeaderPrefix,
  status: endpoint.status,
  status_reason: endpoint.statusReason,
  status_since: endpoint.statusSince.toISOString(),
  failing_since: endpoint.failingSince?.toISOString() ?? null,
  last_succeeded_at: endpoint.lastSucceededAt?.toISOString() ?? null,
  created_at: endpoint.createdAt.toISOString(),
});

/** Without the secrets: what may be kept to answer a repeated request. */
export const presentMade = ({ endpoint }: MadeEndpoint): PresentedMade => ({
  ...presentEndpoint(endpoint),
  secret: null,
  extra_header_secret: null,
});

type ShownDelivery = Omit<Delivery, 'holderId' | 'position' | 'isResend'>;

export const presentDelivery = (delivery: ShownDelivery): PresentedDelivery => ({
  endpoint_id: delivery.endpointId,
  event_id: delivery.eventId,
  type: delivery.eventType,
  url: delivery.url,
  status: delivery.status,
  reason: delivery.reason,
  attempts: delivery.attempts,
  next_attempt_at: delivery.nextAttemptAt?.toISOString() ?? null,
  created_at: delivery.createdAt.toISOString(),
  finished_at: delivery.finishedAt?.toISOString() ?? null,
});

/** @param inFull whether the reader may see who paid and which bank account was used. */
export function presentAttempt(attempt: Attempt, inFull: boolean): PresentedAttempt {
  const body = (text: string | null): string | null => (inFull || text === null ? text : bodyWithoutPeople(text));
  const { responseHeaders } = attempt;
  return {
    number: attempt.number,
    started_at: attempt.startedAt.toISOString(),
    duration_ms: attempt.durationMs,
    outcome: attempt.outcome,
    status_code: attempt.statusCode,
    request: { headers: attempt.requestHeaders as Record<string, string>, body: body(attempt.requestBody) },
    response:
      responseHeaders === null
        ? null
        : { headers: responseHeaders as Record<string, string>, body: body(attempt.responseBody) },
  };
}

/** A body that was cut off cannot be read, so that nothing of it is shown. A receiver may send back what it got. */
function bodyWithoutPeople(text: string): string | null {
  if (text === '') return text;
  try {
    return JSON.stringify(withoutPersonalData(JSON.parse(text)));
  } catch {
    return null;
  }
}
