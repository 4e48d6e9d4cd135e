/** SQL fragments for accounts: their columns, and conditions that find an account by its identity. Writes nothing. */

import { type RawBuilder, sql } from 'kysely';
import { int8, nullable, oneOf, type RowOf, text } from '../../base/database/columns.ts';
import { taken, unnested } from '../../base/database/unnested.ts';
import { type Account, type AccountRef, accountKinds, firstProviders } from './accounts.ts';
import { subjectKinds } from './subject.ts';

/** The columns that distinguish accounts of one kind, in the order of the unique key; at most one is set. */
const naming = [
  { column: 'link_id', type: 'bigint', of: (account: Account) => account.linkId },
  { column: 'source', type: 'text', of: (account: Account) => account.source },
  { column: 'shadow_ref', type: 'text', of: (account: Account) => account.shadowRef },
  { column: 'shadow_name', type: 'text', of: (account: Account) => account.shadowName },
] as const;

const columnOf = (alias: string, column: string) => sql.raw(`${alias}.${column}`);

/** The select list of an `Account`. */
export const accountColumns = (alias: string): RawBuilder<unknown> =>
  sql.raw(
    `${alias}.kind, ${alias}.link_id as "linkId", ${alias}.source, ${alias}.shadow_ref as "shadowRef", ${alias}.shadow_name as "shadowName"`,
  );

/** Types of these columns, for a statement's result. */
export const accountShape = {
  kind: oneOf(...accountKinds),
  linkId: nullable(int8),
  source: nullable(text),
  shadowRef: nullable(text),
  shadowName: nullable(text),
};

/** What a row is about, as a statement declares it. */
export const subjectShape = { subjectKind: oneOf(...subjectKinds), subjectId: text };

/** The CHECK `accounts_named` says which of the names an account of each kind has. */
export const ofAccounts = <Row extends RowOf<typeof accountShape>>(rows: Row[]): (Row & Account)[] =>
  rows as (Row & Account)[];

/** True for the rows of this account in any book and currency. */
export const isAccount = (alias: string, account: Account): RawBuilder<unknown> => {
  const named = naming.map(({ column, of }) => {
    const value = of(account);
    return value === null ? sql`${columnOf(alias, column)} is null` : sql`${columnOf(alias, column)} = ${value}`;
  });
  return sql`(${sql.join([sql`${columnOf(alias, 'kind')} = ${account.kind}`, ...named], sql` and `)})`;
};

/**
 * Selects the keys (holder_id, id) of accounts in any books. Accounts identified by the same column are looked up
 * together, so that each column is compared with `=` or `is null`: `is not distinct from` could not use the unique
 * index.
 */
export function keysOf(refs: readonly AccountRef[]): RawBuilder<unknown> {
  const groups = Map.groupBy(refs, (ref) => naming.find(({ of }) => of(ref) !== null));
  const parts = [...groups].map(([by, named]) => {
    const conditions = naming.map(({ column }) =>
      column === by?.column ? sql`${columnOf('a', column)} = r.name` : sql`${columnOf('a', column)} is null`,
    );
    return sql`
      select a.holder_id, a.id
      from ${unnested('r', named, {
        holderId: int8,
        mode: text,
        currency: text,
        kind: text,
        name: taken(by?.type === 'bigint' ? int8 : text, (ref: AccountRef) => by?.of(ref)),
      })}
      join accounts a on a.holder_id = r.holder_id and a.mode = r.mode and a.currency = r.currency and a.kind = r.kind
        and ${sql.join(conditions, sql` and `)}`;
  });
  return sql.join(parts, sql` union all `);
}

/** `formatAccount` in SQL, for the output of checks. Never use it in comparisons. */
export const accountNameInSql = (alias: string): RawBuilder<unknown> =>
  sql.raw(`(case ${alias}.kind
    when 'earnings' then 'earnings:' || ${alias}.link_id
    when 'link_debt' then 'debt:' || ${alias}.link_id
    when 'link_cash' then 'cash:' || ${alias}.link_id
    when 'outside' then 'outside:' || ${alias}.source
    when 'payouts_pending' then 'payouts:pending'
    when 'shadow_clearing' then 'shadow:clearing'
    when 'shadow_commission' then 'shadow:commission'
    when 'shadow_merchant' then 'shadow:earnings:' || coalesce('ref:' || ${alias}.shadow_ref, 'name:' || ${alias}.shadow_name, 'unnamed')
    when 'shadow_courier' then 'shadow:earnings:' || coalesce('courier:' || ${alias}.link_id, 'unnamed-courier')
    else ${alias}.kind end)`);

/** `outsideSourceOf` in SQL, for an attempt that was not paid from a wallet. */
export const outsideSourceInSql = (attempt: string): RawBuilder<unknown> =>
  sql.raw(
    `(case when ${attempt}.provider in (${firstProviders.map((name) => `'${name}'`).join(', ')}) then ${attempt}.method else ${attempt}.provider end)`,
  );

/** `formatSubject` in SQL, for a transfer or an event. */
export const subjectInSql = (alias: string): RawBuilder<unknown> =>
  sql.raw(`(${alias}.subject_kind || ':' || ${alias}.subject_id)`);

/** The account of a merchant's or courier's split of a shadow order, as the columns that identify it. */
export const shadowPayeeInSql = (order: string, split: string): RawBuilder<unknown> =>
  sql.raw(`
    lateral (
      select case when ${split}.split ->> 'type' = 'courier' then 'shadow_courier' else 'shadow_merchant' end as kind,
        case when ${split}.split ->> 'type' = 'courier' then (${split}.split ->> 'ref')::bigint end as link_id, null::text as source,
        case when ${split}.split ->> 'type' = 'merchant' then ${order}.shadow_merchant_ref end as shadow_ref,
        case when ${split}.split ->> 'type' = 'merchant' and ${order}.shadow_merchant_ref is null then ${order}.shadow_merchant_name end
          as shadow_name
      where ${split}.split ->> 'type' in ('courier', 'merchant'))`);

/** Extracts the acquirer's own reference from a subject id built by `subjectOf.acquirerPayout`. */
export const acquirerReferenceInSql = (alias: string): RawBuilder<unknown> =>
  sql.raw(`substr(${alias}.subject_id, strpos(${alias}.subject_id, ':') + 1)`);
