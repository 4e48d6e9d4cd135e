/**
 * SQL of what payments brought in and what they cost, by provider, method and currency. Reads only; payments of all accounts, so that
 * it is for the operator alone.
 */
import { sql } from 'kysely';
import { int4, int8, narrowed, nullable, oneOf, text, timestamptz } from '../../../base/database/columns.ts';
import type { Database } from '../../../base/database/pool.ts';
import { query } from '../../../base/database/statement.ts';
import { sentRows } from '../../../base/database/unnested.ts';
import type { Mode } from '../../../base/money/mode.ts';
import { feeMethods } from '../fees/fee-rule.ts';
import type { CostPeriod } from './provider-cost.ts';

/** `[from, to)`, on the clocks of the books. */
export type Period = { mode: Mode; from: Date; to: Date };

const margins = {
  provider: text,
  method: oneOf(...feeMethods),
  currency: text,
  payments: int8,
  /** Minor units, as all amounts here. */
  volume: int8,
  fees: int8,
  costs: int8,
  /** Payments for which no cost is known; those from a wallet and by bank transfer have none. */
  unpriced: int8,
};

const sentPeriods = sentRows<CostPeriod>()({
  provider: text,
  method: text,
  currency: nullable(text),
  startsAt: timestamptz,
  endsAt: nullable(timestamptz),
  basisPoints: int4,
  fixed: int8,
});

const hasCost = (alias: 'own' | 'general') => {
  const c = sql.ref(alias);
  return sql`${c}.provider = a.provider and ${c}.method = a.method and p.paid_at >= ${c}.starts_at
    and (${c}.ends_at is null or p.paid_at < ${c}.ends_at)`;
};

/** The periods of a currency come first: they say at all times what applies to it. */
export async function readPaidMargins(db: Database, { mode, from, to }: Period, costs: readonly CostPeriod[]) {
  const own = costs.filter(({ currency }) => currency !== null);
  const general = costs.filter(({ currency }) => currency === null);
  return query(margins)`
    with paid as (
      select a.provider, a.method, p.currency, coalesce(p.captured_amount, p.amount) as amount,
        case when o.settlement_status = 'void' then 0
          when o.id is not null then o.fee - div(o.fee::numeric * o.refunded_amount, coalesce(o.captured_amount, o.total_amount))
          when p.refunded_amount = 0 then p.fee
          else p.fee - coalesce((select sum(r.fee_returned) from refunds r where r.holder_id = p.holder_id
            and r.payment_id = p.id and r.status <> 'failed'), 0)
        end as fee,
        case when a.provider in ('wallet', 'bank') then 0
          else div(coalesce(p.captured_amount, p.amount)::numeric * coalesce(own.basis_points, general.basis_points) + 5000, 10000)
            + coalesce(own.fixed, general.fixed)
        end as cost
      from payments p
      join payment_attempts a on a.holder_id = p.holder_id and a.payment_id = p.id and a.status = 'succeeded'
      left join orders o on o.holder_id = p.holder_id and o.id = p.order_id
      left join ${sentPeriods.as('own', own)} on own.currency = p.currency and ${hasCost('own')}
      left join ${sentPeriods.as('general', general)} on ${hasCost('general')}
      where p.mode = ${mode} and p.paid_at >= ${from} and p.paid_at < ${to})
    select provider, method, currency, count(*) as payments, sum(amount)::bigint as volume, sum(fee)::bigint as fees,
      coalesce(sum(cost), 0)::bigint as costs, count(*) filter (where cost is null) as unpriced
    from paid group by provider, method, currency order by provider, method, currency`.execute(db);
}

const disputeFees = { provider: text, method: oneOf(...feeMethods), currency: narrowed(text), amount: int8 };

/** What providers kept for disputes that began in the period. */
export async function readDisputeFees(db: Database, { mode, from, to }: Period) {
  return query(disputeFees)`
    select a.provider, a.method, d.fee_currency as currency, sum(d.fee - d.fee_returned)::bigint as amount
    from disputes d
    join payment_attempts a on a.holder_id = d.holder_id and a.payment_id = d.payment_id and a.status = 'succeeded'
    where d.mode = ${mode} and d.created_at >= ${from} and d.created_at < ${to} and d.fee > 0
    group by a.provider, a.method, d.fee_currency`.execute(db);
}

const payoutFees = { source: text, currency: text, amount: int8 };

/** What providers kept from payouts that were recorded in the period. */
export async function readPayoutFees(db: Database, { mode, from, to }: Period) {
  return query(payoutFees)`
    select source, currency, sum(fee)::bigint as amount from acquirer_payouts
    where mode = ${mode} and created_at >= ${from} and created_at < ${to} and fee > 0
    group by source, currency`.execute(db);
}
