/**
 * Creates, rotates and revokes key pairs (docs/contract/common.md, "Modes and keys"). The secret leaves this module
 * once, in the answer to the caller who requested it.
 */

import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { notifyReaders } from '../../core/events/events.repository.ts';
import type { WebhookFormat } from '../../core/events/webhook-format.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import {
  expireKey,
  findHolderKind,
  findKey,
  insertKey,
  type KeyFacts,
  lockKeyOfBook,
  revokeKey,
  setWebhookFormat,
} from './api-keys.repository.ts';
import type { Authenticator } from './authenticate.ts';
import { hashSecret, type KeyPair, newKeyPair } from './key-pair.ts';

export const graceHoursMax = 72;
const noKey = 'No key pair has this client id.';
const noLiveKey = 'No live key pair has this client id.';
const msPerHour = 3_600_000;

type Deps = { db: Database; authenticator?: Pick<Authenticator, 'drop'> };

/** Creates a key pair. @throws AppError `not_found` for an unknown company or merchant. */
export async function createKey(actor: Actor, deps: Deps, holderId: bigint, mode: Mode, label = ''): Promise<KeyPair> {
  authorize(actor, 'keys.make', { holderId, mode });
  const pair = newKeyPair(mode);
  await inTransaction(deps.db, async (tx) => {
    const kind = await findHolderKind(tx, holderId);
    if (kind !== 'company' && kind !== 'merchant') {
      throw new AppError('not_found', { message: 'No company or merchant has this id.' });
    }

    await insertKey(tx, holderId, {
      clientId: pair.clientId,
      mode,
      secretHash: hashSecret(pair.clientSecret),
      label,
    });
    await appendAudit(actor, tx, {
      action: 'keys.make',
      holderId,
      mode,
      object: { kind: 'key', id: pair.clientId },
      after: { label },
    });
  });
  return pair;
}

/**
 * Creates a new pair with the same label; the old one keeps working for `graceHours` more (0 to 72; 0 ends it
 * immediately).
 * @throws AppError `not_found` when the pair is unknown or has ended.
 */
export async function rotateKey(
  actor: Actor,
  deps: Deps,
  clientId: string,
  graceHours: number,
): Promise<KeyPair & { label: string }> {
  if (!Number.isInteger(graceHours) || graceHours < 0 || graceHours > graceHoursMax) {
    throw new AppError('validation_failed', { message: `The grace period is 0 to ${graceHoursMax} whole hours.` });
  }
  const pair = await inTransaction(deps.db, async (tx) => {
    const key = await findKey(tx, clientId);
    authorize(actor, 'keys.rotate', key, noKey);
    if (key === undefined) throw new AppError('not_found', { message: noKey });
    const ends = new Date(Date.now() + graceHours * msPerHour);
    const fresh = newKeyPair(key.mode);

    const ended = graceHours === 0 ? await revokeKey(tx, clientId, ends) : await expireKey(tx, clientId, ends);
    if (!ended) throw new AppError('not_found', { message: 'This key pair has ended or ends sooner already.' });
    await notifyReaders(tx, [key]);
    await insertKey(tx, key.holderId, {
      clientId: fresh.clientId,
      mode: key.mode,
      secretHash: hashSecret(fresh.clientSecret),
      label: key.label,
      webhookFormat: key.webhookFormat,
      embedOrigins: key.embedOrigins,
    });
    await appendAudit(actor, tx, {
      action: 'keys.rotate',
      holderId: key.holderId,
      mode: key.mode,
      object: { kind: 'key', id: clientId },
      after: { replacedBy: fresh.clientId, ends },
    });
    return { ...fresh, label: key.label };
  });
  deps.authenticator?.drop(clientId);
  return pair;
}

/**
 * Sets in which format events are sent to the `webhook_url`s of payments that a pair creates from now on; null: in that of
 * the account's.
 * @throws AppError `not_found` when the pair is unknown, has ended, or is of another book.
 */
export async function changeWebhookFormat(
  actor: Actor,
  tx: Tx,
  { book, clientId, format }: { book: Book; clientId: string; format: WebhookFormat | null },
): Promise<KeyFacts> {
  authorize(actor, 'webhooks.change', book);
  const key = await lockKeyOfBook(tx, book, clientId, new Date());
  if (key === undefined) throw new AppError('not_found', { message: noLiveKey });

  await setWebhookFormat(tx, clientId, format);
  await appendAudit(actor, tx, {
    action: 'webhooks.change',
    holderId: book.holderId,
    mode: book.mode,
    object: { kind: 'key', id: clientId },
    before: { format: key.webhookFormat },
    after: { format },
  });
  return { ...key, webhookFormat: format };
}

/** Ends a pair immediately. @throws AppError `not_found` when it is unknown or has ended. */
export async function revokeKeyPair(actor: Actor, deps: Deps, clientId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const key = await findKey(tx, clientId);
    authorize(actor, 'keys.revoke', key, noLiveKey);
    const ended = key !== undefined && (await endKeyPair(actor, tx, { ...key, clientId }, new Date()));
    if (!ended) throw new AppError('not_found', { message: noLiveKey });
  }).finally(() => deps.authenticator?.drop(clientId));
}

/** For use cases that checked a permission of their own. @returns false when the pair has ended already. */
export async function endKeyPair(
  actor: Actor,
  tx: Tx,
  { clientId, holderId, mode }: { clientId: string; holderId: bigint; mode: Mode },
  at: Date,
): Promise<boolean> {
  if (!(await revokeKey(tx, clientId, at))) return false;
  await notifyReaders(tx, [{ holderId, mode }]);
  await appendAudit(actor, tx, {
    action: 'keys.revoke',
    holderId,
    mode,
    object: { kind: 'key', id: clientId },
    after: { status: 'revoked' },
  });
  return true;
}
