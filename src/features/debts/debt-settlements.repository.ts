/** All SQL of debts that were repaid outside or written off, and of what holders owe. */

import { type RawBuilder, sql } from 'kysely';
import {
  int8,
  narrowed,
  nullable,
  oneOf,
  type RowOf,
  selectList,
  text,
  timestamptz,
} from '../../base/database/columns.ts';
import { keepRow } from '../../base/database/kept-rows.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import {
  type Debt,
  type DebtSettlement,
  type DebtSettlementStatus,
  debtSettlementStatuses,
  settlementKinds,
} from './debt-settlement.ts';

const columns = {
  holderId: int8,
  id: text,
  mode: oneOf(...modes),
  currency: text,
  kind: oneOf(...settlementKinds),
  linkId: nullable(int8),
  accountKind: nullable(oneOf('clearing', 'wallet')),
  amount: int8,
  reason: text,
  status: oneOf(...debtSettlementStatuses),
  requestedBy: nullable(text),
  requestedAt: timestamptz,
  decidedBy: nullable(text),
  decidedAt: nullable(timestamptz),
};

const holderKind = oneOf('company', 'merchant', 'courier', 'customer', 'service');
const listedColumns = { ...columns, position: int8, holderName: text, holderKind, linkName: nullable(text) };
export type ListedDebtSettlement = DebtSettlement &
  Pick<RowOf<typeof listedColumns>, 'position' | 'holderName' | 'holderKind' | 'linkName'>;

export async function insertSettlement(tx: Tx, settlement: DebtSettlement): Promise<void> {
  const { holderId, id, mode, currency, kind, linkId, accountKind, amount, reason, status } = settlement;
  const { requestedBy, requestedAt, decidedBy, decidedAt } = settlement;
  const what = { holderId, id, mode, currency, kind, linkId, accountKind, amount, reason, status };
  await tx
    .insertInto('debtSettlements')
    .values({ ...what, requestedBy, requestedAt, decidedBy, decidedAt })
    .execute();
}

export async function lockSettlement(tx: Tx, holderId: bigint, id: string): Promise<DebtSettlement | undefined> {
  const row = await query(columns)`
    select ${selectList(columns, 's')} from debt_settlements s
    where s.holder_id = ${holderId} and s.id = ${id} for update`.executeTakeFirst(tx);
  return row as DebtSettlement | undefined;
}

/** `requested → posted` or `declined`. The caller has locked the row. */
export async function setDecided(
  tx: Tx,
  { holderId, id, status, amount, decidedBy, decidedAt }: DebtSettlement,
): Promise<void> {
  await tx
    .updateTable('debtSettlements')
    .set({ status, amount, decidedBy, decidedAt })
    .where('holderId', '=', holderId)
    .where('id', '=', id)
    .where('status', '=', 'requested')
    .execute();
}

const ofDebt = ({ holderId, mode, currency, linkId }: Debt) => sql`
  holder_id = ${holderId} and mode = ${mode} and currency = ${currency} and link_id is not distinct from ${linkId}::bigint`;

/** Minor units. Decide from it only while the debt is locked. */
export async function sumWrittenOffAlone(tx: Tx, debt: Debt, since: Date): Promise<bigint> {
  const { amount } = await query({ amount: int8 })`
    select coalesce(sum(amount), 0)::bigint as amount from debt_settlements
    where ${ofDebt(debt)} and kind = 'written_off' and status = 'posted' and decided_by is null
      and requested_at > ${since}`.executeTakeFirstOrThrow(tx);
  return amount;
}

/** Whether a write-off of this debt waits for a second person. Decide from it only while the debt is locked. */
export async function isWriteOffRequested(tx: Tx, debt: Debt): Promise<boolean> {
  const { count } = await query({ count: int8 })`
    select count(*) as count from debt_settlements where ${ofDebt(debt)} and status = 'requested'`.executeTakeFirstOrThrow(
    tx,
  );
  return count > 0n;
}

export type SettlementFilter = {
  mode: Mode;
  holderId?: bigint | undefined;
  linkId?: bigint | undefined;
  status?: DebtSettlementStatus | undefined;
  /** Debts to the service, or of links to their companies. */
  to: 'service' | 'company';
};

/** Newest first. @returns at most `limit` before `before`. */
export async function listSettlements(
  db: Database | Tx,
  { mode, holderId, linkId, status, to }: SettlementFilter,
  { after, limit }: Page,
): Promise<ListedDebtSettlement[]> {
  const conditions: RawBuilder<unknown>[] = [sql`s.mode = ${mode}`, sql`(s.link_id is null) = ${to === 'service'}`];
  if (holderId !== undefined) conditions.push(sql`s.holder_id = ${holderId}`);
  if (linkId !== undefined) conditions.push(sql`s.link_id = ${linkId}`);
  if (status !== undefined) conditions.push(sql`s.status = ${status}`);
  if (after !== undefined) conditions.push(sql`s.position < ${after}`);
  return select(db, sql`${sql.join(conditions, sql` and `)} order by s.position desc limit ${limit}`);
}

