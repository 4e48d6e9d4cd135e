/** All SQL of test cities and their evenings. */
import { int8, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { EveningSize } from './plan-evening.ts';

const columns = [
  'companyId',
  'number',
  'orders',
  'timeZone',
  'startsAt',
  'personId',
  'nextStep',
  'refused',
  'playUntil',
  'playedUntil',
  'movedFrom',
  'movedAfter',
  'movedAt',
  'endedAt',
] as const;

export type Evening = {
  companyId: bigint;
  /** From 1, for each company. */
  number: number;
  orders: EveningSize;
  timeZone: string;
  startsAt: Date;
  /** For whom it is played; null when that person's account was erased. */
  personId: string | null;
  /** How many steps of the plan were carried out. */
  nextStep: number;
  /** How many of them were refused. */
  refused: number;
  /** How far it may be played. */
  playUntil: Date;
  /** How far it has been played, with all that came of it. */
  playedUntil: Date | null;
  /** The last move of the slider: the test time before it, the position of the book's last event, and when it was. */
  movedFrom: Date;
  movedAfter: bigint;
  movedAt: Date;
  endedAt: Date | null;
};

type EveningKey = Pick<Evening, 'companyId' | 'number'>;

/** @returns false when the company has one. */
export async function insertCity(tx: Tx, companyId: bigint, madeAt: Date): Promise<boolean> {
  const result = await tx
    .insertInto('testCities')
    .values({ companyId, madeAt })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return result.numInsertedOrUpdatedRows === 1n;
}

/** @param lock whether to lock the row until the transaction ends. */
export async function hasCity(db: Database | Tx, companyId: bigint, lock = false): Promise<boolean> {
  const row = await db
    .selectFrom('testCities')
    .select('companyId')
    .where('companyId', '=', companyId)
    .$if(lock, (found) => found.forUpdate())
    .executeTakeFirst();
  return row !== undefined;
}

type CityLink = { id: bigint; type: 'merchant' | 'courier' };

/** All links of the city in id order, ended ones too, so that the plan of an evening stays as it is. */
export async function listCityLinks(db: Database | Tx, companyId: bigint): Promise<CityLink[]> {
  return db
    .selectFrom('links')
    .select(['id', 'type'])
    .where('companyId', '=', companyId)
    .where('isTestPayee', '=', true)
    .orderBy('id')
    .execute();
}

export async function insertEvening(
  tx: Tx,
  evening: Omit<Evening, 'nextStep' | 'refused' | 'playedUntil' | 'endedAt'>,
): Promise<void> {
  await tx.insertInto('testEvenings').values(evening).execute();
}

/** The company's last evening, ended or not. */
export async function findLastEvening(db: Database | Tx, companyId: bigint): Promise<Evening | undefined> {
  return db
    .selectFrom('testEvenings')
    .select(columns)
    .where('companyId', '=', companyId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst() as Promise<Evening | undefined>;
}

/** Locks the evening that has not ended until the transaction ends. */
export async function lockOpenEvening(tx: Tx, companyId: bigint): Promise<Evening | undefined> {
  return tx
    .selectFrom('testEvenings')
    .select(columns)
    .where('companyId', '=', companyId)
    .where('endedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst() as Promise<Evening | undefined>;
}

type Move = Pick<Evening, 'playUntil' | 'movedFrom' | 'movedAfter' | 'movedAt'>;

export async function setMove(tx: Tx, { companyId, number }: EveningKey, move: Move): Promise<void> {
  await tx
    .updateTable('testEvenings')
    .set(move)
    .where('companyId', '=', companyId)
    .where('number', '=', number)
    .execute();
}

/**
 * Notes that the steps from `from` up to `to` were carried out.
 * @returns false when they had been already, by another process.
 */
export async function setPlayed(
  db: Database | Tx,
  { companyId, number }: EveningKey,
  { from, to, refused = 0 }: { from: number; to: number; refused?: number },
): Promise<boolean> {
  const result = await db
    .updateTable('testEvenings')
    .set((row) => ({ nextStep: to, refused: row('refused', '+', refused) }))
    .where('companyId', '=', companyId)
    .where('number', '=', number)
    .where('nextStep', '=', from)
    .executeTakeFirst();
  return result.numUpdatedRows === 1n;
}

export async function setPlayedUntil(db: Database, { companyId, number, playUntil }: Evening): Promise<void> {
  await db
    .updateTable('testEvenings')
    .set({ playedUntil: playUntil })
    .where('companyId', '=', companyId)
    .where('number', '=', number)
    .execute();
}

export async function setEnded(db: Database | Tx, { companyId, number }: EveningKey, endedAt: Date): Promise<void> {
  await db
    .updateTable('testEvenings')
    .set({ endedAt })
    .where('companyId', '=', companyId)
    .where('number', '=', number)
    .where('endedAt', 'is', null)
    .execute();
}

/** The position of the last event of a company's test book; 0 when it has none. */
export async function findLastPosition(db: Database | Tx, companyId: bigint): Promise<bigint> {
  const row = await query({ position: int8 })`
    select coalesce((
      select position from events
      where holder_id = ${companyId} and mode = 'test' and position is not null
      order by position desc limit 1), 0) as position`.executeTakeFirst(db);
  return row?.position ?? 0n;
}

/** How many events of each type a company's test book has after a position. */
export const countEventsAfter = (db: Database, companyId: bigint, after: bigint) =>
  query({ type: text, count: int8 })`
    select type, count(*) as count from events
    where holder_id = ${companyId} and mode = 'test' and position > ${after}
    group by type order by type`.execute(db);

/** How many webhook deliveries of those events were accepted by their receivers. */
export async function countDeliveriesAfter(
  db: Database,
  companyId: bigint,
  { after, since }: { after: bigint; since: Date },
): Promise<bigint> {
  const row = await query({ count: int8 })`
    select count(*) as count from webhook_deliveries d
    where d.holder_id = ${companyId} and d.created_at >= ${since} and d.status = 'delivered'
      and exists (
        select from events e
        where e.holder_id = d.holder_id and e.id = d.event_id and e.mode = 'test' and e.position > ${after})`.executeTakeFirst(
    db,
  );
  return row?.count ?? 0n;
}
