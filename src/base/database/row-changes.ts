/**
 * Says in every process that a row which they may have cached has changed (row-cache.ts), once the transaction commits.
 * Whatever writes a cached column must call it. Never in hot transactions, such as recording orders: transactions that
 * notify commit one after the other.
 */
import { command } from './statement.ts';
import type { Tx } from './transaction.ts';

/** Channels by what has changed. The payload is a client id; a holder's id; `company/link`; a holder's id, or `all`; `all`; `all`. */
export const rowChannels = {
  key: 'sluice_keys',
  holder: 'sluice_holders',
  link: 'sluice_links',
  fees: 'sluice_fees',
  providerOrders: 'sluice_provider_orders',
  texts: 'sluice_texts',
} as const;

export async function notifyRowChange(tx: Tx, what: keyof typeof rowChannels, id: string | bigint): Promise<void> {
  await command`select pg_notify(${rowChannels[what]}, ${String(id)})`.execute(tx);
}
