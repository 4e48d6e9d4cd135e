/** SQL of the schedules by which saved views are mailed. */
import { int8, oneOf, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type MailedEvery, mailedEvery } from './mailed-period.ts';
import type { ViewKeeper } from './saved-views.repository.ts';

export type ViewMailing = { every: MailedEvery; timeZone: string; nextAt: Date };

/** A second time changes it. */
export async function saveMailing(tx: Tx, viewId: string, mailing: ViewMailing): Promise<void> {
  await tx
    .insertInto('exploreMails')
    .values({ viewId, ...mailing })
    .onConflict((conflict) => conflict.column('viewId').doUpdateSet(mailing))
    .execute();
}

export async function deleteMailing(tx: Tx, viewId: string): Promise<void> {
  await tx.deleteFrom('exploreMails').where('viewId', '=', viewId).execute();
}

/** Of all views of a keeper, by the view's id. */
export async function listMailings(
  db: Database,
  { personId, holderId, mode }: ViewKeeper,
): Promise<ReadonlyMap<string, ViewMailing>> {
  const rows = await db
    .selectFrom('exploreMails')
    .innerJoin('savedViews', 'savedViews.id', 'exploreMails.viewId')
    .select(['exploreMails.viewId', 'exploreMails.every', 'exploreMails.timeZone', 'exploreMails.nextAt'])
    .where('savedViews.personId', '=', personId)
    .where('savedViews.holderId', '=', holderId)
    .where('savedViews.mode', '=', mode)
    .execute();
  return new Map(rows.map(({ viewId, ...mailing }) => [viewId, mailing]));
}

/** The earliest first. */
export async function listDueMailings(db: Database, now: Date, limit: number): Promise<string[]> {
  const rows = await query({ viewId: text })`
    select view_id as "viewId" from explore_mails where next_at <= ${now} order by next_at, view_id limit ${limit}`.execute(
    db,
  );
  return rows.map(({ viewId }) => viewId);
}

const due = {
  viewId: text,
  every: oneOf(...mailedEvery),
  timeZone: text,
  nextAt: timestamptz,
  personId: text,
  holderId: int8,
  mode: oneOf('test', 'live'),
  name: text,
  query: text,
  email: text,
};
export type DueMailing = RowOf<typeof due>;

/** Locked, so that two processes take turns. @returns undefined if it is not due any more. */
export const lockDueMailing = (tx: Tx, viewId: string, now: Date): Promise<DueMailing | undefined> =>
  query(due)`
    select m.view_id as "viewId", m.every, m.time_zone as "timeZone", m.next_at as "nextAt", v.person_id as "personId",
      v.holder_id as "holderId", v.mode, v.name, v.query, p.email
    from explore_mails m
    join saved_views v on v.id = m.view_id
    join people p on p.id = v.person_id
    where m.view_id = ${viewId} and m.next_at <= ${now}
    for update of m`.executeTakeFirst(tx);
