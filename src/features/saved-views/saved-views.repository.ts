/** SQL of saved views. Every statement names the person, the account and the mode that they belong to. */
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';

/** Whose views they are, and in which account and mode. */
export type ViewKeeper = { personId: string; holderId: bigint; mode: Mode };
export type SavedViewRow = { id: string; screen: string; name: string; query: string; createdAt: Date };

const columns = ['id', 'screen', 'name', 'query', 'createdAt'] as const;

/** Locks the person, so that views saved at once are counted one after the other. */
export async function lockKeeper(tx: Tx, { personId }: ViewKeeper): Promise<void> {
  await tx.selectFrom('people').select('id').where('id', '=', personId).forNoKeyUpdate().execute();
}

/** In the order of their names. */
export async function listViews(db: Database | Tx, keeper: ViewKeeper, screen: string): Promise<SavedViewRow[]> {
  return db
    .selectFrom('savedViews')
    .select(columns)
    .where('personId', '=', keeper.personId)
    .where('holderId', '=', keeper.holderId)
    .where('mode', '=', keeper.mode)
    .where('screen', '=', screen)
    .orderBy('name')
    .orderBy('id')
    .execute();
}

export async function findView(db: Database | Tx, keeper: ViewKeeper, id: string): Promise<SavedViewRow | undefined> {
  return db
    .selectFrom('savedViews')
    .select(columns)
    .where('id', '=', id)
    .where('personId', '=', keeper.personId)
    .where('holderId', '=', keeper.holderId)
    .where('mode', '=', keeper.mode)
    .executeTakeFirst();
}

export async function insertView(tx: Tx, keeper: ViewKeeper, view: SavedViewRow): Promise<void> {
  const { personId, holderId, mode } = keeper;
  await tx
    .insertInto('savedViews')
    .values({ ...view, personId, holderId, mode })
    .execute();
}

export async function updateView(tx: Tx, { id, name, query }: SavedViewRow): Promise<void> {
  await tx.updateTable('savedViews').set({ name, query }).where('id', '=', id).execute();
}

export async function deleteView(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('savedViews').where('id', '=', id).execute();
}
