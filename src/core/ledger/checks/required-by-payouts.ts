/** The transfers that top-ups and payouts ask for, as required-transfers.ts compares them. */
import { sql } from 'kysely';
import { serviceHolderId } from '../post.ts';
import type { Scope } from './check.ts';

const service = sql.raw(`${serviceHolderId}::bigint`);

export const requiredByTopUps = (scope: Scope) => sql`
  select holder_id, mode, 'top_up', id, 'top_up', 0, currency, amount, 'outside', source, null::bigint, account_kind, null,
    null::bigint
  from ${scope.rows('top_ups')} u where status = 'succeeded'
  union all
  -- One that was taken back, and the service's advance of what the balance did not cover.
  select case when m.of_service then ${service} else u.holder_id end, u.mode, 'top_up', u.id, m.code, 0, u.currency, m.amount,
    m.from_kind, null, null::bigint, m.to_kind, m.to_source, null::bigint
  from ${scope.rows('top_ups')} u,
  lateral (values
    (false, 'top_up_reversed', u.reversed_amount, u.account_kind, 'outside', u.source),
    (true, 'top_up_advance', u.reversed_amount - u.reversed_covered, 'advances', 'transit', null),
    (false, 'top_up_advance', u.reversed_amount - u.reversed_covered, 'transit', u.account_kind, null),
    (false, 'top_up_debt', u.reversed_amount - u.reversed_covered, 'debts', 'debt', null))
    as m (of_service, code, amount, from_kind, to_kind, to_source)
  where u.reversed_at is not null and m.amount > 0
  union all
  -- A payee's transfer of cash: what was above what it held, and what became of it all when it was taken back.
  select u.holder_id, u.mode, 'top_up', u.id, m.code, m.line, u.currency, m.amount, m.from_kind, null,
    case m.from_kind when 'earnings' then u.link_id end, m.to_kind, null,
    case when m.to_kind in ('earnings', 'link_cash', 'link_debt') then u.link_id end
  from ${scope.rows('top_ups')} u,
  lateral (values
    ('cash_overpaid', 0, u.amount - u.handed_over, 'clearing', 'earnings'),
    ('cash_transfer_reversed', 0, u.reversed_held, 'cash', 'link_cash'),
    ('cash_overpaid_reversed', 0, u.reversed_earned, 'earnings', 'clearing'),
    ('cash_transfer_reversed', 1, u.reversed_amount - u.reversed_held - u.reversed_earned, 'debts', 'link_debt'))
    as m (code, line, amount, from_kind, to_kind)
  where u.link_id is not null and u.status = 'succeeded' and m.amount > 0`;

/** The steps that a payout's state says were taken, and those that took it back. */
export const requiredByPayouts = (scope: Scope) => sql`
  select y.holder_id, y.mode, 'payout', y.id, m.code, m.line, y.currency, m.amount, m.from_kind, m.from_source,
    case m.from_kind when y.account_kind then y.link_id end, m.to_kind, m.to_source,
    case m.to_kind when y.account_kind then y.link_id end
  from (
    select *, status in ('rejected', 'cancelled', 'failed') as returned, amount - fee as net from ${scope.rows('payouts')} x) y,
  lateral (values
    ('payout', 0, true, y.amount, y.account_kind, null, 'payouts_pending', null),
    ('payout_fee', 0, y.approved_at is not null, y.fee, 'payouts_pending', null, 'fees', null),
    ('payout_sent', 0, y.sent_at is not null, y.net, 'payouts_pending', null, 'outside', 'bank'),
    ('payout_returned', 1, y.returned and y.sent_at is not null, y.net, 'outside', 'bank', 'payouts_pending', null),
    ('payout_fee_returned', 0, y.returned and y.approved_at is not null, y.fee, 'fees', null, 'payouts_pending', null),
    ('payout_returned', 0, y.returned, y.amount, 'payouts_pending', null, y.account_kind, null))
    as m (code, line, was_done, amount, from_kind, from_source, to_kind, to_source)
  where m.was_done and m.amount > 0`;
