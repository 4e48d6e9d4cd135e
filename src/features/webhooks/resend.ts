/** Sending events again: one, all that were given up, or those of a time range (docs/webhooks.md, "Resending"). */

import { newTimedId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { insertTestDelivery, resendOne, resendParked } from './deliveries.repository.ts';
import type { Endpoint } from './endpoint.ts';
import { notActive, unknownDelivery, unknownEndpoint } from './endpoint-errors.ts';
import { lockEndpoint, setDue } from './endpoints.repository.ts';
import { messageBody } from './message.ts';
import { findResent, type ResentEvents } from './resend-events.repository.ts';
import { resendDeliveries } from './take-events.repository.ts';

/** In one request. */
const resentMax = 10_000;

const testEventType = 'webhook_endpoint.tested';

export type ResendRequest = ResentEvents | { parked: true };

/**
 * A resent event keeps its id and goes behind new ones.
 * @returns how many events will be sent; with `parked` at most `resentMax`, the oldest first.
 * @throws AppError `not_found`, `forbidden`, `invalid_state` for an endpoint that is not active, `validation_failed` for
 * a range with more.
 */
export async function resend(actor: Actor, tx: Tx, book: Book, id: string, request: ResendRequest): Promise<number> {
  authorize(actor, 'webhooks.resend', book);
  const endpoint = await lockActive(tx, book, id);
  const resent = await makeDue(tx, endpoint, request);
  // Nothing was written yet that an unknown event would have to undo.
  if (resent === 0 && 'eventId' in request) throw unknownDelivery();
  await setDue(tx, endpoint);
  await appendAudit(actor, tx, {
    action: 'webhooks.resend',
    ...book,
    object: { kind: 'webhook_endpoint', id: endpoint.id },
    after: { resent, ...factsOf(request) },
  });
  return resent;
}

async function makeDue(tx: Tx, endpoint: Endpoint, request: ResendRequest): Promise<number> {
  if ('parked' in request) return resendParked(tx, endpoint, resentMax);
  if ('eventId' in request && (await resendOne(tx, endpoint, request.eventId))) return 1;
  const deliveries = await findResent(tx, endpoint, request, resentMax + 1);
  if (deliveries.length > resentMax) {
    throw invalidField('to', `is too far from \`from\`: at most ${resentMax} events are resent at once`);
  }
  return deliveries.length === 0 ? 0 : resendDeliveries(tx, deliveries);
}

const factsOf = (request: ResendRequest) =>
  'parked' in request
    ? { which: 'parked' }
    : 'eventId' in request
      ? { event: request.eventId }
      : { from: request.from, to: request.to };

/**
 * Queues an event that is in no log, to see whether it arrives.
 * @returns its id. @throws AppError `not_found`, `forbidden`, `invalid_state`.
 */
export async function sendTestEvent(actor: Actor, tx: Tx, book: Book, id: string, at: Date): Promise<string> {
  authorize(actor, 'webhooks.resend', book);
  const endpoint = await lockActive(tx, book, id);
  if (endpoint.kind === 'addresses') throw invalidField('endpoint_id', 'has no address of its own');
  const event = { id: newTimedId('evt', book.holderId), type: testEventType };
  const data = JSON.stringify({ endpoint_id: endpoint.id, description: endpoint.description });
  const body = messageBody({ ...event, mode: book.mode, createdAt: at, requestId: actor.requestId, data }, endpoint);

  await insertTestDelivery(tx, endpoint, { ...event, body, host: endpoint.host as string });
  await setDue(tx, endpoint);
  await appendAudit(actor, tx, {
    action: 'webhooks.resend',
    ...book,
    object: { kind: 'webhook_endpoint', id: endpoint.id },
    after: { test: event.id },
  });
  return event.id;
}

async function lockActive(tx: Tx, book: Book, id: string): Promise<Endpoint> {
  const endpoint = await lockEndpoint(tx, book, id);
  if (endpoint === undefined) throw unknownEndpoint();
  if (endpoint.status !== 'active') throw notActive();
  return endpoint;
}
