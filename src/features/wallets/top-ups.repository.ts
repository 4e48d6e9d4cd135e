/** All SQL of top-ups. */

import { type RawBuilder, sql } from 'kysely';
import { isDue } from '../../base/clock/due.ts';
import { int8, nullable, oneOf, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { condition, query } from '../../base/database/statement.ts';
import { readTotals, type Totals } from '../../base/database/totals.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import type { Mode } from '../../base/money/mode.ts';
import { holderKindNames } from '../../base/schemas/holder-parts.ts';
import type { Book } from '../../core/ledger/accounts.ts';

export const topUpStatuses = ['pending', 'succeeded', 'cancelled', 'expired', 'refused'] as const;

export type TopUp = Book & {
  id: string;
  status: (typeof topUpStatuses)[number];
  accountKind: 'clearing' | 'wallet';
  source: 'bank' | 'card' | 'onlinewallet';
  /** Minor units: what arrived, or is expected. */
  amount: bigint;
  currency: string;
  createdAt: Date;
  succeededAt: Date | null;
  /** To be named in the bank transfer; null for top-ups that wait for none. */
  reference: string | null;
  expiresAt: Date | null;
  /** When it was canceled, refused or expired. */
  endedAt: Date | null;
  /** Minor units: what was asked for, where another amount arrived. */
  requestedAmount: bigint | null;
  /** Why it was refused. */
  reason: string | null;
  /** The person; null for a key pair, the shell, and money that nobody asked for. */
  requestedBy: string | null;
  /** The person who said that its money arrived; null for the shell and for test money. */
  creditedBy: string | null;
  /** Whose cash it hands over: a payee's bank transfer. Null of every other top-up. */
  linkId: bigint | null;
  /** Minor units: how much of it that payee held; what is above is its earnings. Null like `linkId`. */
  handedOver: bigint | null;
  /**
   * Minor units; what of `amount` the balance did not cover is a debt. Null while it was not taken back. `cash`: what its payee holds
   * again, and what its earnings gave back.
   */
  reversal: {
    amount: bigint;
    covered: bigint;
    reason: string;
    at: Date;
    cash: { held: bigint; earned: bigint } | null;
  } | null;
  /** Its take-back takes two people: what the first asked for. It stays once the second has approved it. */
  reversalRequest: ReversalRequested | null;
};

/** `amount` in minor units. `lineId`: the line of the bank that is to be matched with it. */
type ReversalRequested = { by: string; at: Date; amount: bigint; reason: string; lineId: bigint | null };

const columns = [
  'holderId',
  'id',
  'mode',
  'status',
  'accountKind',
  'source',
  'amount',
  'currency',
  'createdAt',
  'succeededAt',
  'reference',
  'expiresAt',
  'endedAt',
  'requestedAmount',
  'reason',
  'requestedBy',
  'creditedBy',
  'linkId',
  'handedOver',
] as const;
const reversalColumns = [
  'reversedHeld',
  'reversedEarned',
  'reversedAt',
  'reversedAmount',
  'reversedCovered',
  'reversalReason',
  'reversalRequestedBy',
  'reversalRequestedAt',
  'reversalRequestedAmount',
  'reversalRequestedReason',
  'reversalRequestedLineId',
] as const;
const readColumns = [...columns, ...reversalColumns] as const;

/** As stored. */
type ReversalColumns = {
  reversedAt: Date | null;
  reversedAmount: bigint | null;
  reversedCovered: bigint | null;
  reversedHeld: bigint | null;
  reversedEarned: bigint | null;
  reversalReason: string | null;
  reversalRequestedBy: string | null;
  reversalRequestedAt: Date | null;
  reversalRequestedAmount: bigint | null;
  reversalRequestedReason: string | null;
  reversalRequestedLineId: bigint | null;
};

export function asTopUp<Row extends ReversalColumns>(
  row: Row,
): Omit<Row, keyof ReversalColumns> & Pick<TopUp, 'reversal' | 'reversalRequest'> {
  const {
    reversedAt: at,
    reversedAmount: amount,
    reversedCovered: covered,
    reversedHeld: held,
    reversedEarned: earned,
    reversalReason: reason,
    reversalRequestedBy: by,
    reversalRequestedAt,
    reversalRequestedAmount,
    reversalRequestedReason,
    reversalRequestedLineId: lineId,
    ...topUp
  } = row;
  const isReversed = at !== null && amount !== null && covered !== null && reason !== null;
  return {
    ...topUp,
    reversal: isReversed
      ? { at, amount, covered, reason, cash: held === null || earned === null ? null : { held, earned } }
      : null,
    reversalRequest:
      by === null
        ? null
        : {
            ...{ by, at: reversalRequestedAt as Date, amount: reversalRequestedAmount as bigint },
            ...{ reason: reversalRequestedReason as string, lineId },
          },
  };
}

export async function insertTopUp(tx: Tx, topUp: TopUp): Promise<void> {
  const values = Object.fromEntries(columns.map((column) => [column, topUp[column]])) as Pick<
    TopUp,
    (typeof columns)[number]
  >;
  await tx.insertInto('topUps').values(values).execute();
}

export async function lockTopUp(tx: Tx, holderId: bigint, id: string): Promise<TopUp | undefined> {
  const row = await tx
    .selectFrom('topUps')
    .select(readColumns)
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return row && asTopUp(row);
}

export async function findTopUp(db: Database | Tx, { holderId, mode }: Book, id: string): Promise<TopUp | undefined> {
  const row = await db
    .selectFrom('topUps')
    .select(readColumns)
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && asTopUp(row);
}

/**
 * The top-ups that wait, or waited, for transfers with these references, locked in id order, those of one book at once: a
 * statement that locks is about one book. A reference never changes.
 */
export async function lockTopUpsByReference(tx: Tx, mode: Mode, references: readonly string[]): Promise<TopUp[]> {
  const found = Map.groupBy(await listTopUpsByReference(tx, mode, references), ({ holderId }) => holderId);
  const locked: TopUp[] = [];
  for (const [holderId, topUps] of [...found].sort(([a], [b]) => (a < b ? -1 : 1))) {
    const own = byReference(
      tx,
      mode,
      topUps.flatMap(({ reference }) => reference ?? []),
    );
    const rows = await own.where('holderId', '=', holderId).orderBy('id').forUpdate().execute();
    locked.push(...rows.map(asTopUp));
  }
  return locked;
}

export async function listTopUpsByReference(
  db: Database | Tx,
  mode: Mode,
  references: readonly string[],
): Promise<TopUp[]> {
  return references.length === 0 ? [] : (await byReference(db, mode, references).execute()).map(asTopUp);
}

const byReference = (db: Database | Tx, mode: Mode, references: readonly string[]) =>
  db
    .selectFrom('topUps')
    .select(readColumns)
    .where('mode', '=', mode)
    // One parameter: a statement of a bank may name more references than a statement of SQL has parameters.
    .where(condition`reference = any(${references}::text[])`);

const awaited = {
  holderId: int8,
  holderName: text,
  holderKind: oneOf(...holderKindNames),
  id: text,
  currency: text,
  amount: int8,
  reference: nullable(text),
  createdAt: timestamptz,
};

/** A pending top-up by bank transfer. `amount` in minor units. */
export type AwaitedTopUp = RowOf<typeof awaited>;

/** Of all amounts together. */
const awaitedMax = 5_000;

/**
 * All pending top-ups by bank transfer of each of these amounts, of all books. Of an amount for which there is no room it has none, so
 * that nobody takes one of many for the only one.
 */
export async function listAwaitedTopUps(
  db: Database | Tx,
  mode: Mode,
  amounts: readonly { currency: string; amount: bigint }[],
): Promise<AwaitedTopUp[]> {
  if (amounts.length === 0) return [];
  const rows = await query(awaited)`
    select t.holder_id as "holderId", h.name as "holderName", h.kind as "holderKind", t.id, t.currency, t.amount,
      t.reference, t.created_at as "createdAt"
    from (select distinct k.currency, k.amount from ${unnested('k', amounts, { currency: text, amount: int8 })}) k
    join top_ups t on t.mode = ${mode} and t.currency = k.currency and t.amount = k.amount
    join holders h on h.id = t.holder_id
    where t.status = 'pending' and t.source = 'bank'
    order by t.currency, t.amount limit ${awaitedMax + 1}`.execute(db);
  const first = rows[awaitedMax];
  if (first === undefined) return rows;
  return rows.filter(({ currency, amount }) => currency !== first.currency || amount !== first.amount);
}

/** @returns false when a top-up has the reference already. Waits for one that is taking it. */
export async function takeReference(tx: Tx, reference: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('transferReferences')
    .values({ reference })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** How many bank transfers the holder announced since then. */
export async function countTransfersSince(tx: Tx, { holderId, mode }: Book, since: Date): Promise<number> {
  const { count } = await query({ count: int8 })`
    select count(*) as count from top_ups
    where holder_id = ${holderId} and mode = ${mode} and reference is not null
      and created_at > ${since}`.executeTakeFirstOrThrow(tx);
  return Number(count);
}

/** The money of a top-up has arrived. The caller has locked the row. */
export async function setTopUpSucceeded(tx: Tx, topUp: TopUp, at: Date): Promise<void> {
  const { holderId, id, amount, requestedAmount, creditedBy } = topUp;
  await tx
    .updateTable('topUps')
    .set({ status: 'succeeded', succeededAt: at, endedAt: null, reason: null, amount, requestedAmount, creditedBy })
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .where('status', '!=', 'succeeded')
    .execute();
}

/** Once: the caller has locked the row. */
export async function setTopUpReversed(tx: Tx, { holderId, id, reversal }: TopUp): Promise<void> {
  await tx
    .updateTable('topUps')
    .set({
      reversedAt: reversal?.at ?? null,
      reversedAmount: reversal?.amount ?? null,
      reversedCovered: reversal?.covered ?? null,
      reversedHeld: reversal?.cash?.held ?? null,
      reversedEarned: reversal?.cash?.earned ?? null,
      reversalReason: reversal?.reason ?? null,
    })
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .where('reversedAt', 'is', null)
    .execute();
}

/** That a take-back waits for a second person; null: it does not any more. The caller has locked the row. */
export async function setReversalRequested(tx: Tx, { holderId, id, reversalRequest }: TopUp): Promise<void> {
  await tx
    .updateTable('topUps')
    .set({
      reversalRequestedBy: reversalRequest?.by ?? null,
      reversalRequestedAt: reversalRequest?.at ?? null,
      reversalRequestedAmount: reversalRequest?.amount ?? null,
      reversalRequestedReason: reversalRequest?.reason ?? null,
      reversalRequestedLineId: reversalRequest?.lineId ?? null,
    })
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .where('reversedAt', 'is', null)
    .execute();
}

/**
 * What was taken back from an account since then without a second person, in minor units. Decide from it only while the
 * source is locked.
 */
export async function sumReversedAlone(
  tx: Tx,
  { holderId, mode, currency, accountKind }: TopUp,
  since: Date,
): Promise<bigint> {
  const { amount } = await query({ amount: int8 })`
    select coalesce(sum(reversed_amount), 0)::bigint as amount from top_ups
    where holder_id = ${holderId} and mode = ${mode} and currency = ${currency} and account_kind = ${accountKind}
      and reversed_at > ${since} and reversal_requested_by is null`.executeTakeFirstOrThrow(tx);
  return amount;
}

/** The transfer that credited a top-up. */
export async function findTopUpTransfer(
  tx: Tx,
  holderId: bigint,
  topUpId: string,
): Promise<{ holderId: bigint; id: bigint }> {
  return findTransferOf(tx, holderId, topUpId, 'top_up');
}

/** The transfer that took a top-up back. */
export async function findReversalTransfer(
  tx: Tx,
  holderId: bigint,
  topUpId: string,
): Promise<{ holderId: bigint; id: bigint }> {
  return findTransferOf(tx, holderId, topUpId, 'top_up_reversed');
}

const findTransferOf = (tx: Tx, holderId: bigint, topUpId: string, code: 'top_up' | 'top_up_reversed') =>
  tx
    .selectFrom('transfers')
    .select(['holderId', 'id'])
    .where('holderId', '=', holderId)
    .where('subjectKind', '=', 'top_up')
    .where('subjectId', '=', topUpId)
    .where('code', '=', code)
    .executeTakeFirstOrThrow();

/** `pending → cancelled`, `expired` or `refused`. The caller has locked the row. */
export async function setTopUpEnded(
  tx: Tx,
  { holderId, id }: TopUp,
  status: 'cancelled' | 'expired' | 'refused',
  reason: string | null,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('topUps')
    .set({ status, endedAt: at, reason })
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .where('status', '=', 'pending')
    .execute();
}

const due = { deadline: 'top_ups.expires_at', holder: 'top_ups.holder_id', mode: 'top_ups.mode' };

/** Pending top-ups whose transfer has not arrived in time, by the clock of their own book, in id order. */
export async function listExpiredTopUps(tx: Tx, now: Date, limit: number): Promise<{ holderId: bigint; id: string }[]> {
  return tx
    .selectFrom('topUps')
    .select(['holderId', 'id'])
    .where('status', '=', 'pending')
    .where(isDue(due, now, undefined))
    .orderBy('holderId')
    .orderBy('id')
    .limit(limit)
    .execute();
}

export async function listPendingTopUps(db: Database): Promise<TopUp[]> {
  const rows = await db
    .selectFrom('topUps')
    .select(readColumns)
    .where('status', '=', 'pending')
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1000)
    .execute();
  return rows.map(asTopUp);
}

export type TransferTopUpFilter = {
  status?: TopUp['status'] | undefined;
  /** Requested at this time or later, and before that one. */
  from?: Date | undefined;
  to?: Date | undefined;
};

function isTransfer({ holderId, mode }: Book, { status, from, to }: TransferTopUpFilter): RawBuilder<unknown> {
  const conditions = [sql`holder_id = ${holderId} and mode = ${mode} and source = 'bank'`];
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  if (from !== undefined) conditions.push(sql`created_at >= ${from}`);
  if (to !== undefined) conditions.push(sql`created_at < ${to}`);
  return sql.join(conditions, sql` and `);
}

/** The top-ups by bank transfer of one book, newest first. @param before a position of the page before. */
export async function listTransferTopUps(
  db: Database,
  book: Book,
  { after, limit, ...filter }: Page & TransferTopUpFilter,
): Promise<(TopUp & { position: bigint })[]> {
  let found = db
    .selectFrom('topUps')
    .select([...readColumns, 'position'])
    .where(condition`${isTransfer(book, filter)}`);
  if (after !== undefined) found = found.where('position', '<', after);
  return (await found.orderBy('position', 'desc').limit(limit).execute()).map(asTopUp);
}

/** What `listTransferTopUps` lists on all its pages. What has arrived and was not taken back is paid. */
export const sumTransferTopUps = (db: Database, book: Book, filter: TransferTopUpFilter): Promise<Totals> =>
  readTotals(
    db,
    sql`
      select currency, amount,
        case when status = 'succeeded' then amount - coalesce(reversed_amount, 0) else 0 end as paid_amount,
        case when status = 'pending' then amount else 0 end as on_its_way_amount
      from top_ups where ${isTransfer(book, filter)}`,
    ['amount', 'paid_amount', 'on_its_way_amount'],
  );
