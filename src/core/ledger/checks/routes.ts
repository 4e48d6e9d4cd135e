/**
 * docs/ledger.md, "What verify proves" 6: every transfer moves between accounts that its code allows, for a subject that
 * its code allows. Fed from transfer-rules.ts, which `post` asserts as well.
 */
import { type RawBuilder, sql } from 'kysely';
import { accountNameInSql, subjectInSql } from '../account-sql.ts';
import { serviceHolderId } from '../post.ts';
import type { TransferCode } from '../transfer.ts';
import { routesOf, transferRules } from '../transfer-rules.ts';
import type { Check, Scope } from './check.ts';

const service = sql.raw(`${serviceHolderId}::bigint`);
const rows = (values: readonly (readonly unknown[])[]): RawBuilder<unknown> =>
  sql.join(values.map((row) => sql`(${sql.join(row.map((value) => sql.lit(value)))})`));

/** By every column that must be equal, so that each transfer is looked up among these in a hash table. */
const allowed = rows(
  [...routesOf].flatMap(([code, routes]) =>
    routes.flatMap(({ ofService, from, to }) =>
      transferRules[code].subjects.map((subject) => [
        code,
        subject,
        ofService,
        from.kind,
        from.source,
        to.kind,
        to.source,
      ]),
    ),
  ),
);

/** Posted by a settlement run, which its transfers name. */
const settlementCodes = sql.join(
  (
    [
      'settlement',
      'order_fee',
      'debt_recovery',
      'debt_recovered',
      'cash_collected',
      'cash_netting',
      'cash_netted',
    ] satisfies TransferCode[]
  ).map(sql.lit),
);

const routes = (scope: Scope) => sql`
  with allowed (code, subject_kind, of_service, from_kind, from_source, to_kind, to_source) as (values ${allowed})
  select 'transfer ' || t.id || ' (holder ' || t.holder_id || ')' as row,
    'is a ' || t.code || ' of ' || ${subjectInSql('t')} || ' from ' || ${accountNameInSql('f')} || ' to ' || ${accountNameInSql('p')}
      || ', which is not allowed' as problem
  from ${scope.transfers} t
  join accounts f on f.holder_id = t.holder_id and f.id = t.from_account_id
  join accounts p on p.holder_id = t.holder_id and p.id = t.to_account_id
  where not exists (
    select from allowed a
    where a.code = t.code and a.subject_kind = t.subject_kind and a.from_kind = f.kind and a.to_kind = p.kind
      and a.of_service = (t.holder_id = ${service})
      and coalesce(a.from_source = f.source, true) and coalesce(a.to_source = p.source, true))
  union all
  select 'transfer ' || t.id || ' (holder ' || t.holder_id || ')',
    'is a ' || t.code || ' of ' || ${subjectInSql('t')} || ' and names settlement ' || t.settlement_id
  from ${scope.transfers} t
  where t.settlement_id is not null and (t.code not in (${settlementCodes}) or t.subject_kind <> 'order')`;

export const routeChecks: readonly Check[] = [
  { name: 'Every transfer is between accounts that its code allows', query: routes },
];
