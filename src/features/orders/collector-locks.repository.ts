/** SQL of the locks on who collects orders' cash, which are held until the transaction ends. */
import { sql } from 'kysely';
import { command } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';

export type Collector = { linkId: bigint; currency: string };

export const collectorKey = ({ linkId, currency }: Collector): string => `${linkId}/${currency}`;

const lockClass = 5_113n;

/**
 * No other order is judged for these collectors meanwhile. They are the first locks of a transaction, and taken in the order of their
 * keys. Whoever waited must read afterwards, in a statement of its own.
 */
export async function lockCollectors(
  tx: Tx,
  { holderId, mode }: Book,
  collectors: readonly Collector[],
): Promise<void> {
  for (const key of collectors.map(collectorKey).sort()) {
    const name = `${holderId}/${mode}/${key}`;
    await command`
      select pg_advisory_xact_lock(hashtextextended(${name}::text, ${sql.lit(lockClass)}::bigint))`.execute(tx);
  }
}
