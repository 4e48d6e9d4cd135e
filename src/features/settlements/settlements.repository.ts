/** All SQL of settlements. A settlement's lines are its transfers; they are not stored a second time. */

import { type RawBuilder, sql } from 'kysely';
import {
  bool,
  int4,
  int8,
  jsonb,
  narrowed,
  nullable,
  oneOf,
  type RowOf,
  selectList,
  text,
  timestamptz,
} from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import type { JsonValue } from '../../base/database/schema.generated.ts';
import { command, condition, query } from '../../base/database/statement.ts';
import { countedMax, type Totals } from '../../base/database/totals.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { modes } from '../../base/money/mode.ts';
import { accountColumns, accountShape, ofAccounts } from '../../core/ledger/account-sql.ts';
import { type Account, type Book, shadowKinds } from '../../core/ledger/accounts.ts';

export type SettlementTrigger = 'request' | 'command' | 'schedule' | 'funds';

const columns = {
  holderId: int8,
  id: int8,
  mode: oneOf(...modes),
  status: oneOf('running', 'done'),
  trigger: oneOf('request', 'command', 'schedule', 'funds'),
  /** The one currency it settles; null: all of them. */
  currency: nullable(text),
  ordersSettled: int4,
  ordersAwaitingFunds: int4,
  ordersOnHold: int4,
  startedAt: timestamptz,
  progressedAt: timestamptz,
  finishedAt: nullable(timestamptz),
  /** What it credited: minor units by currency. Null while it runs. */
  credited: nullable(jsonb<JsonValue>()),
  /** What it only recorded in the shadow ledger. Also null as an earlier version finished it, whose `credited` has both. */
  recorded: nullable(jsonb<JsonValue>()),
};

const names = Object.keys(columns) as (keyof typeof columns)[];

export type Settlement = RowOf<typeof columns>;

/** @returns undefined when a settlement of this book is running. */
export async function insertSettlement(
  tx: Tx,
  { holderId, mode }: Book,
  trigger: SettlementTrigger,
  currency: string | null,
  at: Date,
): Promise<Settlement | undefined> {
  return query(columns)`
    insert into settlements (holder_id, mode, trigger, currency, started_at, progressed_at)
    values (${holderId}, ${mode}, ${trigger}, ${currency}, ${at}, now())
    on conflict (holder_id, mode) where status = 'running' do nothing
    returning ${selectList(columns, 'settlements')}`.executeTakeFirst(tx);
}

