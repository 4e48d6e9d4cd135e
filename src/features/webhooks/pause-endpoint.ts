/** Pausing and resuming endpoints, by people and by the service (docs/webhooks.md, "Pausing"). */

import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { modes } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { parkPending } from './deliveries.repository.ts';
import { addressesAlias, bookOf, type Endpoint } from './endpoint.ts';
import { unknownEndpoint } from './endpoint-errors.ts';
import { lockActiveEndpoints, lockEndpoint, setStatus, skipToPresent } from './endpoints.repository.ts';
import { mailStopped } from './mail-stopped.ts';

/** Nothing is delivered from now on; what waits is given up and can be resent. @throws AppError `not_found`, `invalid_state`. */
export async function pauseEndpoint(actor: Actor, tx: Tx, book: Book, id: string): Promise<Endpoint> {
  authorize(actor, 'webhooks.change', book);
  const endpoint = await lockEndpoint(tx, book, id);
  if (endpoint === undefined) throw unknownEndpoint();
  if (endpoint.status !== 'active') throw new AppError('invalid_state', { message: 'The endpoint is not active.' });

  await setStatus(tx, endpoint, { status: 'paused', reason: 'by_hand' });
  await parkPending(tx, endpoint, 'endpoint_paused');
  await auditStatus(actor, tx, 'webhooks.change', endpoint, 'paused');
  return reread(tx, endpoint);
}

/** From now on; what was missed is resent only when asked for. @throws AppError `not_found`, `invalid_state`. */
export async function resumeEndpoint(actor: Actor, tx: Tx, book: Book, id: string): Promise<Endpoint> {
  authorize(actor, 'webhooks.change', book);
  const endpoint = await lockEndpoint(tx, book, id);
  if (endpoint === undefined) throw unknownEndpoint();
  if (endpoint.status === 'active') throw new AppError('invalid_state', { message: 'The endpoint is active.' });

  await setStatus(tx, endpoint, { status: 'active', reason: null });
  await skipToPresent(tx, book, endpoint.id);
  await auditStatus(actor, tx, 'webhooks.change', endpoint, 'active');
  return reread(tx, endpoint);
}

/**
 * By the service: after three days of failures, or because the receiver is gone for good. The holder's people are
 * mailed. Does nothing when it is not active any more.
 */
export async function stopEndpoint(
  actor: Actor,
  tx: Tx,
  { publicUrl }: { publicUrl: string },
  book: Book,
  id: string,
  reason: 'failing' | 'gone',
): Promise<void> {
  authorize(actor, 'webhooks.stop', book);
  const endpoint = await lockEndpoint(tx, book, id);
  if (endpoint?.status !== 'active' || endpoint.kind !== 'endpoint') return;
  const status = reason === 'gone' ? 'disabled' : 'paused';

  await setStatus(tx, endpoint, { status, reason });
  await parkPending(tx, endpoint, reason === 'gone' ? 'endpoint_disabled' : 'endpoint_paused');
  await auditStatus(actor, tx, 'webhooks.stop', endpoint, status);
  await mailStopped(tx, publicUrl, endpoint, reason);
}

/** For closing an account, in both modes. The caller has checked the permission and locked the holder. */
export async function pauseAllEndpoints(tx: Tx, holderId: bigint): Promise<void> {
  for (const endpoint of await lockActiveEndpoints(tx, holderId)) {
    await setStatus(tx, endpoint, { status: 'paused', reason: 'by_hand' });
    await parkPending(tx, endpoint, 'endpoint_paused');
  }
}

/** For reopening an account: people cannot resume delivery to the `webhook_url`s of payments and orders. */
export async function resumeAddresses(tx: Tx, holderId: bigint): Promise<void> {
  for (const mode of modes) {
    const endpoint = await lockEndpoint(tx, { holderId, mode }, addressesAlias);
    if (endpoint?.status !== 'paused') continue;
    await setStatus(tx, endpoint, { status: 'active', reason: null });
    await skipToPresent(tx, { holderId, mode }, endpoint.id);
  }
}

const reread = async (tx: Tx, endpoint: Endpoint): Promise<Endpoint> =>
  (await lockEndpoint(tx, bookOf(endpoint), endpoint.id)) as Endpoint;

const auditStatus = (
  actor: Actor,
  tx: Tx,
  action: 'webhooks.change' | 'webhooks.stop',
  endpoint: Endpoint,
  status: Endpoint['status'],
): Promise<void> =>
  appendAudit(actor, tx, {
    action,
    ...bookOf(endpoint),
    object: { kind: 'webhook_endpoint', id: endpoint.id },
    before: { status: endpoint.status },
    after: { status },
  });
