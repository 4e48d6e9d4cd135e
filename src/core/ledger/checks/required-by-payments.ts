/** The transfers that payments and their refunds ask for, as required-transfers.ts compares them. */
import { sql } from 'kysely';
import { outsideSourceInSql } from '../account-sql.ts';
import type { Scope } from './check.ts';

/** Who was paid and from where: the payee's account, and the outside account of the attempt that paid. */
const facts = sql`
  a.method, a.payer_holder_id, case when p.order_id is null then 'wallet' else 'clearing' end as payee,
  case when a.method = 'wallet' then 'transit' else 'outside' end as other,
  case when a.method <> 'wallet' then ${outsideSourceInSql('a')} end as source`;

/**
 * A payment outside the wallet has one transfer; one from a wallet also has one in the customer's book. One that is only authorized
 * has none.
 */
export const requiredByPayments = (scope: Scope) => sql`
  select m.holder_id, p.mode, 'payment', p.id, m.code, 0, p.currency, m.amount, m.from_kind, m.from_source, null::bigint,
    m.to_kind, null, null::bigint
  from (
    select p.*, coalesce(p.captured_amount, p.amount) as paid, ${facts} from ${scope.rows('payments')} p
    left join payment_attempts a on a.holder_id = p.holder_id and a.payment_id = p.id and a.status = 'succeeded'
    where p.paid_at is not null) p,
  lateral (values
    (p.holder_id, 'payment', p.paid, p.other, p.source, p.payee),
    (p.payer_holder_id, 'payment', case p.method when 'wallet' then p.paid end, 'wallet', null, 'transit'),
    (p.holder_id, 'payment_fee', case when p.order_id is null then nullif(p.fee, 0) end, p.payee, null, 'fees'))
    as m (holder_id, code, amount, from_kind, from_source, to_kind)
  where m.amount is not null`;

/** The way back, and once more forward when the provider refused it. */
export const requiredByRefunds = (scope: Scope) => sql`
  select m.holder_id, r.mode, 'refund', r.id, case when w.failed then m.code || '_failed' else m.code end, 0, r.currency,
    m.amount,
    case when w.failed then m.to_kind else m.from_kind end, case when w.failed then m.to_source end, null::bigint,
    case when w.failed then m.from_kind else m.to_kind end, case when not w.failed then m.to_source end, null::bigint
  from (
    select r.*, ${facts} from ${scope.rows('refunds')} r
    join payments p on p.holder_id = r.holder_id and p.id = r.payment_id
    left join payment_attempts a on a.holder_id = p.holder_id and a.payment_id = p.id and a.status = 'succeeded') r
  join (values (false), (true)) as w (failed) on not w.failed or r.status = 'failed',
  lateral (values
    (r.holder_id, 'refund', r.amount, r.payee, r.other, r.source),
    (r.payer_holder_id, 'refund', case r.method when 'wallet' then r.amount end, 'transit', 'wallet', null),
    (r.holder_id, 'refund_fee', nullif(r.fee_returned, 0), 'fees', r.payee, null))
    as m (holder_id, code, amount, from_kind, to_kind, to_source)
  where m.amount is not null`;
