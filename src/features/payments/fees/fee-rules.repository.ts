/** All SQL of payment fees. A rule is never changed: a later one of its scope replaces it. */
import { sql } from 'kysely';
import { int4, int8, nullable, oneOf, text, timestamptz } from '../../../base/database/columns.ts';
import type { Database } from '../../../base/database/pool.ts';
import { notifyRowChange } from '../../../base/database/row-changes.ts';
import { command, query } from '../../../base/database/statement.ts';
import type { Tx } from '../../../base/database/transaction.ts';
import { type Fee, type FeeRule, type FeeScope, feeMethods } from './fee-rule.ts';

const columns = {
  id: int8,
  holderId: nullable(int8),
  method: nullable(oneOf(...feeMethods)),
  currency: nullable(text),
  basisPoints: nullable(int4),
  fixed: nullable(int8),
  effectiveFrom: timestamptz,
};

/** The payload of the notification of a rule for all accounts. */
export const everyAccount = 'all';

type Row = Omit<FeeRule, 'fee'> & { basisPoints: number | null; fixed: bigint | null };

const toRule = ({ basisPoints, fixed, ...rule }: Row): FeeRule => ({
  ...rule,
  fee: basisPoints === null || fixed === null ? null : { basisPoints, fixed },
});

const selected = sql`r.id, r.holder_id as "holderId", r.method, r.currency, r.basis_points as "basisPoints", r.fixed,
  r.effective_from as "effectiveFrom"`;

/** Every decision for an account and for all accounts, oldest first. @param holderId null: those for all accounts. */
export async function listFeeRules(db: Database | Tx, holderId: bigint | null): Promise<FeeRule[]> {
  const rows = await query(columns)`
    select ${selected} from payment_fee_rules r
    where r.holder_id is null or r.holder_id = ${holderId}
    order by r.id`.execute(db);
  return rows.map(toRule);
}

const account = { holderId: int8, name: text, count: int8 };

/** The accounts that have fees of their own in force. `first`: by name, at most `limit`. */
export type OwnFees = { count: number; first: { holderId: bigint; name: string }[] };

export async function findAccountsWithFees(db: Database | Tx, at: Date, limit: number): Promise<OwnFees> {
  const rows = await query(account)`
    select h.id as "holderId", h.name, coalesce(count(*) over (), 0) as count
    from holders h
    where h.status <> 'closed' and h.id in (
      select l.holder_id from (
        select distinct on (r.holder_id, r.method, r.currency) r.holder_id, r.basis_points
        from payment_fee_rules r
        where r.holder_id is not null and r.effective_from <= ${at}
        order by r.holder_id, r.method, r.currency, r.effective_from desc, r.id desc) l
      where l.basis_points is not null)
    order by h.name, h.id limit ${limit}`.execute(db);
  return { count: Number(rows[0]?.count ?? 0), first: rows.map(({ holderId, name }) => ({ holderId, name })) };
}

/** The rules that payments keep, by id. */
export async function findFeeRules(db: Database | Tx, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, FeeRule>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await query(columns)`
    select ${selected} from payment_fee_rules r where r.id = any(${wanted}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, toRule(row)]));
}

/** One at a time, so that of two decisions for one time the one with the higher id is the later one. */
export async function lockFeeRules(tx: Tx): Promise<void> {
  await command`select pg_advisory_xact_lock(hashtext('payment_fee_rules'))`.execute(tx);
}

/** @param effectiveFrom null: from now on. */
export async function insertFeeRule(
  tx: Tx,
  { holderId, method, currency }: FeeScope,
  fee: Fee | null,
  effectiveFrom: Date | null,
): Promise<FeeRule> {
  const row = await query(columns)`
    insert into payment_fee_rules as r (holder_id, method, currency, basis_points, fixed, effective_from)
    values (${holderId}, ${method}, ${currency}, ${fee?.basisPoints ?? null}::integer, ${fee?.fixed ?? null}::bigint,
      coalesce(${effectiveFrom}::timestamptz, clock_timestamp()))
    returning ${selected}`.executeTakeFirstOrThrow(tx);
  await notifyRowChange(tx, 'fees', holderId ?? everyAccount);
  return toRule(row);
}
