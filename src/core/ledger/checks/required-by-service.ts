/**
 * The transfers that the operator's and the service's own acts ask for, as required-transfers.ts compares them:
 * commission moved to clearing, fees collected and drawn, acquirers' payouts, what is booked for lines of statements, and
 * disputes that were won.
 */
import { sql } from 'kysely';
import { outsideSourceInSql } from '../account-sql.ts';
import { serviceHolderId } from '../post.ts';
import type { Scope } from './check.ts';

const service = sql.raw(`${serviceHolderId}::bigint`);

export const requiredByFees = (scope: Scope) => sql`
  select holder_id, mode, 'transfer', id, 'commission_to_clearing', 0, currency, amount, 'commission', null, null::bigint,
    'clearing', null, null::bigint
  from ${scope.rows('commission_transfers')} c
  union all
  -- Fees that refunds made negative are collected the other way.
  select case when s.of_service then ${service} else c.holder_id end, c.mode, 'fees', c.id, 'fees_collected', 0, c.currency,
    abs(c.amount), case when (c.amount > 0) <> s.of_service then 'fees' else 'transit' end, null, null::bigint,
    case when (c.amount > 0) <> s.of_service then 'transit' else 'fees' end, null, null::bigint
  from ${scope.rows('fee_collections')} c, (values (false), (true)) as s (of_service)
  union all
  select holder_id, mode, 'fees_drawn', id, 'fees_drawn', 0, currency, amount, 'fees', null, null::bigint, 'outside', 'bank',
    null::bigint
  from ${scope.rows('fee_draws')} d
  union all
  select a.holder_id, a.mode, 'acquirer_payout', a.id, m.code, 0, a.currency, m.amount, m.from_kind, m.from_source,
    null::bigint, 'outside', a.source, null::bigint
  from ${scope.rows('acquirer_payouts')} a,
  lateral (values ('acquirer_payout', a.amount - a.fee, 'outside', 'bank'), ('acquirer_fee', a.fee, 'fees', null))
    as m (code, amount, from_kind, from_source)
  where m.amount > 0`;

/** What came in comes from outside; what is undone goes back. */
export const requiredByBookings = (scope: Scope) => sql`
  select b.holder_id, b.mode, 'statement_booking', b.id, m.code, 0, b.currency, abs(b.amount),
    case when m.from_outside then 'outside' else m.kind end, case when m.from_outside then b.source end, null::bigint,
    case when m.from_outside then m.kind else 'outside' end, case when not m.from_outside then b.source end, null::bigint
  from ${scope.rows('statement_bookings')} b,
  lateral (
    select n.*, case b.kind when 'set_aside' then 'suspense' else 'fees' end as kind from (values
      (b.kind, b.amount > 0, true), ('booking_reversed', b.amount < 0, b.reversed_at is not null))
      as n (code, from_outside, is_asked)) m
  where m.is_asked`;

/** Money of a line that was sent back to its sender. */
export const requiredByReturns = (scope: Scope) => sql`
  select r.holder_id, r.mode, 'line_return', r.id, 'line_return', 0, r.currency, r.amount, 'suspense', null, null::bigint,
    'outside', 'bank', null::bigint
  from ${scope.rows('line_returns')} r where r.status = 'sent'`;

/** Each time a dispute is won it is posted back in full. */
export const requiredByDisputes = (scope: Scope) => sql`
  select d.holder_id, d.mode, 'dispute_won', d.id, 'chargeback_reversed', turn, d.currency, d.amount, 'outside', ${outsideSourceInSql('a')},
    null::bigint, case when p.order_id is null then 'wallet' else 'clearing' end, null, null::bigint
  from ${scope.rows('disputes')} d
  join payments p on p.holder_id = d.holder_id and p.id = d.payment_id
  left join payment_attempts a on a.holder_id = d.holder_id and a.payment_id = d.payment_id and a.status = 'succeeded'
  cross join generate_series(0, d.returns - 1) turn`;
