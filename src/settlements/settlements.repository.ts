/** All SQL of settlements. A settlement's lines are its transfers; they are not stored a second time. */
import { sql } from 'kysely';
import type { Database } from '../database/pool.ts';
import type { Tx } from '../database/transaction.ts';
import { accountColumns } from '../ledger/account-sql.ts';
import type { Account, Book } from '../ledger/accounts.ts';

export type SettlementTrigger = 'request' | 'command' | 'schedule' | 'funds';

export type Settlement = Book & {
  id: bigint;
  status: 'running' | 'done';
  trigger: SettlementTrigger;
  /** The one currency to settle; null for all of them. */
  currency: string | null;
  ordersSettled: number;
  ordersAwaitingFunds: number;
  ordersOnHold: number;
  startedAt: Date;
  progressedAt: Date;
  finishedAt: Date | null;
};

const columns = sql.raw(`
  holder_id as "holderId", id, mode, status, trigger, currency, orders_settled as "ordersSettled",
  orders_awaiting_funds as "ordersAwaitingFunds", orders_on_hold as "ordersOnHold", started_at as "startedAt",
  progressed_at as "progressedAt", finished_at as "finishedAt"`);

/** @returns undefined when a settlement of this book is running. */
export async function insertSettlement(
  tx: Tx,
  { holderId, mode }: Book,
  trigger: SettlementTrigger,
  currency: string | null,
  at: Date,
): Promise<Settlement | undefined> {
  const { rows } = await sql<Settlement>`
    insert into settlements (holder_id, mode, trigger, currency, started_at, progressed_at)
    values (${holderId}, ${mode}, ${trigger}, ${currency}, ${at}, now())
    on conflict (holder_id, mode) where status = 'running' do nothing
    returning ${columns}`.execute(tx);
  return rows[0];
}

export async function findSettlement(
  db: Database | Tx,
  { holderId, mode }: Book,
  id: bigint,
): Promise<Settlement | undefined> {
  const { rows } = await sql<Settlement>`
    select ${columns} from settlements
    where holder_id = ${holderId} and mode = ${mode} and id = ${id}`.execute(db);
  return rows[0];
}

export async function findRunningSettlement(
  db: Database | Tx,
  { holderId, mode }: Book,
): Promise<Settlement | undefined> {
  const { rows } = await sql<Settlement>`
    select ${columns} from settlements
    where holder_id = ${holderId} and mode = ${mode} and status = 'running'`.execute(db);
  return rows[0];
}

/** Running settlements without a batch for `idleSeconds`, by the database's clock: their process has died. */
export async function findAbandonedSettlements(db: Database, idleSeconds: number): Promise<Settlement[]> {
  const { rows } = await sql<Settlement>`
    select ${columns} from settlements
    where status = 'running' and progressed_at <= now() - make_interval(secs => ${idleSeconds}::float8)
    order by progressed_at limit 100`.execute(db);
  return rows;
}

export async function listSettlements(
  db: Database,
  { holderId, mode }: Book,
  beforeId: bigint | undefined,
  limit: number,
): Promise<Settlement[]> {
  const { rows } = await sql<Settlement>`
    select ${columns} from settlements
    where holder_id = ${holderId} and mode = ${mode} and (${beforeId ?? null}::bigint is null or id < ${beforeId ?? null}::bigint)
    order by id desc limit ${limit}`.execute(db);
  return rows;
}

/** Locks a running settlement. @returns false when another process has finished it. */
export async function lockRunning(tx: Tx, holderId: bigint, id: bigint): Promise<boolean> {
  const { rows } = await sql`
    select from settlements where holder_id = ${holderId} and id = ${id} and status = 'running' for update`.execute(tx);
  return rows.length === 1;
}

export async function addProgress(
  tx: Tx,
  holderId: bigint,
  id: bigint,
  counts: { settled: number; awaiting: number; held: number },
): Promise<void> {
  await sql`
    update settlements set orders_settled = orders_settled + ${counts.settled},
      orders_awaiting_funds = orders_awaiting_funds + ${counts.awaiting},
      orders_on_hold = orders_on_hold + ${counts.held}, progressed_at = now()
    where holder_id = ${holderId} and id = ${id}`.execute(tx);
}

export async function finishSettlement(tx: Tx, holderId: bigint, id: bigint, at: Date): Promise<void> {
  await sql`
    update settlements set status = 'done', finished_at = ${at}, progressed_at = now()
    where holder_id = ${holderId} and id = ${id} and status = 'running'`.execute(tx);
}

export type SettlementTotal = { currency: string; amount: bigint; transfers: bigint } & Account;

/** The total of each party by currency, in minor units. */
export async function sumSettlement(db: Database, holderId: bigint, id: bigint): Promise<SettlementTotal[]> {
  const { rows } = await sql<SettlementTotal>`
    select a.currency, ${accountColumns('a')}, s.amount, s.transfers
    from (
      select to_account_id, sum(amount)::bigint as amount, count(*) as transfers
      from transfers where holder_id = ${holderId} and settlement_id = ${id} and code = 'settlement'
      group by to_account_id) s
    join accounts a on a.holder_id = ${holderId} and a.id = s.to_account_id
    order by a.currency, a.id`.execute(db);
  return rows;
}

export type SettlementLine = {
  transferId: bigint;
  orderId: bigint;
  partnerOrderRef: string;
  isShadow: boolean;
  currency: string;
  amount: bigint;
} & Account;

/** The lines of a settlement after `afterId`, one per share above 0. Amounts in minor units. */
export async function listLines(
  db: Database,
  holderId: bigint,
  id: bigint,
  afterId: bigint,
  limit: number,
): Promise<SettlementLine[]> {
  const { rows } = await sql<SettlementLine>`
    select t.id as "transferId", o.id as "orderId", o.partner_order_ref as "partnerOrderRef",
      o.is_shadow as "isShadow", t.currency, ${accountColumns('a')}, t.amount
    from transfers t
    join orders o on o.holder_id = ${holderId} and o.id = t.subject_id::bigint
    join accounts a on a.holder_id = ${holderId} and a.id = t.to_account_id
    where t.holder_id = ${holderId} and t.settlement_id = ${id} and t.code = 'settlement'
      and t.subject_kind = 'order' and t.id > ${afterId}
    order by t.id limit ${limit}`.execute(db);
  return rows;
}

export async function findSettlementRule(
  db: Database | Tx,
  holderId: bigint,
): Promise<{ holdSeconds: number; settleOnlyPaid: boolean }> {
  const { rows } = await sql<{ holdSeconds: number; settleOnlyPaid: boolean }>`
    select hold_seconds as "holdSeconds", settle_only_paid as "settleOnlyPaid"
    from companies where holder_id = ${holderId}`.execute(db);
  return rows[0] ?? { holdSeconds: 0, settleOnlyPaid: false };
}
