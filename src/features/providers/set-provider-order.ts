/** Sets which providers may charge, and in which order, as decided by the operator. */
import type { Tx } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import { appendAudit } from '../../core/access/audit-log.ts';
import { authorize } from '../../core/access/authorize.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { requirePayee } from '../holders/require-payee.ts';
import type { OrderScope } from './provider-order.ts';
import {
  deleteProviderOrder,
  listProviderOrders,
  lockProviderOrders,
  saveProviderOrder,
} from './provider-orders.repository.ts';
import type { Providers } from './providers.ts';
import { isSameScope, scopeId } from './rule-scope.ts';

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
  const before = (await listProviderOrders(tx)).find((one) => isSameScope(one, scope));
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
