/** Sets which providers may charge, and in which order, as decided by the operator. */
import type { Tx } from '../../base/database/transaction.ts';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { findHolder } from '../holders/holders.repository.ts';
import type { OrderScope } from './provider-order.ts';
import {
  deleteProviderOrder,
  listProviderOrders,
  lockProviderOrders,
  saveProviderOrder,
} from './provider-orders.repository.ts';
import type { Providers } from './providers.ts';

/** `providers` null: the order of the scope ends, so that the next more general one applies. */
export type NewProviderOrder = OrderScope & { providers: readonly string[] | null };

/**
 * Attempts that have begun stay with their provider.
 * @throws AppError `forbidden`; `not_found` for an account that is neither a company nor a merchant; `validation_failed`
 *   for a provider that is not in use or can't be paid by this method, or is named twice.
 */
export async function setProviderOrder(
  actor: Actor,
  tx: Tx,
  inUse: Pick<Providers, 'of'>,
  { providers, ...scope }: NewProviderOrder,
  reason: string,
): Promise<void> {
  const holderId = scope.holderId ?? serviceHolderId;
  authorize(actor, 'providers.set_order', { holderId, mode: null });
  if (scope.holderId !== null) await requirePayee(tx, scope.holderId);
  if (providers !== null) refuseUnusable(inUse, scope, providers);
  await lockProviderOrders(tx);
  const before = (await listProviderOrders(tx)).find(
    (one) => one.holderId === scope.holderId && one.method === scope.method && one.currency === scope.currency,
  );
  if (providers === null && before === undefined) throw invalidField('end', 'there is no such order');

  if (providers === null) await deleteProviderOrder(tx, scope);
  else await saveProviderOrder(tx, { ...scope, providers });
  await appendAudit(actor, tx, {
    action: 'providers.set_order',
    holderId,
    mode: null,
    object: { kind: 'provider_order', id: scopeId(scope) },
    before: before === undefined ? null : { providers: [...before.providers] },
    after: { providers: providers === null ? null : [...providers], reason },
  });
}

function refuseUnusable(inUse: Pick<Providers, 'of'>, { method }: OrderScope, named: readonly string[]): void {
  const live = inUse.of('live');
  if (named.length === 0) throw invalidField('providers', 'must name at least one');
  for (const [index, name] of named.entries()) {
    const field = `providers[${index}]`;
    if (named.indexOf(name) !== index) throw invalidField(field, 'is named twice');
    const provider = live.find((one) => one.name === name);
    if (provider === undefined) {
      const known = live.map((one) => one.name).join(', ') || 'none is';
      throw invalidField(field, `is not in use; in use: ${known}`);
    }
    if (method !== null && !provider.methods.includes(method)) throw invalidField(field, `takes no ${method} payments`);
  }
}

/** How the audit log names what an order is for: `all`, `card`, `EUR`, `card EUR`. */
const scopeId = ({ method, currency }: OrderScope): string =>
  [method, currency].filter((one) => one !== null).join(' ') || 'all';

async function requirePayee(tx: Tx, holderId: bigint): Promise<void> {
  const holder = await findHolder(tx, holderId);
  if (holder?.kind === 'company' || holder?.kind === 'merchant') return;
  throw new AppError('not_found', { message: 'No company and no shop has this id.' });
}
