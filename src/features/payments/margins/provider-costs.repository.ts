/** All SQL of what providers charge. A row is never changed: a later one of its scope replaces it. */
import { sql } from 'kysely';
import { int4, int8, nullable, oneOf, text, timestamptz } from '../../../base/database/columns.ts';
import type { Database } from '../../../base/database/pool.ts';
import { command, query } from '../../../base/database/statement.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import { providerMethods } from '../../providers/provider.ts';
import type { ProviderCost } from './provider-cost.ts';

const columns = {
  id: int8,
  provider: text,
  method: nullable(oneOf(...providerMethods)),
  currency: nullable(text),
  basisPoints: nullable(int4),
  fixed: nullable(int8),
  effectiveFrom: timestamptz,
};

const selected = sql`c.id, c.provider, c.method, c.currency, c.basis_points as "basisPoints", c.fixed,
  c.effective_from as "effectiveFrom"`;

/** Every decision, oldest first. Few: an operator writes them by hand. */
export async function listProviderCosts(db: Database | Tx): Promise<ProviderCost[]> {
  const rows = await query(columns)`select ${selected} from provider_costs c order by c.provider, c.id`.execute(db);
  return rows.map(({ basisPoints, fixed, ...row }) => ({
    ...row,
    cost: basisPoints === null || fixed === null ? null : { basisPoints, fixed },
  }));
}

/** One at a time, so that of two decisions for one time the one with the higher id is the later one. */
export async function lockProviderCosts(tx: Tx): Promise<void> {
  await command`select pg_advisory_xact_lock(hashtext('provider_costs'))`.execute(tx);
}

export async function insertProviderCost(
  tx: Tx,
  { provider, method, currency, cost, effectiveFrom }: Omit<ProviderCost, 'id'>,
): Promise<void> {
  await command`
    insert into provider_costs (provider, method, currency, basis_points, fixed, effective_from)
    values (${provider}, ${method}, ${currency}, ${cost?.basisPoints ?? null}::integer, ${cost?.fixed ?? null}::bigint,
      ${effectiveFrom}::timestamptz)`.execute(tx);
}
