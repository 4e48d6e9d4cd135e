/** SQL of endpoints and their sealed secrets. A deleted endpoint is found no more. */

import { bool, int4, int8 } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, condition, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { lockHolderAlone } from '../holders/holder-locks.repository.ts';
import { addressesAlias, type Endpoint, type EndpointKey, type EndpointStatus, type StatusReason } from './endpoint.ts';
import type { Sealed } from './sealed-secrets.ts';

const columns = [
  ...(['holderId', 'id', 'mode', 'kind', 'url', 'host', 'description', 'eventTypes'] as const),
  ...(['format', 'extraHeader', 'extraHeaderPrefix'] as const),
  ...(['status', 'statusReason', 'statusSince', 'failingSince', 'lastSucceededAt', 'createdAt'] as const),
] as const;

const ofBook = (db: Database | Tx, { holderId, mode }: Book) =>
  db
    .selectFrom('webhookEndpoints')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('deletedAt', 'is', null);

/** Oldest first. */
export const listEndpoints = (db: Database, book: Book): Promise<Endpoint[]> =>
  ofBook(db, book).orderBy('createdAt').orderBy('id').execute();

/** @param id an id, or `addresses`. */
export const findEndpoint = (db: Database | Tx, book: Book, id: string): Promise<Endpoint | undefined> =>
  ofBook(db, book)
    .$if(id === addressesAlias, (of) => of.where('kind', '=', 'addresses'))
    .$if(id !== addressesAlias, (of) => of.where('id', '=', id))
    .executeTakeFirst();

/** Locks it until the transaction ends. */
export const lockEndpoint = (tx: Tx, book: Book, id: string): Promise<Endpoint | undefined> =>
  ofBook(tx, book)
    .$if(id === addressesAlias, (of) => of.where('kind', '=', 'addresses'))
    .$if(id !== addressesAlias, (of) => of.where('id', '=', id))
    .forNoKeyUpdate()
    .executeTakeFirst();

