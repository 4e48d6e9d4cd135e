/**
 * docs/ledger.md, "What verify proves" 7: the subject of every transfer exists in its book, mode and currency. Transfers
 * that are compared with their subjects to the last unit are left to those checks; the service's side of a transfer
 * between books is compared with the holder's (recoveries.ts, disputes.ts).
 */
import { sql } from 'kysely';
import { subjectInSql } from '../account-sql.ts';
import { serviceHolderId } from '../post.ts';
import { exactCodes } from '../transfer-rules.ts';
import { type Check, listed, type Scope } from './check.ts';

/** The rows that transfers and events may be about, by subject kind; a null currency is not compared. */
export const subjectRows = (scope: Scope) => sql`
  select 'order' as kind, holder_id, mode, id::text as id, currency from ${scope.rows('orders')} orders
  union all
  select 'order_refund', holder_id, mode, id, currency from ${scope.rows('order_refunds')} order_refunds
  union all
  select 'payment', holder_id, mode, id, currency from ${scope.rows('payments')} payments
  union all
  select 'refund', holder_id, mode, id, currency from ${scope.rows('refunds')} refunds
  union all
  select 'top_up', holder_id, mode, id, currency from ${scope.rows('top_ups')} top_ups
  union all
  select 'transfer', holder_id, mode, id, currency from ${scope.rows('commission_transfers')} commission_transfers
  union all
  select 'payout', holder_id, mode, id, currency from ${scope.rows('payouts')} payouts
  union all
  select 'debt_settlement', holder_id, mode, id, currency from ${scope.rows('debt_settlements')} debt_settlements
  union all
  select 'cash_handover', holder_id, mode, id, currency from ${scope.rows('cash_handovers')} cash_handovers
  union all
  -- One claim pays orders in several currencies, and a late capture may be in another one than its payment.
  select 'claim', holder_id, mode, id, null from ${scope.rows('shadow_claims')} claims
  union all
  select 'attempt', a.holder_id, p.mode, a.id, null
  from ${scope.rows('payment_attempts')} a
  join payments p on p.holder_id = a.holder_id and p.id = a.payment_id
  union all
  select k.kind, holder_id, mode, id, currency
  from ${scope.rows('disputes')} disputes, (values ('dispute'), ('dispute_won')) as k (kind)`;

const subjects = (scope: Scope) => sql`
  with known as (
    ${subjectRows(scope)}
    union all
    -- A refund to a wallet is a credit of its customer, from which what the customer owes is recovered.
    select 'refund', a.payer_holder_id, r.mode, r.id, r.currency
    from ${scope.rows('refunds')} r
    join payment_attempts a on a.holder_id = r.holder_id and a.payment_id = r.payment_id and a.status = 'succeeded'
    where a.method = 'wallet'
  )
  select 'transfer ' || t.id || ' (holder ' || t.holder_id || ')' as row,
    'is a ' || t.code || ' in ' || t.mode || ' mode and ' || t.currency || ' of ' || ${subjectInSql('t')}
      || case when k.id is null then ', which does not exist' else ', which is in ' || k.mode || ' mode and ' || coalesce(k.currency, t.currency) end as problem
  from ${scope.transfers} t
  left join known k on k.kind = t.subject_kind and k.holder_id = t.holder_id and k.id = t.subject_id
  where t.code not in ${listed(exactCodes)} and t.holder_id <> ${serviceHolderId}::bigint
    and (k.id is null or k.mode <> t.mode or k.currency <> t.currency)`;

export const subjectChecks: readonly Check[] = [
  { name: 'Every transfer belongs to a row in the same book, mode and currency', query: subjects },
];
