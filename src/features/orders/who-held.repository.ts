/** Who put orders on hold by hand, why, and since when they are. Reads only. */
import { nullable, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import { findLastActors } from '../../core/access/audit-log.repository.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import type { Order } from './order.ts';

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

export type Hold = {
  /** Null of a hold that nobody made by hand, and of one whose person is not known any more. */
  by: string | null;
  note: string | null;
  since: Date;
};

/** @returns by the ids of orders, of those that are on hold. An order without an event of its hold was recorded with it. */
export async function findHolds(
  db: Database,
  book: Book,
  orders: readonly Order[],
): Promise<ReadonlyMap<bigint, Hold>> {
  const held = orders.filter(({ settlementStatus }) => settlementStatus === 'on_hold');
  if (held.length === 0) return new Map();
  const idsOf = (some: readonly Order[]) => some.map(({ id }) => String(id));
  const [names, events] = await Promise.all([
    findWhoHeld(db, book, idsOf(held.filter(({ holdReason }) => holdReason === 'by_hand'))),
    query({ id: text, note: nullable(text), since: timestamptz })`
      select distinct on (e.subject_id) e.subject_id as id, e.data ->> 'reason' as note, e.created_at as since
      from events e
      where e.holder_id = ${book.holderId} and e.mode = ${book.mode} and e.subject_kind = 'order'
        and e.subject_id = any(${idsOf(held)}::text[]) and e.type = 'order.held' and e.transfer_id is null
      order by e.subject_id, e.appended desc`.execute(db),
  ]);
  const lastOf = new Map(events.map((event) => [event.id, event]));
  return new Map(
    held.map(({ id, createdAt }) => {
      const event = lastOf.get(String(id));
      return [id, { by: names.get(String(id)) ?? null, note: event?.note ?? null, since: event?.since ?? createdAt }];
    }),
  );
}

export const presentHold = (hold: Hold | undefined) =>
  hold === undefined ? null : { by: hold.by, note: hold.note, since: hold.since.toISOString() };