/** Active ones of a holder in both modes, locked until the transaction ends. */
export const lockActiveEndpoints = (tx: Tx, holderId: bigint): Promise<Endpoint[]> =>
  tx
    .selectFrom('webhookEndpoints')
    .select(columns)
    .where('holderId', '=', holderId)
    .where('status', '=', 'active')
    .where('deletedAt', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();

/** Counts those that people or keys made. Locks the holder, so that two requests don't both make the last one. */
export async function countEndpoints(tx: Tx, { holderId, mode }: Book): Promise<number> {
  await lockHolderAlone(tx, holderId);
  const { count } = await query({ count: int4 })`
    select count(*)::int as count from webhook_endpoints
    where holder_id = ${holderId} and mode = ${mode} and kind = 'endpoint' and deleted_at is null`.executeTakeFirstOrThrow(
    tx,
  );
  return count;
}

async function findLastPosition(db: Database | Tx, { holderId, mode }: Book): Promise<bigint> {
  const row = await query({ position: int8 })`
    select coalesce((
      select e.position from events e
      where e.holder_id = ${holderId} and e.mode = ${mode} and e.position is not null
      order by e.position desc limit 1), 0) as position`.executeTakeFirstOrThrow(db);
  return row.position;
}

/** Where a new endpoint starts: after the last event. The book may be a caller, which has more fields. */
async function beginning(db: Database | Tx, { holderId, mode }: Book) {
  const last = await findLastPosition(db, { holderId, mode });
  return { holderId, mode, sincePosition: last, position: last };
}

type Settings = Pick<
  Endpoint,
  'url' | 'host' | 'description' | 'eventTypes' | 'format' | 'extraHeader' | 'extraHeaderPrefix'
>;
type NewEndpoint = Settings & Pick<Endpoint, 'id'>;

/** Takes the events that get a position from now on. */
export async function insertEndpoint(tx: Tx, book: Book, made: NewEndpoint): Promise<void> {
  await tx
    .insertInto('webhookEndpoints')
    .values({ ...made, ...(await beginning(tx, book)), kind: 'endpoint' })
    .execute();
}

/** Makes the endpoint of a book's `webhook_url`s, if it has none. */
export async function insertAddresses(db: Database | Tx, book: Book, id: string): Promise<void> {
  await db
    .insertInto('webhookEndpoints')
    .values({ ...(await beginning(db, book)), id, kind: 'addresses' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export type EndpointChange = Partial<Settings>;

/** Other event types apply to the events from now on. The endpoint is locked. */
export async function updateEndpoint(tx: Tx, { holderId, id }: EndpointKey, change: EndpointChange): Promise<void> {
  await tx
    .updateTable('webhookEndpoints')
    .set((eb) => ({ ...change, ...(change.eventTypes === undefined ? {} : { sincePosition: eb.ref('position') }) }))
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .execute();
}

/** The endpoint is locked. */
export async function setStatus(
  tx: Tx,
  { holderId, id }: EndpointKey,
  { status, reason }: { status: EndpointStatus; reason: StatusReason | null },
): Promise<void> {
  await command`
    update webhook_endpoints w
    set status = ${status}, status_reason = ${reason}::text, status_since = now(), due_at = null, failing_since = null
    where w.holder_id = ${holderId} and w.id = ${id}`.execute(tx);
}

/** Passes over the events of the time it was not active. The endpoint is locked. */
export async function skipToPresent(tx: Tx, book: Book, id: string): Promise<void> {
  const last = await findLastPosition(tx, book);
  await tx
    .updateTable('webhookEndpoints')
    .set({ sincePosition: last, position: last })
    .where('holderId', '=', book.holderId)
    .where('id', '=', id)
    .execute();
}

/** The endpoint is locked. */
export async function setDeleted(tx: Tx, { holderId, id }: EndpointKey): Promise<void> {
  await command`
    update webhook_endpoints set deleted_at = now(), due_at = null
    where holder_id = ${holderId} and id = ${id}`.execute(tx);
}

/** Brings a locked, active endpoint forward in the queue, because a delivery of it became due. */
export async function setDue(tx: Tx, { holderId, id }: EndpointKey): Promise<void> {
  await command`
    update webhook_endpoints set due_at = now()
    where holder_id = ${holderId} and id = ${id} and status = 'active'`.execute(tx);
}

export type SecretPurpose = 'signature' | 'extra_header';

/** Replaces the secret of this purpose; the one before signs for some hours more. The endpoint is locked. */
export async function insertSecret(
  tx: Tx,
  { holderId, id }: EndpointKey,
  purpose: SecretPurpose,
  { sealed, keyId }: Sealed,
  graceHours: number,
): Promise<void> {
  // Two are alive at most: one that was to end already ends now.
  await command`
    delete from webhook_secrets
    where holder_id = ${holderId} and endpoint_id = ${id} and purpose = ${purpose}
      and (expires_at is not null or ${graceHours === 0})`.execute(tx);
  await command`
    update webhook_secrets set expires_at = now() + make_interval(hours => ${graceHours})
    where holder_id = ${holderId} and endpoint_id = ${id} and purpose = ${purpose}`.execute(tx);
  await command`
    insert into webhook_secrets (holder_id, endpoint_id, purpose, number, sealed, key_id)
    select ${holderId}, ${id}, ${purpose}, coalesce(max(number), 0) + 1, ${sealed}, ${keyId}
    from webhook_secrets where holder_id = ${holderId} and endpoint_id = ${id} and purpose = ${purpose}`.execute(tx);
}

export async function deleteSecrets(tx: Tx, { holderId, id }: EndpointKey, purpose: SecretPurpose): Promise<void> {
  await tx
    .deleteFrom('webhookSecrets')
    .where('holderId', '=', holderId)
    .where('endpointId', '=', id)
    .where('purpose', '=', purpose)
    .execute();
}

type StoredSecret = Sealed & EndpointKey & { purpose: SecretPurpose; number: number };

/** The secrets that sign for these endpoints now, newest first. */
export async function listSecrets(db: Database | Tx, keys: readonly EndpointKey[]): Promise<StoredSecret[]> {
  if (keys.length === 0) return [];
  return db
    .selectFrom('webhookSecrets')
    .select(['holderId', 'endpointId as id', 'purpose', 'number', 'sealed', 'keyId'])
    .where((eb) =>
      eb(
        eb.refTuple('holderId', 'endpointId'),
        'in',
        keys.map((key) => eb.tuple(key.holderId, key.id)),
      ),
    )
    .where(condition`(expires_at is null or expires_at > now())`)
    .orderBy('number', 'desc')
    .execute();
}

export async function hasSecret(
  db: Database | Tx,
  { holderId, id }: EndpointKey,
  purpose: SecretPurpose,
): Promise<boolean> {
  const { found } = await query({ found: bool })`
    select exists (select from webhook_secrets
      where holder_id = ${holderId} and endpoint_id = ${id} and purpose = ${purpose}) as found`.executeTakeFirstOrThrow(
    db,
  );
  return found;
}

/** Secrets sealed under another key than this one. */
export const listSealedOtherwise = (db: Database, keyId: string, limit: number): Promise<StoredSecret[]> =>
  db
    .selectFrom('webhookSecrets')
    .select(['holderId', 'endpointId as id', 'purpose', 'number', 'sealed', 'keyId'])
    .where('keyId', '<>', keyId)
    .limit(limit)
    .execute();

export async function setSealed(db: Database, secret: StoredSecret, { sealed, keyId }: Sealed): Promise<void> {
  await db
    .updateTable('webhookSecrets')
    .set({ sealed, keyId })
    .where('holderId', '=', secret.holderId)
    .where('endpointId', '=', secret.id)
    .where('purpose', '=', secret.purpose)
    .where('number', '=', secret.number)
    .execute();
}
