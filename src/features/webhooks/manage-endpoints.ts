/** Making, changing and deleting endpoints (docs/webhooks.md, "Endpoints"). */

import { newPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { type AuditFacts, appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { parkPending } from './deliveries.repository.ts';
import { type DestinationPolicy, judgeUrl } from './destination.ts';
import { bookOf, type Endpoint, endpointsMax, isExtraHeader } from './endpoint.ts';
import { unknownEndpoint } from './endpoint-errors.ts';
import { dropEndpointSecret, makeEndpointSecret } from './endpoint-secrets.ts';
import {
  countEndpoints,
  type EndpointChange,
  findEndpoint,
  insertAddresses,
  insertEndpoint,
  lockEndpoint,
  setDeleted,
  updateEndpoint,
} from './endpoints.repository.ts';
import type { SealedSecrets } from './sealed-secrets.ts';

export type WebhookDeps = { secrets: SealedSecrets; policy: DestinationPolicy };

/** What a request says; what is left out of a change stays as it is. */
export type EndpointRequest = {
  url?: string;
  description?: string;
  /** Null: all. */
  eventTypes?: string[] | null;
  /** Null: none. */
  extraHeader?: string | null;
};

/** An endpoint with the secrets that were just made for it, which are shown once. */
export type MadeEndpoint = { endpoint: Endpoint; secret: string | null; extraHeaderSecret: string | null };

/** @throws AppError `forbidden`, `validation_failed`, `invalid_state` when there are as many as there may be. */
export async function createEndpoint(
  actor: Actor,
  tx: Tx,
  { secrets, policy }: WebhookDeps,
  book: Book,
  request: EndpointRequest & { url: string },
): Promise<MadeEndpoint> {
  authorize(actor, 'webhooks.change', book);
  const change = readChange(request, book, policy);
  if ((await countEndpoints(tx, book)) >= endpointsMax) {
    throw new AppError('invalid_state', { message: `There are ${endpointsMax} endpoints in this mode already.` });
  }
  const id = newPublicId('whe', book.holderId);
  const key = { holderId: book.holderId, id };

  const { url = null, host = null, description = '', eventTypes = null, extraHeader = null } = change;
  await insertEndpoint(tx, book, { id, url, host, description, eventTypes, extraHeader });
  const secret = await makeEndpointSecret(tx, secrets, key, 'signature');
  const extraHeaderSecret = extraHeader === null ? null : await makeEndpointSecret(tx, secrets, key, 'extra_header');
  const endpoint = (await findEndpoint(tx, book, id)) as Endpoint;
  await audit(actor, tx, endpoint, { after: factsOf(endpoint) });
  return { endpoint, secret, extraHeaderSecret };
}

/** @throws AppError `not_found`, `forbidden`, `validation_failed`. */
export async function changeEndpoint(
  actor: Actor,
  tx: Tx,
  { secrets, policy }: WebhookDeps,
  book: Book,
  id: string,
  request: EndpointRequest,
): Promise<MadeEndpoint> {
  authorize(actor, 'webhooks.change', book);
  const before = await lockEndpoint(tx, book, id);
  if (before === undefined) throw unknownEndpoint();
  const change = readChange(request, book, policy);
  if (before.kind === 'addresses' && (change.url !== undefined || change.eventTypes != null)) {
    throw invalidField(change.url === undefined ? 'event_types' : 'url', 'is that of each payment or order');
  }
  const { extraHeader = before.extraHeader } = change;

  if (Object.keys(change).length > 0) await updateEndpoint(tx, before, change);
  let extraHeaderSecret: string | null = null;
  if (before.extraHeader === null && extraHeader !== null) {
    extraHeaderSecret = await makeEndpointSecret(tx, secrets, before, 'extra_header');
  }
  if (extraHeader === null) await dropEndpointSecret(tx, before);
  const endpoint = { ...before, ...change };
  await audit(actor, tx, endpoint, { before: factsOf(before), after: factsOf(endpoint) });
  return { endpoint, secret: null, extraHeaderSecret };
}

/** What waits for it is given up. @throws AppError `not_found`, `forbidden`, `invalid_state`. */
export async function deleteEndpoint(actor: Actor, tx: Tx, book: Book, id: string): Promise<void> {
  authorize(actor, 'webhooks.change', book);
  const endpoint = await lockEndpoint(tx, book, id);
  if (endpoint === undefined) throw unknownEndpoint();
  if (endpoint.kind === 'addresses') {
    throw new AppError('invalid_state', { message: 'The addresses of payments and orders can only be paused.' });
  }

  await setDeleted(tx, endpoint);
  await parkPending(tx, endpoint, 'endpoint_deleted');
  await audit(actor, tx, endpoint, { before: factsOf(endpoint) });
}

/** The endpoint of a book's `webhook_url`s, made when it is first asked for in order to be set up. */
export async function ensureAddresses(actor: Actor, tx: Tx, book: Book): Promise<void> {
  authorize(actor, 'webhooks.change', book);
  await insertAddresses(tx, book, newPublicId('whe', book.holderId));
}

function readChange(request: EndpointRequest, { mode }: Book, policy: DestinationPolicy): EndpointChange {
  const { url, description, eventTypes, extraHeader } = request;
  const change: EndpointChange = {};
  if (url !== undefined) {
    const verdict = judgeUrl(url, mode, policy);
    if (!verdict.ok) throw invalidField('url', verdict.message);
    Object.assign(change, { url: verdict.url.href, host: verdict.url.host });
  }
  if (extraHeader != null && !isExtraHeader(extraHeader)) {
    throw invalidField('extra_header', 'must be X- and letters, digits or hyphens, at most 64, and not X-Forwarded-…');
  }
  if (description !== undefined) change.description = description.trim();
  if (eventTypes !== undefined) change.eventTypes = eventTypes === null ? null : [...new Set(eventTypes)].sort();
  if (extraHeader !== undefined) change.extraHeader = extraHeader;
  return change;
}

/** Records the host only: the path and query of an address may carry a key. */
const factsOf = ({ host, description, eventTypes, extraHeader }: Endpoint): AuditFacts => ({
  host,
  description,
  eventTypes: eventTypes ?? 'all',
  extraHeader,
});

const audit = (
  actor: Actor,
  tx: Tx,
  endpoint: Endpoint,
  facts: { before?: AuditFacts; after?: AuditFacts },
): Promise<void> =>
  appendAudit(actor, tx, {
    action: 'webhooks.change',
    ...bookOf(endpoint),
    object: { kind: 'webhook_endpoint', id: endpoint.id },
    ...facts,
  });
