/** SQL of the schemes of shops' apps. */
import type { Database } from '../../base/database/pool.ts';
import { command } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Book } from '../../core/ledger/accounts.ts';

/** In the order of the alphabet. */
export async function findAppSchemes(db: Database | Tx, { holderId, mode }: Book): Promise<string[]> {
  const found = await db
    .selectFrom('appSchemes')
    .select('schemes')
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .executeTakeFirst();
  return found?.schemes ?? [];
}

export async function saveAppSchemes(tx: Tx, { holderId, mode }: Book, schemes: string[]): Promise<void> {
  await command`
    insert into app_schemes (holder_id, mode, schemes) values (${holderId}, ${mode}, ${schemes}::text[])
    on conflict (holder_id, mode) do update set schemes = excluded.schemes`.execute(tx);
}
