/** SQL of the providers that were ever in use: their names are in the books for good. */
import { text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import type { Provider } from './provider.ts';

export type KnownProvider = Pick<Provider, 'name' | 'title'>;

/** Called at every start. */
export async function keepProviders(db: Database, providers: readonly KnownProvider[]): Promise<void> {
  if (providers.length === 0) return;
  await command`
    insert into providers (name, title)
    select name, title from ${unnested('p', providers, { name: text, title: text })}
    on conflict (name) do update set title = excluded.title where providers.title <> excluded.title`.execute(db);
}

export async function listKnownProviders(db: Database | Tx): Promise<KnownProvider[]> {
  return query({ name: text, title: text })`select name, title from providers order by name`.execute(db);
}
