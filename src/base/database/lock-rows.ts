/**
 * Locks many rows of a table of books until the transaction ends, in one statement. A cluster of Citus locks rows of one machine in
 * a statement: there they are found first and locked one by one.
 */
import { type RawBuilder, sql } from 'kysely';
import { isCluster } from './cluster.ts';
import { type Columns, int8, type RowOf, text } from './columns.ts';
import { query } from './statement.ts';
import type { Tx } from './transaction.ts';
import { sentRows } from './unnested.ts';

/** What is locked, and what is read of it. The statements call the table `w`. */
type LockedRows<C extends Columns> = { table: 'webhook_endpoints'; columns: C; selected: RawBuilder<unknown> };

type RowKey = { holderId: bigint; id: string };

const keyColumns = { holderId: int8, id: text };
const sentKeys = sentRows<RowKey>()(keyColumns);
const skipped = sql`for no key update of w skip locked`;

/** A limit inside a condition. A cluster of Citus takes none there, and counts all. */
type LimitInside = (count: number) => RawBuilder<unknown>;

/**
 * Locks those that another transaction has not.
 * @param where.own the condition on the row itself. Where rows are found first and locked then, it must still hold.
 * @param where.others the condition that other tables decide.
 * @param where.first which ones: an order and a limit.
 */
export async function lockFree<C extends Columns>(
  tx: Tx,
  { table, columns, selected }: LockedRows<C>,
  where: { own: RawBuilder<unknown>; others?: (limit: LimitInside) => RawBuilder<unknown>; first: RawBuilder<unknown> },
): Promise<RowOf<C>[]> {
  const { own, others = () => sql`true`, first } = where;
  const from = sql.table(table);
  if (!(await isCluster(tx))) {
    return query(columns)`
      select ${selected} from ${from} w where ${own} and ${others((count) => sql`limit ${count}`)} ${first} ${skipped}`.execute(
      tx,
    );
  }
  const keys = await query(keyColumns)`
    select w.holder_id as "holderId", w.id from ${from} w where ${own} and ${others(() => sql``)} ${first}`.execute(tx);
  return oneByOne(keys, ({ holderId, id }) =>
    query(columns)`
      select ${selected} from ${from} w
      where w.holder_id = ${holderId} and w.id = ${id} and ${own} ${skipped}`.execute(tx),
  );
}

/** Locks these in the order of their ids. */
export async function lockListed<C extends Columns>(
  tx: Tx,
  { table, columns, selected }: LockedRows<C>,
  keys: readonly RowKey[],
): Promise<RowOf<C>[]> {
  const from = sql.table(table);
  if (!(await isCluster(tx))) {
    return query(columns)`
      select ${selected} from ${from} w
      join ${sentKeys.as('k', keys)}
        on k.holder_id = w.holder_id and k.id = w.id
      order by w.holder_id, w.id
      for no key update of w`.execute(tx);
  }
  const inOrder = keys.toSorted((a, b) => Number(a.holderId - b.holderId) || (a.id < b.id ? -1 : 1));
  return oneByOne(inOrder, ({ holderId, id }) =>
    query(columns)`
      select ${selected} from ${from} w
      where w.holder_id = ${holderId} and w.id = ${id} for no key update of w`.execute(tx),
  );
}

async function oneByOne<R>(keys: readonly RowKey[], lock: (key: RowKey) => Promise<R[]>): Promise<R[]> {
  const locked: R[] = [];
  for (const key of keys) locked.push(...(await lock(key)));
  return locked;
}
