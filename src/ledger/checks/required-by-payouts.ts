/** The transfers that top-ups and payouts ask for, as required-transfers.ts compares them. */
import { sql } from 'kysely';
import type { Scope } from './check.ts';

export const requiredByTopUps = (scope: Scope) => sql`
  select holder_id, mode, 'top_up', id, 'top_up', 0, currency, amount, 'outside', source, null::bigint, account_kind, null,
    null::bigint
  from ${scope.rows('top_ups')} u where status = 'succeeded'`;

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
