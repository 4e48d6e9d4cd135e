/** Making, changing and deleting endpoints (docs/webhooks.md, "Endpoints"). */

import { newPublicId } from '../../base/database/public-id.ts';
import { notifyRowChange } from '../../base/database/row-changes.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { type AuditFacts, appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { paidEvent, type WebhookFormat } from '../../core/events/webhook-format.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { parkPending } from './deliveries.repository.ts';
import { type DestinationPolicy, judgeUrl } from './destination.ts';
import { bookOf, type Endpoint, endpointsMax, isExtraHeader, isHeaderPrefix, prefixLengthMax } from './endpoint.ts';
import { unknownEndpoint } from './endpoint-errors.ts';
import { dropEndpointSecret, hasEndpointSecret, isSecretNeeded, makeEndpointSecret } from './endpoint-secrets.ts';
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
import { signatureHeaders } from './formats.ts';
import type { SealedSecrets } from './sealed-secrets.ts';

export type WebhookDeps = { secrets: SealedSecrets; policy: DestinationPolicy };

/** What a request says; what is left out of a change stays as it is. */
export type EndpointRequest = {
  url?: string;
  description?: string;
  /** Null: all. */
  eventTypes?: string[] | null;
  format?: WebhookFormat;
  /** Null: none. Left out when the format changes: that of the format, as is its prefix. */
  extraHeader?: string | null;
  extraHeaderPrefix?: string;
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
  const change = readChange(request, fresh, book, policy);
  if ((await countEndpoints(tx, book)) >= endpointsMax) {
    throw new AppError('invalid_state', { message: `There are ${endpointsMax} endpoints in this mode already.` });
  }
  const id = newPublicId('whe', book.holderId);
  const key = { holderId: book.holderId, id };

  const settings = { ...fresh, ...change };
  await insertEndpoint(tx, book, { id, ...settings });
  const secret = await makeEndpointSecret(tx, secrets, key, 'signature');
  const extraHeaderSecret = isSecretNeeded(settings)
    ? await makeEndpointSecret(tx, secrets, key, 'extra_header')
    : null;
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
  if (before.kind === 'addresses' && (request.url !== undefined || request.eventTypes != null)) {
    throw invalidField(request.url === undefined ? 'event_types' : 'url', 'is that of each payment or order');
  }
  const change = readChange(request, before, book, policy);
  const endpoint = { ...before, ...change };

  if (Object.keys(change).length > 0) await updateEndpoint(tx, before, change);
  const extraHeaderSecret = await keepExtraSecret(tx, secrets, before, endpoint);
  // Keys are cached with the format of the account's `webhook_url`s.
  if (before.kind === 'addresses' && change.format !== undefined) {
    await notifyRowChange(tx, 'holder', String(book.holderId));
  }
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

/**
 * Makes the secret of the extra header when it is first needed, and drops it when it is not any more. That of the
 * `webhook_url`s stays: an API key may have a format that needs it.
 * @returns the secret that was made.
 */
async function keepExtraSecret(
  tx: Tx,
  secrets: SealedSecrets,
  before: Endpoint,
  endpoint: Endpoint,
): Promise<string | null> {
  const isOfAddresses = endpoint.kind === 'addresses';
  if (!isSecretNeeded(endpoint)) {
    if (!isOfAddresses) await dropEndpointSecret(tx, endpoint);
    return null;
  }
  const has = isOfAddresses ? await hasEndpointSecret(tx, endpoint, 'extra_header') : isSecretNeeded(before);
  return has ? null : makeEndpointSecret(tx, secrets, endpoint, 'extra_header');
}

/** What an endpoint has of which its request says nothing. */
const fresh = {
  kind: 'endpoint',
  url: null,
  host: null,
  description: '',
  eventTypes: null,
  format: 'standard',
  extraHeader: null,
  extraHeaderPrefix: '',
} as const satisfies Partial<Endpoint>;

type Before = Pick<Endpoint, 'kind' | 'eventTypes' | 'format' | 'extraHeaderPrefix'>;

function readChange(
  request: EndpointRequest,
  before: Before,
  { mode }: Book,
  policy: DestinationPolicy,
): EndpointChange {
  const { url, description, eventTypes } = request;
  const change: EndpointChange = {};
  if (url !== undefined) {
    const verdict = judgeUrl(url, mode, policy);
    if (!verdict.ok) throw invalidField('url', verdict.message);
    Object.assign(change, { url: verdict.url.href, host: verdict.url.host });
  }
  if (description !== undefined) change.description = description.trim();
  if (eventTypes !== undefined) change.eventTypes = eventTypes === null ? null : [...new Set(eventTypes)].sort();
  Object.assign(change, readFormat(request, before));
  const { format = before.format } = change;
  const types = change.eventTypes === undefined ? before.eventTypes : change.eventTypes;
  if (format !== 'standard' && types === null && before.kind === 'endpoint') change.eventTypes = [paidEvent];
  return change;
}

/** A change of the format brings the header of the format, unless the request names one. */
function readFormat({ format, extraHeader, extraHeaderPrefix }: EndpointRequest, before: Before): EndpointChange {
  if (extraHeader != null && !isExtraHeader(extraHeader)) {
    throw invalidField('extra_header', 'must be X- and letters, digits or hyphens, at most 64, and not X-Forwarded-…');
  }
  if (extraHeaderPrefix !== undefined && !isHeaderPrefix(extraHeaderPrefix)) {
    throw invalidField('extra_header_prefix', `must be ASCII without spaces, at most ${prefixLengthMax}`);
  }
  const change: EndpointChange = {};
  if (format !== undefined && format !== before.format) {
    const { header, prefix } = signatureHeaders[format];
    Object.assign(change, { format, extraHeader: header, extraHeaderPrefix: prefix });
  }
  if (extraHeader !== undefined) change.extraHeader = extraHeader;
  if (extraHeaderPrefix !== undefined) change.extraHeaderPrefix = extraHeaderPrefix;
  return change;
}

/** Records the host only: the path and query of an address may carry a key. */
const factsOf = (endpoint: Endpoint): AuditFacts => {
  const { host, description, eventTypes, format, extraHeader, extraHeaderPrefix } = endpoint;
  return { host, description, eventTypes: eventTypes ?? 'all', format, extraHeader, extraHeaderPrefix };
};

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
