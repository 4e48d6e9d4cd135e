/** docs/ledger.md, "What verify proves" 4: the totals and states of payments, against their refunds. */
import { sql } from 'kysely';
import type { Check, Scope } from './check.ts';

const refunds = (scope: Scope) => sql`
  with sums as (
    select holder_id, payment_id, sum(amount) filter (where status <> 'failed') as asked,
      sum(amount) filter (where status = 'succeeded') as gone,
      coalesce(sum(fee_returned) filter (where status <> 'failed'), 0) as fees
    from ${scope.rows('refunds')} x group by 1, 2)
  select 'payment ' || p.id as row,
    'is ' || p.status || ' of ' || coalesce(p.captured_amount, p.amount) || ' with ' || p.refunded_amount || ' marked and ' || coalesce(s.asked, 0)
      || ' asked back, and ' || coalesce(s.fees, 0) || ' returned of a fee of ' || p.fee as problem
  from ${scope.rows('payments')} p
  left join sums s on s.holder_id = p.holder_id and s.payment_id = p.id
  where p.refunded_amount <> coalesce(s.asked, 0) or s.fees > p.fee
    or (p.status = 'refunded') is distinct from (coalesce(s.gone, 0) = coalesce(p.captured_amount, p.amount))
    or (p.status = 'partially_refunded') is distinct from (coalesce(s.gone, 0) > 0 and s.gone < coalesce(p.captured_amount, p.amount))`;

export const paymentChecks: readonly Check[] = [
  { name: 'Refunds never exceed their payment, and its refunded amount is their sum', query: refunds },
];
