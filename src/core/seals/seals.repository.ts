/** SQL of the chain of seals. Seals are only added and read. */
import { bytea, int4, int8, nullable, type RowOf, selectList, text, timestamptz } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Seal } from './seal.ts';

const lockKey = 5_115;

const columns = {
  number: int8,
  source: text,
  afterKey: int8,
  upToKey: int8,
  rowCount: int4,
  keptDays: nullable(int4),
  rowsHash: bytea,
  previousHash: bytea,
  sealedAt: timestamptz,
  hash: bytea,
  publicKey: nullable(bytea),
  signature: nullable(bytea),
};

const selected = selectList(columns, 'seals');

export type LinedSeal = Seal & { lines: string };

/**
 * Makes sealing, and erasing personal parts of what may be sealed, take turns. To be taken before anything is read: a
 * statement sees what was committed before it began.
 */
export async function lockSeals(tx: Tx): Promise<void> {
  await command`select pg_advisory_xact_lock(${lockKey}::bigint)`.execute(tx);
}

/** The last seal of the chain. */
export async function findHead(db: Database | Tx): Promise<Seal | undefined> {
  return query(columns)`select ${selected} from seals order by number desc limit 1`.executeTakeFirst(db);
}

/** The last seal of a table. */
export async function findLastOf(db: Database | Tx, source: string): Promise<Seal | undefined> {
  return query(columns)`
    select ${selected} from seals where source = ${source} order by number desc limit 1`.executeTakeFirst(db);
}

/** Seals after a number, in order, with their lines. */
export async function listSeals(db: Database | Tx, after: bigint, limit: number): Promise<LinedSeal[]> {
  return query({ ...columns, lines: text })`
    select ${selected}, lines from seals where number > ${after} order by number limit ${limit}`.execute(db);
}

/** @returns when a seal is made that is made now: never before the one before it. */
export async function sealingTime(tx: Tx, previous: Date | null): Promise<Date> {
  const { at } = await query({ at: timestamptz })`
    select date_trunc('milliseconds', greatest(clock_timestamp(), ${previous}::timestamptz)) as at
    `.executeTakeFirstOrThrow(tx);
  return at;
}

export async function insertSeal(tx: Tx, seal: LinedSeal): Promise<void> {
  const { number, source, afterKey, upToKey, rowCount, keptDays, rowsHash, previousHash, sealedAt, hash } = seal;
  const { publicKey, signature, lines } = seal;
  await tx
    .insertInto('seals')
    .values({
      ...{ number, source, afterKey, upToKey, rowCount, keptDays, rowsHash, previousHash, sealedAt, hash },
      ...{ publicKey, signature, lines },
    })
    .execute();
}

const purges = { source: text, cutoff: timestamptz };

/**
 * By table, up to which time rows may be gone: as the days in its seals say, at the time of each, and now by the last. The days are
 * part of what is hashed.
 */
export async function listCutoffs(db: Database | Tx): Promise<RowOf<typeof purges>[]> {
  return query(purges)`
    select source, greatest(
      max(sealed_at - make_interval(days => kept_days)),
      now() - make_interval(days => (array_agg(kept_days order by number desc))[1])) as cutoff
    from seals where kept_days is not null group by source`.execute(db);
}
