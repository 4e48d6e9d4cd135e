/** SQL of refunds that go back by bank transfer: those that the operator has to send. It writes nothing. */
import { type RawBuilder, sql } from 'kysely';
import { int8, nullable, oneOf, type RowOf, text, timestamptz } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import type { Mode } from '../../base/money/mode.ts';
import { holderKindNames } from '../../base/schemas/holder-parts.ts';

const columns = {
  holderId: int8,
  holderName: text,
  holderKind: oneOf(...holderKindNames),
  id: text,
  position: int8,
  paymentId: text,
  status: oneOf('pending', 'succeeded', 'failed'),
  amount: int8,
  currency: text,
  reason: nullable(text),
  createdAt: timestamptz,
  /** Who paid, as the statement named them; null where it did not. */
  creditorName: nullable(text),
  creditorAccount: nullable(text),
};

export type BankRefund = RowOf<typeof columns>;

/** Oldest first. The sender of the largest part is whom the bank is to pay. */
const bankRefunds = (where: RawBuilder<unknown>) => sql`
  select r.holder_id as "holderId", h.name as "holderName", h.kind as "holderKind", r.id, r.position,
    r.payment_id as "paymentId", r.status, r.amount, r.currency, r.reason, r.created_at as "createdAt",
    c.counterparty_name as "creditorName", c.counterparty_account as "creditorAccount"
  from refunds r
  join payment_attempts a on a.holder_id = r.holder_id and a.payment_id = r.payment_id and a.status = 'succeeded'
  join holders h on h.id = r.holder_id
  left join transfers t on t.holder_id = r.holder_id and t.mode = r.mode and t.subject_kind = 'payment'
    and t.subject_id = r.payment_id and t.code = 'payment'
  left join lateral (
    select l.counterparty_name, l.counterparty_account from statement_matches m
    join statement_lines l on l.id = m.line_id
    where m.transfer_holder_id = t.holder_id and m.transfer_id = t.id
    order by m.amount desc, l.id limit 1) c on true
  where a.method = 'bank_transfer' and ${where}
  order by r.position`;

/** Those to send. */
export async function listBankRefunds(db: Database, mode: Mode, { after, limit }: Page): Promise<BankRefund[]> {
  const from = after === undefined ? sql`true` : sql`r.position > ${after}`;
  return query(columns)`
    ${bankRefunds(sql`r.mode = ${mode} and r.status = 'pending' and ${from}`)} limit ${limit}`.execute(db);
}

/** Those to send that are in no living payment file, and whose payer the statement names. */
export async function listUnfiledRefunds(
  tx: Tx,
  { mode, currency }: Pick<BankRefund, 'currency'> & { mode: Mode },
  limit: number,
): Promise<BankRefund[]> {
  return query(columns)`
    ${bankRefunds(sql`
      r.mode = ${mode} and r.status = 'pending' and r.currency = ${currency} and c.counterparty_account is not null
      and not exists (select from payout_file_lines f where f.payout_id = r.id and f.superseded_by is null)`)}
    limit ${limit}`.execute(tx);
}

/** They don't change until the transaction ends. @param ids of refunds by bank transfer; others are left out. */
export async function shareBankRefunds(tx: Tx, mode: Mode, ids: readonly string[]): Promise<BankRefund[]> {
  const holders = Map.groupBy(ids, (id) => holderOfPublicId('ref', id));
  for (const [holderId, own] of [...holders].sort(([a = 0n], [b = 0n]) => (a < b ? -1 : 1))) {
    if (holderId === undefined) continue;
    await command`
      select from refunds where holder_id = ${holderId} and id = any(${own}::text[]) order by id for share`.execute(tx);
  }
  const ofThem = sql`r.holder_id = any(${[...holders.keys()].filter((id) => id !== undefined)}::bigint[])`;
  return query(columns)`${bankRefunds(sql`r.mode = ${mode} and ${ofThem} and r.id = any(${ids}::text[])`)}`.execute(tx);
}

export async function countBankRefunds(db: Database, mode: Mode): Promise<number> {
  const { count } = await query({ count: int8 })`
    select count(*) as count from refunds r
    join payment_attempts a on a.holder_id = r.holder_id and a.payment_id = r.payment_id and a.status = 'succeeded'
    where r.mode = ${mode} and r.status = 'pending' and a.method = 'bank_transfer'`.executeTakeFirstOrThrow(db);
  return Number(count);
}

/** Those that a statement shows as sent: lines have all of their transfer. */
export async function listMatchedRefunds(tx: Tx, mode: Mode): Promise<{ holderId: bigint; id: string }[]> {
  return query({ holderId: int8, id: text })`
    select r.holder_id as "holderId", r.id from refunds r
    join payment_attempts a on a.holder_id = r.holder_id and a.payment_id = r.payment_id and a.status = 'succeeded'
    join transfers t on t.holder_id = r.holder_id and t.mode = r.mode and t.subject_kind = 'refund' and t.subject_id = r.id
      and t.code = 'refund'
    where r.mode = ${mode} and r.status = 'pending' and a.method = 'bank_transfer' and -r.amount = (
      select sum(m.amount) from statement_matches m
      where m.transfer_holder_id = t.holder_id and m.transfer_id = t.id and m.source = 'bank')
    order by r.holder_id, r.id`.execute(tx);
}
