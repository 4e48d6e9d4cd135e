/** All SQL of the orders in which providers are asked. */
import { int8, nullable, oneOf, text, textArray } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { notifyRowChange } from '../../base/database/row-changes.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { providerMethods } from './provider.ts';
import type { OrderScope, ProviderOrder } from './provider-order.ts';

const columns = {
  holderId: nullable(int8),
  method: nullable(oneOf(...providerMethods)),
  currency: nullable(text),
  providers: textArray,
};

/** Few: an operator writes them by hand. */
export async function listProviderOrders(db: Database | Tx): Promise<ProviderOrder[]> {
  return query(columns)`
    select holder_id as "holderId", method, currency, providers from provider_orders
    order by holder_id nulls last, method nulls last, currency nulls last`.execute(db);
}

/** One change at a time. */
export async function lockProviderOrders(tx: Tx): Promise<void> {
  await command`select pg_advisory_xact_lock(hashtext('provider_orders'))`.execute(tx);
}

export async function saveProviderOrder(tx: Tx, { holderId, method, currency, providers }: ProviderOrder) {
  await command`
    insert into provider_orders (holder_id, method, currency, providers)
    values (${holderId}::bigint, ${method}, ${currency}, ${[...providers]}::text[])
    on conflict (holder_id, method, currency) do update set providers = excluded.providers`.execute(tx);
  await notifyRowChange(tx, 'providerOrders', 'all');
}

export async function deleteProviderOrder(tx: Tx, { holderId, method, currency }: OrderScope): Promise<void> {
  await command`
    delete from provider_orders
    where holder_id is not distinct from ${holderId}::bigint and method is not distinct from ${method}::text
      and currency is not distinct from ${currency}::text`.execute(tx);
  await notifyRowChange(tx, 'providerOrders', 'all');
}
