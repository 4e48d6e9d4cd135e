/**
 * docs/ledger.md, "Payment fees": every payment keeps the rules that were in force when it was created, and one that was
 * paid was charged by the rule of its method. Recomputed from the history of the rules.
 */
import { sql } from 'kysely';
import type { Check, Scope } from './check.ts';

/** A process hears of a change within a second, or reads the rules again within a minute; and clocks differ. */
const tolerance = sql.raw(`interval '2 minutes'`);

/**
 * The id of the rule in force at a time for a payment by a method, as an expression; 0 without one. Of each scope the latest
 * decision counts; of the scopes, the account counts more than the method, and the method more than the currency.
 */
const inForceAt = (at: string) =>
  sql.raw(`coalesce((
    select l.id from (
      select distinct on (r.holder_id, r.method, r.currency) r.* from payment_fee_rules r
      where (r.holder_id is null or r.holder_id = p.holder_id) and (r.method is null or r.method = m.method)
        and (r.currency is null or r.currency = p.currency) and greatest(r.effective_from, r.created_at) <= ${at}
      order by r.holder_id, r.method, r.currency, r.effective_from desc, r.id desc) l
    where l.basis_points is not null
    order by l.holder_id is null, l.method is null, l.currency is null limit 1), 0)`);

/** Payments from before there were rules have no time at which they were priced. */
const kept = (scope: Scope) => sql`
  select 'payment ' || p.id as row,
    'keeps fee rule ' || m.rule || ' for ' || m.method || ', which was not in force when it was created' as problem
  from ${scope.rows('payments')} p,
  lateral (values ('card', coalesce(p.fee_rules[1], 0)), ('onlinewallet', coalesce(p.fee_rules[2], 0)),
    ('wallet', coalesce(p.fee_rules[3], 0)), ('bank_transfer', coalesce(p.fee_rules[4], 0))) as m (method, rule)
  where p.priced_at is not null
    -- Payments from before there were bank transfers keep no rule for them.
    and (m.method <> 'bank_transfer' or cardinality(p.fee_rules) is distinct from 3)
    and m.rule <> ${inForceAt(`p.priced_at`)}
    and m.rule <> ${inForceAt(`p.priced_at - interval '2 minutes'`)}
    and not exists (
      select from payment_fee_rules c
      where c.effective_from between p.priced_at - ${tolerance} and p.priced_at + ${tolerance}
        and m.rule = ${inForceAt('greatest(c.effective_from, c.created_at)')})`;

/** `fee` against the values in the row is a constraint of the table; here the values against the rule. */
const charged = (scope: Scope) => sql`
  select 'payment ' || p.id as row,
    'was charged ' || p.fee || ' by ' || p.fee_basis_points || ' basis points and ' || p.fee_fixed || ', not by fee rule '
      || coalesce(r.id, 0) || ' of ' || coalesce(r.basis_points, 0) || ' and ' || coalesce(r.fixed, 0) as problem
  from ${scope.rows('payments')} p
  left join payment_attempts a on a.holder_id = p.holder_id and a.payment_id = p.id and a.status = 'succeeded'
  left join payment_fee_rules r
    on r.id = p.fee_rules[array_position(array['card', 'onlinewallet', 'wallet', 'bank_transfer'], a.method)]
  where (p.fee_basis_points, p.fee_fixed) <> case when p.paid_at is null then (0, 0::bigint)
      else (coalesce(r.basis_points, 0), coalesce(r.fixed, 0)) end`;

export const paymentFeeChecks: readonly Check[] = [
  { name: 'Every payment keeps the fee rules in force when it was created', query: kept },
  { name: 'Every paid payment was charged by the fee rule of its method', query: charged },
];
