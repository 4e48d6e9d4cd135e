/** Keeps what a payment provider charges the operator. Nothing is posted: margins are computed with it. */
import { realNow } from '../../../base/clock/clock.ts';
import type { Database } from '../../../base/database/pool.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import { invalidField } from '../../../base/errors/app-error.ts';
import type { Actor } from '../../../core/access/actor.ts';
import { appendAudit } from '../../../core/access/audit-log.ts';
import { authorize } from '../../../core/access/authorize.ts';
import { serviceHolderId } from '../../../core/ledger/post.ts';
import { type KnownProvider, listKnownProviders } from '../../providers/providers.repository.ts';
import type { Providers } from '../../providers/providers.ts';
import { isSameScope, scopeId } from '../../providers/rule-scope.ts';
import { costsInForce, type ProviderCost } from './provider-cost.ts';
import { insertProviderCost, listProviderCosts, lockProviderCosts } from './provider-costs.repository.ts';

/** `effectiveFrom` null: from now on. A time that has passed is for payments since then. */
export type NewProviderCost = Omit<ProviderCost, 'id' | 'effectiveFrom'> & { effectiveFrom: Date | null };

/** Those in use, in either mode, and those that ever were. */
export async function listChargingProviders(db: Database | Tx, inUse: Pick<Providers, 'of'>): Promise<KnownProvider[]> {
  const tested = inUse.of('test').map(({ name, title }) => ({ name, title }));
  return [...(await listKnownProviders(db)), ...tested];
}

/**
 * @param reason for the audit log.
 * @throws AppError `forbidden`; `validation_failed` for an unknown provider, or a fixed part without a currency.
 */
export async function setProviderCost(
  actor: Actor,
  tx: Tx,
  inUse: Pick<Providers, 'of'>,
  { provider, method, currency, cost, effectiveFrom }: NewProviderCost,
  reason: string,
): Promise<void> {
  authorize(actor, 'provider_costs.set', { holderId: serviceHolderId, mode: null });
  if (currency === null && cost !== null && cost.fixed > 0n)
    throw invalidField('currency', 'is needed for a fixed part');
  const known = (await listChargingProviders(tx, inUse)).map(({ name }) => name);
  if (!known.includes(provider)) throw invalidField('provider', `must be one of ${known.join(', ')}`);
  const scope = { holderId: null, method, currency };
  await lockProviderCosts(tx);
  const now = realNow();
  const before = costsInForce(await listProviderCosts(tx), now).find(
    (one) => one.provider === provider && isSameScope({ ...one, holderId: null }, scope),
  );

  const set = { provider, method, currency, cost, effectiveFrom: effectiveFrom ?? now };
  await insertProviderCost(tx, set);
  await appendAudit(actor, tx, {
    action: 'provider_costs.set',
    holderId: serviceHolderId,
    mode: null,
    object: { kind: 'provider_cost', id: `${provider} ${scopeId(scope)}` },
    before: before === undefined ? null : facts(before),
    after: { ...facts(set), reason },
  });
}

const facts = ({ currency, cost, effectiveFrom }: Omit<ProviderCost, 'id'>) => ({
  currency,
  basisPoints: cost?.basisPoints ?? null,
  fixed: cost?.fixed ?? null,
  effectiveFrom,
});
