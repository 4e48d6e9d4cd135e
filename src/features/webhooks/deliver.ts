/** One attempt to deliver: what is sent, how it ended, and what the log keeps of it. */

import { randomBytes } from 'node:crypto';
import type { Tracer } from '../../base/tracing/tracer.ts';
import { keptRequestHeaders, keptResponseHeaders, keptText } from './attempt-log.ts';
import type { Claimed } from './delivery-queue.repository.ts';
import { type DestinationPolicy, judgeAddress, judgeUrl, type OwnAddresses } from './destination.ts';
import type { EndpointKeys } from './endpoint-secrets.ts';
import { encryptBody, isEncrypted, ivBytes } from './formats.ts';
import { type Connections, type Posted, postMessage } from './http-post.ts';
import { judgeAttempt } from './judge-attempt.ts';
import type { KeptAttempt } from './kept-attempts.repository.ts';
import { messageBody, messageHeaders, type SigningKeys } from './message.ts';
import { readRetryAfter } from './retry-schedule.ts';
import { type DeliverySpan, startDelivery } from './trace-delivery.ts';

export type DeliverDeps = {
  policy: DestinationPolicy;
  own: () => OwnAddresses;
  resolve: (name: string) => Promise<string[]>;
  /** The real clock: a receiver refuses a timestamp that is far from its own. */
  now: () => Date;
  random: () => number;
  tracer?: Tracer | undefined;
};

const nowhere: Posted = {
  outcome: 'address_unusable',
  durationMs: 0,
  statusCode: null,
  headers: null,
  body: null,
  verdict: null,
};

/** @returns undefined when `signal` ended it before its time. */
export async function deliver(
  deps: DeliverDeps,
  claimed: Claimed,
  keys: EndpointKeys,
  connections: Connections,
  signal: AbortSignal,
): Promise<KeptAttempt | undefined> {
  const { policy, own, resolve, random } = deps;
  const at = deps.now();
  const body = bodyOf(claimed, keys);
  const target = judgeUrl(claimed.url ?? '', claimed.mode, policy);
  const traced: DeliverySpan | undefined = startDelivery(deps.tracer, claimed, target.ok ? target.url : undefined);
  const headers = {
    ...messageHeaders(
      { event: { id: claimed.eventId, type: claimed.eventType }, at, format: claimed.format, body: body ?? '' },
      signingKeys(claimed, keys),
    ),
    ...traced?.headers,
  };
  const posted =
    body === undefined || !target.ok
      ? nowhere
      : await postMessage({
          url: target.url,
          headers,
          body,
          judge: (address, port) => judgeAddress(address, port, claimed, policy, own()),
          resolve,
          connections,
          signal,
        });
  traced?.end(posted);
  if (signal.aborted && posted.outcome !== 'delivered') return undefined;
  const retryAfterMs = readRetryAfter(posted.headers?.['retry-after'], at.getTime());
  const decision = judgeAttempt(claimed.attempts - claimed.attemptsBefore, { ...posted, retryAfterMs }, random());
  // For a receiver in a private network, only whether it accepted the event is shown.
  const isShown = posted.verdict !== 'allowed';
  return {
    holder_id: String(claimed.holderId),
    endpoint_id: claimed.endpointId,
    event_id: claimed.eventId,
    status: decision.status,
    reason: decision.status === 'parked' ? decision.reason : null,
    pause_ms: decision.status === 'pending' ? decision.pauseMs : null,
    started_at: at.toISOString(),
    duration_ms: posted.durationMs,
    outcome: posted.outcome,
    status_code: posted.statusCode,
    request_headers: keptRequestHeaders(headers, claimed.extraHeader),
    request_body: keptText(body ?? ''),
    response_headers: isShown && posted.headers !== null ? keptResponseHeaders(posted.headers) : null,
    response_body: isShown && posted.body !== null ? keptText(posted.body) : null,
  };
}

/** Undefined when the event is in no log any more, or cannot be encrypted: it is never sent in clear instead. */
function bodyOf(claimed: Claimed, { extraHeader: secret }: EndpointKeys): string | undefined {
  const text = textOf(claimed);
  if (text === undefined || !isEncrypted(claimed.format)) return text;
  return secret === undefined ? undefined : encryptBody(text, secret, randomBytes(ivBytes));
}

function textOf(claimed: Claimed): string | undefined {
  const { eventId, eventType, mode, body, data, createdAt, requestId } = claimed;
  if (body !== null) return body;
  if (data === null || createdAt === null) return undefined;
  return messageBody({ id: eventId, type: eventType, mode, createdAt, requestId, data }, claimed);
}

const signingKeys = ({ extraHeader, extraHeaderPrefix }: Claimed, keys: EndpointKeys): SigningKeys => ({
  signature: keys.signature,
  extra:
    extraHeader === null || keys.extraHeader === undefined
      ? undefined
      : { header: extraHeader, prefix: extraHeaderPrefix, secret: keys.extraHeader },
});
