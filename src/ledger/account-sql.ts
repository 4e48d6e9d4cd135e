/** Accounts in SQL: their columns as code names them, and how one is found by what names it. Writes nothing. */
import { type RawBuilder, sql } from 'kysely';
import type { Account, AccountRef } from './accounts.ts';

/** The columns that name one account among several of its kind, in the order of the unique key; at most one is set. */
const naming = [
  { column: 'link_id', type: 'bigint', of: (account: Account) => account.linkId },
  { column: 'source', type: 'text', of: (account: Account) => account.source },
  { column: 'shadow_ref', type: 'text', of: (account: Account) => account.shadowRef },
  { column: 'shadow_name', type: 'text', of: (account: Account) => account.shadowName },
] as const;

const columnOf = (alias: string, column: string) => sql.raw(`${alias}.${column}`);

/** What makes up an `Account`, to be selected. */
export const accountColumns = (alias: string): RawBuilder<unknown> =>
  sql.raw(
    `${alias}.kind, ${alias}.link_id as "linkId", ${alias}.source, ${alias}.shadow_ref as "shadowRef", ${alias}.shadow_name as "shadowName"`,
  );

/** Holds for the rows of this account, in whatever book and currency. */
export const isAccount = (alias: string, account: Account): RawBuilder<unknown> => {
  const named = naming.map(({ column, of }) => {
    const value = of(account);
    return value === null ? sql`${columnOf(alias, column)} is null` : sql`${columnOf(alias, column)} = ${value}`;
  });
  return sql`(${sql.join([sql`${columnOf(alias, 'kind')} = ${account.kind}`, ...named], sql` and `)})`;
};

/**
 * The keys (holder_id, id) of accounts of any books. Accounts named by the same column are looked up together, so that
 * each column is compared with `=` or `is null`: the unique key serves these, and not `is not distinct from`.
 */
export function keysOf(refs: readonly AccountRef[]): RawBuilder<unknown> {
  const groups = Map.groupBy(refs, (ref) => naming.find(({ of }) => of(ref) !== null));
  const parts = [...groups].map(([by, named]) => {
    const conditions = naming.map(({ column }) =>
      column === by?.column ? sql`${columnOf('a', column)} = r.name` : sql`${columnOf('a', column)} is null`,
    );
    return sql`
      select a.holder_id, a.id
      from unnest(
        ${named.map((ref) => ref.holderId)}::bigint[], ${named.map((ref) => ref.mode)}::text[],
        ${named.map((ref) => ref.currency)}::text[], ${named.map((ref) => ref.kind)}::text[],
        ${named.map((ref) => by?.of(ref) ?? null)}::${sql.raw(by?.type ?? 'text')}[])
        as r (holder_id, mode, currency, kind, name)
      join accounts a on a.holder_id = r.holder_id and a.mode = r.mode and a.currency = r.currency and a.kind = r.kind
        and ${sql.join(conditions, sql` and `)}`;
  });
  return sql.join(parts, sql` union all `);
}

/** The same text as `formatAccount` writes, for people who read what a check found. Never compared with. */
export const accountNameInSql = (alias: string): RawBuilder<string> =>
  sql.raw(`(case ${alias}.kind
    when 'earnings' then 'earnings:' || ${alias}.link_id
    when 'link_debt' then 'debt:' || ${alias}.link_id
    when 'outside' then 'outside:' || ${alias}.source
    when 'payouts_pending' then 'payouts:pending'
    when 'shadow_clearing' then 'shadow:clearing'
    when 'shadow_commission' then 'shadow:commission'
    when 'shadow_merchant' then 'shadow:earnings:' || coalesce('ref:' || ${alias}.shadow_ref, 'name:' || ${alias}.shadow_name, 'unnamed')
    when 'shadow_courier' then 'shadow:earnings:' || coalesce('courier:' || ${alias}.link_id, 'unnamed-courier')
    else ${alias}.kind end)`);

/** The same text as `formatSubject` writes, of a transfer or an event. */
export const subjectInSql = (alias: string): RawBuilder<string> =>
  sql.raw(`(${alias}.subject_kind || ':' || ${alias}.subject_id)`);

/** The payee of split `split` of a shadow order, a merchant's or courier's, as the columns that name an account. */
export const shadowPayeeInSql = (order: string, split: string): RawBuilder<unknown> =>
  sql.raw(`
    lateral (
      select 'shadow_courier' as kind, (${split}.split ->> 'ref')::bigint as link_id, null as source, null as shadow_ref,
        null as shadow_name
      where ${split}.split ->> 'type' = 'courier'
      union all
      select 'shadow_merchant', null, null, ${order}.shadow_merchant_ref,
        case when ${order}.shadow_merchant_ref is null then ${order}.shadow_merchant_name end
      where ${split}.split ->> 'type' = 'merchant')`);

/** The acquirer's own reference in the id that `subjectOf.acquirerPayout` makes. */
export const acquirerReferenceInSql = (alias: string): RawBuilder<string> =>
  sql.raw(`substr(${alias}.subject_id, strpos(${alias}.subject_id, ':') + 1)`);
