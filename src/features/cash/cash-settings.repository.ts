/** SQL of how a company follows its customers' cash. */
import { bool, int4, jsonb, nullable } from '../../base/database/columns.ts';
import { keepRow } from '../../base/database/kept-rows.ts';
import type { Database } from '../../base/database/pool.ts';
import { notifyRowChange } from '../../base/database/row-changes.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { CashRules } from './cash-rules.ts';

export type CashSettings = CashRules & { isTracked: boolean };

const columns = { isTracked: bool, limits: jsonb<CashRules['limits']>(), daysMax: nullable(int4), refuses: bool };

const untracked: CashSettings = { isTracked: false, limits: {}, daysMax: null, refuses: false };

export async function findCashSettings(db: Database | Tx, { holderId, mode }: Book): Promise<CashSettings> {
  const row = await query(columns)`
    select is_tracked as "isTracked", limits, days_max as "daysMax", refuses from cash_settings
    where holder_id = ${holderId} and mode = ${mode}`.executeTakeFirst(db);
  return row ?? untracked;
}

/** Every process hears of it: key pairs are cached with it. */
export async function saveCashSettings(
  tx: Tx,
  { holderId, mode }: Book,
  { isTracked, limits, daysMax, refuses }: CashSettings,
): Promise<void> {
  const stored = JSON.stringify(limits);
  await command`
    insert into cash_settings (holder_id, mode, is_tracked, limits, days_max, refuses)
    values (${holderId}, ${mode}, ${isTracked}, ${stored}::jsonb, ${daysMax}, ${refuses})
    on conflict (holder_id, mode) do update
      set is_tracked = excluded.is_tracked, limits = excluded.limits, days_max = excluded.days_max,
        refuses = excluded.refuses`.execute(tx);
  await keepRow(tx, 'cash_settings', { holder_id: holderId, mode });
  await notifyRowChange(tx, 'holder', holderId);
}
