/** Who put orders on hold by hand, by name. Reads only. */
import { text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import { findLastActors } from '../../core/access/audit-log.repository.ts';
import type { Book } from '../../core/ledger/accounts.ts';

/** @returns names by the ids of orders: none for holds from before they were audited, and of people who were erased. */
export async function findWhoHeld(
  db: Database,
  book: Book,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const actors = await findLastActors(db, { ...book, action: 'orders.hold', kind: 'order' }, orderIds);
  if (actors.size === 0) return new Map();
  const ids = [...actors.values()].flatMap(({ id }) => (id === null ? [] : [id]));
  const [people, keys] = await Promise.all([
    query({ id: text, name: text })`select id, name from people where id = any(${ids}::text[])`.execute(db),
    query({ id: text, name: text })`
      select client_id as id, coalesce(nullif(label, ''), client_id) as name from api_keys
      where holder_id = ${book.holderId} and client_id = any(${ids}::text[])`.execute(db),
  ]);
  const names = new Map([...people, ...keys].map(({ id, name }) => [id, name]));
  return new Map(
    [...actors].flatMap(([orderId, { id }]) => {
      const name = names.get(id ?? '');
      return name === undefined ? [] : [[orderId, name] as const];
    }),
  );
}
