/** Requests as the people's API shows them, and one request with what it did. Pure. */
import type { ErrorCode } from '../../base/errors/catalog.ts';
import { explained } from '../../base/errors/explained.ts';
import type { ReadEvent } from '../../core/events/events.repository.ts';
import { presentEvent } from '../../core/events/present-event.ts';
import type { Bodies, Failure } from './logged-request.ts';
import type { ListedRequest } from './logged-requests.repository.ts';
import type { PresentedLogged, PresentedRequest } from './request-schemas.ts';

/** @param inFull whether the reader may see the values in the query. */
export const presentLogged = (request: ListedRequest, inFull: boolean): PresentedLogged => ({
  ...factsOf(request, inFull),
  code: request.failure?.code ?? null,
  message: request.failure?.message ?? null,
  details: [...(request.failure?.details ?? [])],
  omitted: request.omitted,
});

const factsOf = (request: ListedRequest, inFull: boolean) => ({
  request_id: request.requestId,
  at: request.at.toISOString(),
  client_id: request.clientId,
  method: request.method,
  path: request.path,
  query: inFull ? request.query : null,
  status: request.status,
  duration_ms: request.durationMs,
});

type Logged = { request: ListedRequest; bodies: Bodies };

/** @param logged undefined: it is not kept, or not any more. */
export function presentRequest(
  requestId: string,
  logged: Logged | undefined,
  events: readonly ReadEvent[],
  inFull: boolean,
): PresentedRequest {
  const failure = logged?.request.failure ?? undefined;
  return {
    request_id: requestId,
    request: logged === undefined ? null : presentInFull(logged, inFull),
    failure: logged === undefined || failure === undefined ? null : presentFailure(logged.request, failure, inFull),
    events: events.map(effectOf),
  };
}

const presentInFull = ({ request, bodies }: Logged, inFull: boolean) => ({
  ...factsOf(request, inFull),
  omitted: request.omitted,
  body: inFull ? bodies.body : null,
  response: inFull ? bodies.response : null,
});

const presentFailure = (request: ListedRequest, { code, message, details }: Failure, inFull: boolean) => ({
  ...factsOf(request, inFull),
  ...{ code, message, details: [...details], omitted: request.omitted },
  explanation: explanationOf(code),
});

/** A code of a version before may be in the catalog no more. */
const explanationOf = (code: string) =>
  Object.hasOwn(explained, code) ? explained[code as ErrorCode] : { meaning: '', remedy: '' };

function effectOf(event: ReadEvent): PresentedRequest['events'][number] {
  const { id, type, subject, created_at, data } = presentEvent(event);
  const { partner_order_ref: ref } = data;
  return { event_id: id, type, subject, partner_order_ref: typeof ref === 'string' ? ref : null, created_at };
}