/** Write-offs of debts to the service that wait for a second person. */
export async function countWaitingWriteOffs(db: Database, mode: Mode): Promise<number> {
  const { count } = await query({ count: int8 })`
    select count(*) as count from debt_settlements s where ${waiting(mode)}`.executeTakeFirstOrThrow(db);
  return Number(count);
}

const waiting = (mode: Mode) => sql`s.mode = ${mode} and s.link_id is null and s.status = 'requested'`;

export async function findListedSettlement(
  db: Database | Tx,
  holderId: bigint,
  id: string,
): Promise<ListedDebtSettlement | undefined> {
  return (await select(db, sql`s.holder_id = ${holderId} and s.id = ${id}`))[0];
}

async function select(db: Database | Tx, where: RawBuilder<unknown>): Promise<ListedDebtSettlement[]> {
  const rows = await query(listedColumns)`
    select ${selectList({ ...columns, position: int8 }, 's')}, h.name as "holderName", h.kind as "holderKind", l.name as "linkName"
    from debt_settlements s
    join holders h on h.id = s.holder_id
    left join links l on l.company_id = s.holder_id and l.id = s.link_id
    where ${where}`.execute(db);
  return rows as ListedDebtSettlement[];
}

/** The names of people by id. */
export async function findPeopleNames(
  db: Database | Tx,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await query({ id: text, name: text })`
    select id, name from people where id = any(${[...new Set(ids)]}::text[])`.execute(db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

const owed = {
  /** Whose book it is. */
  holderId: int8,
  holderName: text,
  linkId: nullable(int8),
  currency: text,
  amount: narrowed(int8),
};
/** A debt, in minor units; `linkId` null for one to the service. */
export type Owed = RowOf<typeof owed>;

/** What a holder owes: to the service in its own book, and through its links in the books of companies. */
export async function listOwed(db: Database | Tx, { holderId, mode }: Book): Promise<Owed[]> {
  return query(owed)`
    select a.holder_id as "holderId", h.name as "holderName", a.link_id as "linkId", a.currency, a.balance as amount
    from accounts a join holders h on h.id = a.holder_id
    where a.holder_id = ${holderId} and a.mode = ${mode} and a.kind = 'debt' and a.balance > 0
    union all
    select a.holder_id, h.name, a.link_id, a.currency, a.balance
    from links l
    join holders h on h.id = l.company_id
    join accounts a on a.holder_id = l.company_id and a.mode = ${mode} and a.kind = 'link_debt' and a.link_id = l.id
      and a.balance > 0
    where l.holder_id = ${holderId}
    order by 3 nulls first, 4`.execute(db);
}

const debtor = { holderId: int8, name: text, mode: oneOf(...modes), currency: text, amount: int8 };

/** What accounts owe the service, in minor units. */
export async function listDebtors(db: Database, mode: Mode | null, limit: number): Promise<RowOf<typeof debtor>[]> {
  return query(debtor)`
    select a.holder_id as "holderId", h.name, a.mode, a.currency, a.balance as amount
    from accounts a join holders h on h.id = a.holder_id
    where a.kind = 'debt' and a.balance > 0 and (${mode}::text is null or a.mode = ${mode}::text)
    order by a.holder_id, a.mode, a.currency limit ${limit}`.execute(db);
}

const limitColumns = ['currency', 'amount', 'setBy', 'setAt'] as const;

export async function listLimits(db: Database | Tx, holderId: bigint) {
  return db
    .selectFrom('writeOffLimits')
    .select(limitColumns)
    .where('holderId', '=', holderId)
    .orderBy('currency')
    .execute();
}

export async function findLimit(tx: Tx, holderId: bigint, currency: string) {
  return tx
    .selectFrom('writeOffLimits')
    .select(limitColumns)
    .where('holderId', '=', holderId)
    .where('currency', '=', currency)
    .executeTakeFirst();
}

export async function saveLimit(
  tx: Tx,
  holderId: bigint,
  limit: { currency: string; amount: bigint; setBy: string; setAt: Date },
): Promise<void> {
  await tx
    .insertInto('writeOffLimits')
    .values({ holderId, ...limit })
    .onConflict((conflict) => conflict.columns(['holderId', 'currency']).doUpdateSet(limit))
    .execute();
  await keepRow(tx, 'write_off_limits', { holder_id: holderId, currency: limit.currency });
}
