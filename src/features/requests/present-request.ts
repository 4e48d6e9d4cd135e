/** Failed requests as the people's API shows them, and one request with what it did. Pure. */
import type { ErrorCode } from '../../base/errors/catalog.ts';
import { explained } from '../../base/errors/explained.ts';
import type { ReadEvent } from '../../core/events/events.repository.ts';
import { presentEvent } from '../../core/events/present-event.ts';
import type { ListedFailure } from './failed-requests.repository.ts';
import type { PresentedFailure, PresentedRequest } from './request-schemas.ts';

/** @param inFull whether the reader may see the values in the query. */
export const presentFailure = (failure: ListedFailure, inFull: boolean): PresentedFailure => ({
  request_id: failure.requestId,
  at: failure.at.toISOString(),
  client_id: failure.clientId,
  method: failure.method,
  path: failure.path,
  query: inFull ? failure.query : null,
  status: failure.status,
  code: failure.code,
  message: failure.message,
  details: [...failure.details],
  duration_ms: failure.durationMs,
  omitted: failure.omitted,
});

export const presentRequest = (
  requestId: string,
  failure: ListedFailure | undefined,
  events: readonly ReadEvent[],
  inFull: boolean,
): PresentedRequest => ({
  request_id: requestId,
  failure:
    failure === undefined ? null : { ...presentFailure(failure, inFull), explanation: explanationOf(failure.code) },
  events: events.map(effectOf),
});

/** A code of a version before may be in the catalog no more. */
const explanationOf = (code: string) =>
  Object.hasOwn(explained, code) ? explained[code as ErrorCode] : { meaning: '', remedy: '' };

function effectOf(event: ReadEvent): PresentedRequest['events'][number] {
  const { id, type, subject, created_at, data } = presentEvent(event);
  const { partner_order_ref: ref } = data;
  return { event_id: id, type, subject, partner_order_ref: typeof ref === 'string' ? ref : null, created_at };
}
