/** Everything that moves money for payments: the subjects that their transfers have. */
import { type RawBuilder, sql } from 'kysely';

/**
 * The subjects of payments, their refunds, late captures and disputes, as `(kind, id, line)`: every line of each.
 * The statement has the payments' ids in a common table expression `paid`, as `id`.
 */
export const subjectsOfPaid = (holderId: bigint): RawBuilder<unknown> => sql`
  select 'payment' as kind, paid.id, null::integer as line from paid
  union all
  select 'refund', r.id, null from paid join refunds r on r.holder_id = ${holderId} and r.payment_id = paid.id
  union all
  select 'attempt', a.id, null
  from paid join payment_attempts a on a.holder_id = ${holderId} and a.payment_id = paid.id
  union all
  select kinds.kind, d.id, null
  from paid join disputes d on d.holder_id = ${holderId} and d.payment_id = paid.id
  cross join (select unnest(array['dispute', 'dispute_won']) as kind) kinds`;
