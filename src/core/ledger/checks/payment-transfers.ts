/**
 * docs/ledger.md, "What verify proves" 17: a payment by bank transfer is on a statement or was confirmed in its amount, with the
 * reference that it was to be paid under; and what is set aside for one is less than it asks for.
 */
import { sql } from 'kysely';
import { serviceHolderId } from '../post.ts';
import type { Check, Scope } from './check.ts';

/** Entries of the audit log are kept for two years: of older payments only their lines are known. */
const paid = (scope: Scope) => sql`
  with paid as materialized (
    select p.holder_id, p.id, p.mode, p.amount, p.currency, p.paid_at, a.provider_ref
    from ${scope.rows('payments')} p
    join payment_attempts a on a.holder_id = p.holder_id and a.payment_id = p.id
      and a.method = 'bank_transfer' and a.status = 'succeeded'
  ), confirmed as materialized (
    select a.object_id, bool_or(a.after ->> 'amount' = p.amount::text and a.after ->> 'currency' = p.currency) as agrees
    from audit_log a
    join paid p on p.id = a.object_id
    where a.action = 'top_ups.confirm' and a.object_kind = 'payment'
    group by 1
  ), matched as (
    select t.holder_id, t.subject_id, sum(m.amount) as amount from ${scope.transfersOf('payments')} t
    join statement_matches m on m.transfer_holder_id = t.holder_id and m.transfer_id = t.id
    where t.code = 'payment' group by 1, 2)
  select 'payment ' || p.id || ' (holder ' || p.holder_id || ')' as row,
    case when r.reference is distinct from p.provider_ref
        then 'was paid by a transfer with ' || p.provider_ref || ', and waited for one with ' || coalesce(r.reference, 'none')
      when c.object_id is not null then 'is of ' || p.amount || ' ' || p.currency || ', which is not what was confirmed'
      else 'has ' || coalesce(m.amount, 0) || ' of ' || p.amount || ' on statements, and nobody confirmed that its money arrived'
      end as problem
  from paid p
  left join payment_transfers r on r.holder_id = p.holder_id and r.payment_id = p.id and r.mode = p.mode
  left join confirmed c on c.object_id = p.id
  left join matched m on m.holder_id = p.holder_id and m.subject_id = p.id
  where r.reference is distinct from p.provider_ref
    or case when c.object_id is not null then not c.agrees
      else p.paid_at > now() - interval '2 years' + interval '1 day' and m.amount is distinct from p.amount end`;

/** Bookings are few, and the payments another holder's: they are read before they are joined. */
const parts = () => sql`
  with kept as materialized (
    select b.payment_holder_id, b.payment_id, b.mode, b.currency,
      coalesce(sum(b.amount) filter (where b.reversed_at is null and r.id is null), 0) as amount
    from statement_bookings b
    left join line_returns r on r.holder_id = b.holder_id and r.line_id = b.line_id and r.status <> 'cancelled'
    where b.holder_id = ${serviceHolderId}::bigint and num_nonnulls(b.payment_holder_id, b.payment_id) > 0
    group by 1, 2, 3, 4)
  select 'payment ' || coalesce(k.payment_id, 'none') || ' (holder ' || coalesce(k.payment_holder_id, 0) || ')' as row,
    case when r.payment_id is null then 'waits for no transfer in ' || k.mode || ' mode and ' || k.currency
      when a.payment_id is not null then 'was paid by bank transfer'
      else 'asks for ' || p.amount end || ', and ' || k.amount || ' ' || k.currency || ' are set aside for it' as problem
  from kept k
  left join payments p on p.holder_id = k.payment_holder_id and p.id = k.payment_id
  left join payment_transfers r on r.holder_id = p.holder_id and r.payment_id = p.id and r.mode = k.mode and p.currency = k.currency
  left join payment_attempts a on a.holder_id = p.holder_id and a.payment_id = p.id and a.method = 'bank_transfer' and a.status = 'succeeded'
  where r.payment_id is null or (a.payment_id is not null and k.amount > 0) or k.amount >= p.amount`;

export const paymentTransferChecks: readonly Check[] = [
  { name: 'Every payment by bank transfer is on a statement with its reference, or was confirmed', query: paid },
  { name: 'What is set aside for a payment is less than it asks for, and nothing once it came in whole', query: parts },
];
