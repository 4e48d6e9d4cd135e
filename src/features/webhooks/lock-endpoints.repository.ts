/**
 * SQL that locks many endpoints until the transaction ends. A cluster of Citus locks rows of one machine in a statement: there
 * they are locked one by one. The statements call the table `w`.
 */

import { type RawBuilder, sql } from 'kysely';
import { type Columns, int8, type RowOf, text } from '../../base/database/columns.ts';
import type { EachWay } from '../../base/database/query-each.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import type { EndpointKey } from './endpoint.ts';

/** What is read of them. */
type Selection<C extends Columns> = { columns: C; selected: RawBuilder<unknown> };

const keyColumns = { holderId: int8, id: text };
const skipped = sql`for no key update of w skip locked`;

/**
 * Locks those that another transaction has not.
 * @param own the condition on the endpoint itself. Where endpoints are found first and locked then, it must still hold.
 * @param others the condition that other tables decide.
 * @param first which ones: an order and a limit.
 */
export async function lockFree<C extends Columns>(
  tx: Tx,
  way: EachWay,
  { columns, selected }: Selection<C>,
  {
    own,
    others = sql`true`,
    first,
  }: { own: RawBuilder<unknown>; others?: RawBuilder<unknown>; first: RawBuilder<unknown> },
): Promise<RowOf<C>[]> {
  if (way === 'together') {
    return query(
      columns,
    )`select ${selected} from webhook_endpoints w where ${own} and ${others} ${first} ${skipped}`.execute(tx);
  }
  const keys = await query(keyColumns)`
    select w.holder_id as "holderId", w.id from webhook_endpoints w where ${own} and ${others} ${first}`.execute(tx);
  return lockOneByOne(keys, ({ holderId, id }) =>
    query(columns)`
      select ${selected} from webhook_endpoints w
      where w.holder_id = ${holderId} and w.id = ${id} and ${own} ${skipped}`.execute(tx),
  );
}

/** Locks these in the order of their ids. */
export async function lockListed<C extends Columns>(
  tx: Tx,
  way: EachWay,
  { columns, selected }: Selection<C>,
  keys: readonly EndpointKey[],
): Promise<RowOf<C>[]> {
  if (way === 'together') {
    return query(columns)`
      select ${selected} from webhook_endpoints w
      join ${unnested('k', keys, { holderId: int8, id: text })}
        on k.holder_id = w.holder_id and k.id = w.id
      order by w.holder_id, w.id
      for no key update of w`.execute(tx);
  }
  const inOrder = keys.toSorted((a, b) => Number(a.holderId - b.holderId) || (a.id < b.id ? -1 : 1));
  return lockOneByOne(inOrder, ({ holderId, id }) =>
    query(columns)`
      select ${selected} from webhook_endpoints w
      where w.holder_id = ${holderId} and w.id = ${id} for no key update of w`.execute(tx),
  );
}

async function lockOneByOne<R>(keys: readonly EndpointKey[], lock: (key: EndpointKey) => Promise<R[]>): Promise<R[]> {
  const locked: R[] = [];
  for (const key of keys) locked.push(...(await lock(key)));
  return locked;
}
