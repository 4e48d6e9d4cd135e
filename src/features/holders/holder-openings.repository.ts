/** All SQL of the holders that people opened for themselves. */
import { int4 } from '../../base/database/columns.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { HolderRow } from './holders.repository.ts';

export type Opened = Pick<HolderRow, 'id' | 'kind' | 'name' | 'status'>;

export async function findOpening(tx: Tx, personId: string, key: string): Promise<Opened | undefined> {
  return tx
    .selectFrom('holderOpenings')
    .innerJoin('holders', 'holders.id', 'holderOpenings.holderId')
    .select(['holders.id', 'holders.kind', 'holders.name', 'holders.status'])
    .where('personId', '=', personId)
    .where('key', '=', key)
    .executeTakeFirst();
}

/** How many a person has opened, in all and since a time. */
export async function countOpenings(tx: Tx, personId: string, since: Date): Promise<{ all: number; recent: number }> {
  return query({ all: int4, recent: int4 })`
    select count(*)::int as "all", (count(*) filter (where opened_at > ${since}))::int as recent
    from holder_openings where person_id = ${personId}`.executeTakeFirstOrThrow(tx);
}

export async function insertOpening(
  tx: Tx,
  opening: { personId: string; key: string; holderId: bigint; openedAt: Date },
): Promise<void> {
  await tx.insertInto('holderOpenings').values(opening).execute();
}
