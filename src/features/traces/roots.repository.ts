/** SQL that finds what a chain is about: an id may name a part of it, such as a refund of an order. Reads only. */
import { type RawBuilder, sql } from 'kysely';
import { int8, nullable, oneOf, text } from '../../base/database/columns.ts';
import type { Database } from '../../base/database/pool.ts';
import { query } from '../../base/database/statement.ts';
import type { Mode } from '../../base/money/mode.ts';
import { subjectShape } from '../../core/ledger/account-sql.ts';
import { accountKinds } from '../../core/ledger/accounts.ts';

/** @param holders whose orders; null: of any company. */
export function findOrderOf(db: Database, mode: Mode, holders: readonly bigint[] | null, id: bigint) {
  const of = (companies: RawBuilder<unknown>) =>
    query({ holderId: int8, ref: text })`
    select o.holder_id as "holderId", o.partner_order_ref as ref
    from (${companies}) c join orders o on o.holder_id = c.id and o.id = ${id}
    where o.mode = ${mode}`.executeTakeFirst(db);
  return of(
    holders === null
      ? sql`select id from holders where kind = 'company'`
      : sql`select unnest(${[...holders]}::bigint[]) as id`,
  );
}

type Key = { holderId: bigint; id: string };

/** The payment that an id of a payment, a refund, a dispute or an attempt is about; its order, if it has one. */
export const findPaymentOf = (db: Database, mode: Mode, { holderId, id }: Key) =>
  query({ id: text, orderId: nullable(int8) })`
    select p.id, p.order_id as "orderId" from payments p
    where p.holder_id = ${holderId} and p.mode = ${mode} and p.id = coalesce(
      (select r.payment_id from refunds r where r.holder_id = ${holderId} and r.id = ${id}),
      (select d.payment_id from disputes d where d.holder_id = ${holderId} and d.id = ${id}),
      (select a.payment_id from payment_attempts a where a.holder_id = ${holderId} and a.id = ${id}),
      ${id}::text)`.executeTakeFirst(db);

export const findOrderOfRefund = (db: Database, mode: Mode, { holderId, id }: Key) =>
  query({ orderId: int8 })`
    select order_id as "orderId" from order_refunds
    where holder_id = ${holderId} and mode = ${mode} and id = ${id}`.executeTakeFirst(db);

/** Whose dispute it is; ids of disputes are the providers'. */
export const findHolderOfDispute = (db: Database, mode: Mode, id: string) =>
  query({ holderId: int8 })`
    select holder_id as "holderId" from disputes where id = ${id} and mode = ${mode}`.executeTakeFirst(db);

export const findSettlementOf = (db: Database, mode: Mode, holders: readonly bigint[] | null, id: bigint) =>
  query({ holderId: int8 })`
    select holder_id as "holderId" from settlements
    where id = ${id} and mode = ${mode}
      and (${holders === null} or holder_id = any(${holders === null ? [] : [...holders]}::bigint[]))`.executeTakeFirst(
    db,
  );

export const findTopUpOf = (db: Database, mode: Mode, { holderId, id }: Key) =>
  query({ amount: int8, reversed: int8, currency: text, status: text })`
    select amount, coalesce(reversed_amount, 0) as reversed, currency, status from top_ups
    where holder_id = ${holderId} and mode = ${mode} and id = ${id}`.executeTakeFirst(db);

const transferColumns = {
  holderId: int8,
  ...subjectShape,
  fromKind: oneOf(...accountKinds),
  fromLinkId: nullable(int8),
  toKind: oneOf(...accountKinds),
  toLinkId: nullable(int8),
};

/** @param holders whose transfers; null: of any holder. */
export function findTransferOf(db: Database, mode: Mode, holders: readonly bigint[] | null, id: bigint) {
  return query(transferColumns)`
    select t.holder_id as "holderId", t.subject_kind as "subjectKind", t.subject_id as "subjectId",
      f.kind as "fromKind", f.link_id as "fromLinkId", a.kind as "toKind", a.link_id as "toLinkId"
    from transfers t
    join accounts f on f.holder_id = t.holder_id and f.id = t.from_account_id
    join accounts a on a.holder_id = t.holder_id and a.id = t.to_account_id
    where t.id = ${id} and t.mode = ${mode}
      and (${holders === null} or t.holder_id = any(${holders === null ? [] : [...holders]}::bigint[]))`.executeTakeFirst(
    db,
  );
}

export const findLineOf = (db: Database, mode: Mode, id: bigint) =>
  query({ currency: text, matched: int8 })`
    select currency, matched_amount as matched from statement_lines where id = ${id} and mode = ${mode}`.executeTakeFirst(
    db,
  );

/** The companies that a payee has, or had, a link in. */
export const listOwnLinks = (db: Database, holderId: bigint) =>
  query({ companyId: int8, id: int8 })`
    select company_id as "companyId", id from links where holder_id = ${holderId} order by id`.execute(db);
