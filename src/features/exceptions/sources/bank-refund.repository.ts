/** Refunds of payments by bank transfer: the operator sends them. */
import { sql } from 'kysely';
import { sqlSource } from '../sources.repository.ts';

export const bankRefund = sqlSource({
  kind: 'bank_refund',
  needs: 'payouts.read',
  effect: 'returns',
  rows: ({ mode }) => ({
    from: sql`refunds r
      join payment_attempts a on a.holder_id = r.holder_id and a.payment_id = r.payment_id and a.status = 'succeeded'
        and a.method = 'bank_transfer'
      join holders h on h.id = r.holder_id
      where r.mode = ${mode} and r.status = 'pending'`,
    id: sql`r.id`,
    since: sql`r.created_at`,
    order: sql`r.position`,
    label: sql`r.payment_id`,
    holderId: sql`h.id`,
    holderName: sql`h.name`,
    amount: sql`r.amount`,
    currency: sql`r.currency`,
    said: sql`r.reason`,
  }),
});
