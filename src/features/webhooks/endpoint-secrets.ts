/** Makes, replaces and opens the secrets of endpoints. A secret leaves once, in the answer to whoever had it made. */

import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';
import { unknownEndpoint } from './endpoint-errors.ts';
import {
  deleteSecrets,
  hasSecret,
  insertSecret,
  listSealedOtherwise,
  listSecrets,
  lockEndpoint,
  type SecretPurpose,
  setSealed,
} from './endpoints.repository.ts';
import { needsSecret } from './formats.ts';
import { newHeaderSecret, newSigningSecret, type SealedSecrets } from './sealed-secrets.ts';

const makeSecret = { signature: newSigningSecret, extra_header: newHeaderSecret } as const;
const resealedMax = 500;

/** In the caller's transaction, which has locked or just made the endpoint. @returns the secret. */
export async function makeEndpointSecret(
  tx: Tx,
  secrets: SealedSecrets,
  endpoint: EndpointKey,
  purpose: SecretPurpose,
  graceHours = 0,
): Promise<string> {
  const secret = makeSecret[purpose]();
  await insertSecret(tx, endpoint, purpose, secrets.seal(secret), graceHours);
  return secret;
}

export const dropEndpointSecret = (tx: Tx, endpoint: EndpointKey): Promise<void> =>
  deleteSecrets(tx, endpoint, 'extra_header');

/**
 * Replaces a secret. For signatures the one before signs too, until the grace period ends; the extra header carries one
 * signature, so that its old secret ends at once.
 * @throws AppError `not_found`, `forbidden`, `invalid_state` for the extra header of an endpoint without one.
 */
export async function rotateEndpointSecret(
  actor: Actor,
  tx: Tx,
  secrets: SealedSecrets,
  book: Book,
  { id, purpose, graceHours }: { id: string; purpose: SecretPurpose; graceHours: number },
): Promise<{ endpoint: Endpoint; secret: string }> {
  authorize(actor, 'webhooks.change', book);
  const endpoint = await lockEndpoint(tx, book, id);
  if (endpoint === undefined) throw unknownEndpoint();
  // An API key may have a format of its own for the `webhook_url`s of its payments.
  if (purpose === 'extra_header' && endpoint.kind === 'endpoint' && !isSecretNeeded(endpoint)) {
    throw new AppError('invalid_state', { message: 'The endpoint has no extra signature header.' });
  }
  if (purpose === 'extra_header' && graceHours > 0) {
    const message = 'must be 0: an extra header carries one signature, and a body is encrypted once';
    throw invalidField('grace_hours', message);
  }

  const secret = await makeEndpointSecret(tx, secrets, endpoint, purpose, graceHours);
  await appendAudit(actor, tx, {
    action: 'webhooks.change',
    ...book,
    object: { kind: 'webhook_endpoint', id: endpoint.id },
    after: { purpose, graceHours },
  });
  return { endpoint, secret };
}

export type EndpointKeys = { signature: string[]; extraHeader: string | undefined };

const idOf = ({ holderId, id }: EndpointKey): string => `${holderId}/${id}`;

/** What signs for each of these endpoints now. One that cannot be opened any more is left out. */
export async function openSecrets(
  db: Database,
  secrets: SealedSecrets,
  endpoints: readonly EndpointKey[],
): Promise<(endpoint: EndpointKey) => EndpointKeys> {
  const found = new Map<string, EndpointKeys>();
  for (const stored of await listSecrets(db, endpoints)) {
    const keys = found.get(idOf(stored)) ?? { signature: [], extraHeader: undefined };
    found.set(idOf(stored), keys);
    const secret = secrets.open(stored);
    if (secret === undefined) continue;
    if (stored.purpose === 'signature') keys.signature.push(secret);
    else keys.extraHeader ??= secret;
  }
  return (endpoint) => found.get(idOf(endpoint)) ?? { signature: [], extraHeader: undefined };
}

/** Whether anyone has ever had a secret made for it: an endpoint of `webhook_url`s begins without. */
export const hasEndpointSecret = (
  db: Database | Tx,
  endpoint: EndpointKey,
  purpose: SecretPurpose = 'signature',
): Promise<boolean> => hasSecret(db, endpoint, purpose);

/** Whether what an endpoint sends needs the secret of the extra header. */
export const isSecretNeeded = ({ format, extraHeader }: Pick<Endpoint, 'format' | 'extraHeader'>): boolean =>
  needsSecret(format, extraHeader);

/** After a change of SLUICE_SECRET: seals everything under the current one while the previous one still opens it. */
export async function resealEndpointSecrets(db: Database, secrets: SealedSecrets): Promise<void> {
  const stored = await listSealedOtherwise(db, secrets.keyId, resealedMax);
  let resealed = 0;
  for (const one of stored) {
    const secret = secrets.open(one);
    if (secret === undefined) continue;
    await setSealed(db, one, secrets.seal(secret));
    resealed += 1;
  }
  if (stored.length === resealedMax && resealed > 0) await resealEndpointSecrets(db, secrets);
}
