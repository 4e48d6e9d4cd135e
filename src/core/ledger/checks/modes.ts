/**
 * docs/ledger.md, "What verify proves" 5 and 9: test and live share no row, and every row that names another has its
 * mode, and its currency where both have one.
 */
import { sql } from 'kysely';
import type { Check, Scope } from './check.ts';
import { subjectRows } from './subjects.ts';

const modes = (scope: Scope) => sql`
  select 'transfer ' || t.id || ' (holder ' || t.holder_id || ')' as row, 'touches an account of another mode' as problem
  from ${scope.transfers} t
  join accounts a on a.holder_id = t.holder_id and a.id in (t.from_account_id, t.to_account_id)
  where a.mode <> t.mode or a.currency <> t.currency
  union all
  select 'order ' || o.id || ' (holder ' || o.holder_id || ')', 'was settled by a settlement of another mode'
  from ${scope.rows('orders')} o
  join settlements s on s.holder_id = o.holder_id and s.id = o.settlement_id
  where s.mode <> o.mode
  union all
  select 'order ' || o.id || ' (holder ' || o.holder_id || ')', 'names a settlement that does not exist'
  from ${scope.rows('orders')} o
  where o.settlement_id is not null
    and not exists (select from settlements s where s.holder_id = o.holder_id and s.id = o.settlement_id)`;

/** Each row that names another, with both modes and currencies; a null is not compared. */
const named = (scope: Scope) => sql`
  select 'payment ' || p.id as row, p.mode, p.currency, 'order ' || o.id as name, o.mode as its_mode, o.currency as its_currency
  from ${scope.rows('payments')} p
  join orders o on o.holder_id = p.holder_id and o.id = p.order_id
  union all
  select 'refund ' || r.id, r.mode, r.currency, 'payment ' || p.id, p.mode, p.currency
  from ${scope.rows('refunds')} r
  join payments p on p.holder_id = r.holder_id and p.id = r.payment_id
  union all
  select 'dispute ' || d.id, d.mode, null, 'payment ' || p.id, p.mode, null
  from ${scope.rows('disputes')} d
  join payments p on p.holder_id = d.holder_id and p.id = d.payment_id
  union all
  select 'refund ' || r.id, r.mode, r.currency, 'order ' || o.id, o.mode, o.currency
  from ${scope.rows('order_refunds')} r
  join orders o on o.holder_id = r.holder_id and o.id = r.order_id
  union all
  select 'refund ' || r.id, r.mode, r.currency, 'refund ' || p.id, p.mode, p.currency
  from ${scope.rows('order_refunds')} r
  join refunds p on p.holder_id = r.holder_id and p.id = r.payment_refund_id
  union all
  select 'payment outside ' || x.id, x.mode, null, 'order ' || o.id, o.mode, null
  from ${scope.rows('shadow_payments')} x
  join shadow_payment_lines l on l.holder_id = x.holder_id and l.payment_id = x.id
  join orders o on o.holder_id = l.holder_id and o.id = l.order_id
  union all
  select 'claim ' || c.id, c.mode, null, 'order ' || o.id, o.mode, null
  from ${scope.rows('shadow_claims')} c
  join shadow_claim_lines l on l.holder_id = c.holder_id and l.claim_id = c.id
  join orders o on o.holder_id = l.holder_id and o.id = l.order_id
  union all
  select 'line ' || l.line_number || ' of import ' || l.import_id, l.mode, l.currency, 'transfer ' || t.id, t.mode, t.currency
  from ${scope.written('statement_matches')} m
  join statement_lines l on l.id = m.line_id
  join transfers t on t.holder_id = m.transfer_holder_id and t.id = m.transfer_id
  union all
  select 'event ' || e.id, e.mode, null, e.subject_kind || ' ' || e.subject_id, k.mode, null
  from ${scope.events} e
  join (${subjectRows(scope)}) k on k.kind = e.subject_kind and k.holder_id = e.holder_id and k.id = e.subject_id`;

const references = (scope: Scope) => sql`
  select n.row, 'is in ' || n.mode || ' mode' || coalesce(' and ' || n.currency, '') || ', and ' || n.name || ' in ' || n.its_mode || ' mode'
    || coalesce(' and ' || n.its_currency, '') as problem
  from (${named(scope)}) n
  where n.mode <> n.its_mode or n.currency <> n.its_currency`;

export const modeChecks: readonly Check[] = [
  { name: 'Test and live share no rows', query: modes },
  { name: 'Every row has the mode and currency of the rows it refers to', query: references },
];