export async function findSettlement(
  db: Database | Tx,
  { holderId, mode }: Book,
  id: bigint,
): Promise<Settlement | undefined> {
  return db
    .selectFrom('settlements')
    .select(names)
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function findRunningSettlement(
  db: Database | Tx,
  { holderId, mode }: Book,
): Promise<Settlement | undefined> {
  return db
    .selectFrom('settlements')
    .select(names)
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where('status', '=', 'running')
    .executeTakeFirst();
}

/** Running settlements without a batch for `idleSeconds`, by the database's clock: their process has died. */
export async function findAbandonedSettlements(db: Database, idleSeconds: number): Promise<Settlement[]> {
  return db
    .selectFrom('settlements')
    .select(names)
    .where('status', '=', 'running')
    .where(condition`progressed_at <= now() - make_interval(secs => ${idleSeconds}::float8)`)
    .orderBy('progressedAt')
    .limit(100)
    .execute();
}

/** Started at this time or later, and before that one. */
export type SettlementFilter = { from?: Date | undefined; to?: Date | undefined };

const isListed = ({ holderId, mode }: Book, { from, to }: SettlementFilter): RawBuilder<unknown> =>
  sql.join(
    [
      sql`holder_id = ${holderId} and mode = ${mode}`,
      ...(from === undefined ? [] : [sql`started_at >= ${from}`]),
      ...(to === undefined ? [] : [sql`started_at < ${to}`]),
    ],
    sql` and `,
  );

export const listSettlements = (
  db: Database,
  book: Book,
  { after, limit, ...filter }: Page & SettlementFilter,
): Promise<Settlement[]> =>
  query(columns)`
    select ${selectList(columns, 'settlements')} from settlements
    where ${isListed(book, filter)} and (${after ?? null}::bigint is null or id < ${after ?? null})
    order by id desc limit ${limit}`.execute(db);

/** In one currency; minor units. */
export type CurrencySum = { currency: string; amount: bigint };

/** What a settlement credited, and what it only recorded in the shadow ledger. */
export type SettlementSums = { credited: CurrencySum[]; recorded: CurrencySum[] };

/** The transfers of more orders than this are not added up for a list. */
const summedOrdersMax = 25_000;

/** Transfers to the shadow ledger, of transfers `t` that were joined with their accounts `a`. */
const isRecorded = sql`a.kind = any(${[...shadowKinds]}::text[])`;

/**
 * What each settlement credited and recorded. Where it is not stored, the transfers are added up, of the first settlements until they
 * would be too many for a moment's read. @returns nothing for the others.
 */
export async function sumEachSettlement(
  db: Database,
  holderId: bigint,
  settlements: readonly Settlement[],
): Promise<Map<bigint, SettlementSums>> {
  const found = new Map<bigint, SettlementSums>();
  const added: bigint[] = [];
  let orders = 0;
  for (const settlement of settlements) {
    const stored = storedSums(settlement);
    if (stored === null) orders += settlement.ordersSettled;
    if (stored === null && orders > summedOrdersMax) continue;
    if (stored === null) added.push(settlement.id);
    found.set(settlement.id, stored ?? { credited: [], recorded: [] });
  }
  if (added.length === 0) return found;
  const rows = await query({ settlementId: narrowed(int8), currency: text, isRecorded: bool, amount: int8 })`
    select t.settlement_id as "settlementId", t.currency, ${isRecorded} as "isRecorded", sum(t.amount)::bigint as amount
    from transfers t
    join accounts a on a.holder_id = t.holder_id and a.id = t.to_account_id
    where t.holder_id = ${holderId} and t.settlement_id = any(${added}::bigint[]) and t.code = 'settlement'
    group by 1, 2, 3 order by 1, 2`.execute(db);
  for (const { settlementId, isRecorded, ...sum } of rows) {
    found.get(settlementId)?.[isRecorded ? 'recorded' : 'credited'].push(sum);
  }
  return found;
}

/** Minor units, as text. */
type ByCurrency = Record<string, string>;

/** @returns null where they are not stored. */
export const storedSums = ({ credited, recorded }: Settlement): SettlementSums | null =>
  credited === null || recorded === null
    ? null
    : { credited: sumsIn(credited as ByCurrency), recorded: sumsIn(recorded as ByCurrency) };

const sumsIn = (stored: ByCurrency): CurrencySum[] =>
  Object.entries(stored).map(([currency, amount]) => ({ currency, amount: BigInt(amount) }));

/**
 * What `listSettlements` lists on all its pages, and what was credited and recorded: where it is not stored, by the transfers, unless
 * they are too many for a moment's read.
 */
export async function sumSettlements(db: Database, book: Book, filter: SettlementFilter): Promise<Totals> {
  const where = isListed(book, filter);
  const { count, added } = await query({ count: int8, added: int8 })`
    select count(*) as count,
      coalesce(sum(orders_settled) filter (where recorded is null), 0)::bigint as added
    from (
      select orders_settled, recorded from settlements where ${where}
      limit ${countedMax + 1}) s`.executeTakeFirstOrThrow(db);
  if (count > countedMax) return { count: BigInt(countedMax), isMore: true, sums: null };
  if (added > summedOrdersMax) return { count, isMore: false, sums: null };
  const rows = await query({ currency: text, count: int8, credited: text, recorded: text })`
    select c.currency, count(distinct c.id) as count, coalesce(sum(c.amount) filter (where not c.recorded), 0)::text as credited,
      coalesce(sum(c.amount) filter (where c.recorded), 0)::text as recorded
    from (
      select s.id, u.currency, u.amount::numeric as amount, u.recorded
      from (select * from settlements where ${where} and recorded is not null) s cross join lateral (
        select *, false from jsonb_each_text(s.credited) union all
        select *, true from jsonb_each_text(s.recorded)) as u (currency, amount, recorded)
      union all
      select t.settlement_id, t.currency, sum(t.amount), ${isRecorded}
      from transfers t
      join accounts a on a.holder_id = t.holder_id and a.id = t.to_account_id
      where t.holder_id = ${book.holderId} and t.code = 'settlement' and t.settlement_id in (
        select id from settlements where ${where} and recorded is null)
      group by 1, 2, 4) c
    group by c.currency order by c.currency`.execute(db);
  return { count, isMore: false, sums: rows.map(totalsIn) };
}

const totalsIn = ({
  currency,
  count,
  ...row
}: {
  currency: string;
  count: bigint;
  credited: string;
  recorded: string;
}) => {
  const [credited, recorded] = [BigInt(row.credited), BigInt(row.recorded)];
  const parts = { credited_amount: credited, recorded_amount: recorded };
  return { currency, count, sums: { amount: credited + recorded, ...parts } };
};

/** Locks a running settlement. @returns false when another process has finished it. */
export async function lockRunning(tx: Tx, holderId: bigint, id: bigint): Promise<boolean> {
  const row = await tx
    .selectFrom('settlements')
    .select('id')
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .where('status', '=', 'running')
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

export async function addProgress(
  tx: Tx,
  holderId: bigint,
  id: bigint,
  counts: { settled: number; awaiting: number; held: number },
): Promise<void> {
  await command`
    update settlements set orders_settled = orders_settled + ${counts.settled},
      orders_awaiting_funds = orders_awaiting_funds + ${counts.awaiting},
      orders_on_hold = orders_on_hold + ${counts.held}, progressed_at = now()
    where holder_id = ${holderId} and id = ${id}`.execute(tx);
}

/** Also stores what it credited and recorded, which no later transfer changes. */
export async function finishSettlement(tx: Tx, holderId: bigint, id: bigint, at: Date): Promise<void> {
  await command`
    update settlements set status = 'done', finished_at = ${at}, progressed_at = now(),
      (credited, recorded) = (
        select coalesce(jsonb_object_agg(s.currency, s.amount) filter (where not s.recorded), '{}'),
          coalesce(jsonb_object_agg(s.currency, s.amount) filter (where s.recorded), '{}')
        from (
          select a.currency, ${isRecorded} as recorded, sum(t.amount)::text as amount
          from (
            select to_account_id, sum(amount) as amount
            from transfers where holder_id = ${holderId} and settlement_id = ${id} and code = 'settlement'
            group by to_account_id) t
          join accounts a on a.holder_id = ${holderId} and a.id = t.to_account_id
          group by 1, 2) s)
    where holder_id = ${holderId} and id = ${id} and status = 'running'`.execute(tx);
}

const settlementTotal = {
  currency: text,
  amount: int8,
  transfers: int8,
  ...accountShape,
};

export type SettlementTotal = RowOf<typeof settlementTotal> & Account;

/** The total of each party by currency, in minor units. */
export async function sumSettlement(db: Database, holderId: bigint, id: bigint): Promise<SettlementTotal[]> {
  return ofAccounts(
    await query(settlementTotal)`
    select a.currency, ${accountColumns('a')}, s.amount, s.transfers
    from (
      select to_account_id, sum(amount)::bigint as amount, count(*) as transfers
      from transfers where holder_id = ${holderId} and settlement_id = ${id} and code = 'settlement'
      group by to_account_id) s
    join accounts a on a.holder_id = ${holderId} and a.id = s.to_account_id
    order by a.currency, a.id`.execute(db),
  );
}

const settlementLine = {
  transferId: int8,
  orderId: int8,
  partnerOrderRef: text,
  isShadow: bool,
  currency: text,
  amount: int8,
  ...accountShape,
};

export type SettlementLine = RowOf<typeof settlementLine> & Account;

/** The lines of a settlement after `afterId`, one per share above 0. Amounts in minor units. */
export async function listLines(
  db: Database,
  holderId: bigint,
  id: bigint,
  { after = 0n, limit }: Page,
): Promise<SettlementLine[]> {
  return ofAccounts(
    await query(settlementLine)`
    select t.id as "transferId", o.id as "orderId", o.partner_order_ref as "partnerOrderRef",
      o.is_shadow as "isShadow", t.currency, ${accountColumns('a')}, t.amount
    from transfers t
    join orders o on o.holder_id = ${holderId} and o.id = t.subject_id::bigint
    join accounts a on a.holder_id = ${holderId} and a.id = t.to_account_id
    where t.holder_id = ${holderId} and t.settlement_id = ${id} and t.code = 'settlement'
      and t.subject_kind = 'order' and t.id > ${after}
    order by t.id limit ${limit}`.execute(db),
  );
}

export async function findSettlementRule(
  db: Database | Tx,
  { holderId, mode }: Book,
): Promise<{ holdSeconds: number; settleOnlyPaid: boolean }> {
  const rule = await db
    .selectFrom('settlementSettings')
    .select(['holdSeconds', 'settleOnlyPaid'])
    .where('companyId', '=', holderId)
    .where('mode', '=', mode)
    .executeTakeFirst();
  return rule ?? { holdSeconds: 0, settleOnlyPaid: false };
}
