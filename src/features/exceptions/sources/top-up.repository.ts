/** Top-ups by bank transfer whose money may have arrived, and those that a colleague wants to take back. */
import { sql } from 'kysely';
import { sqlSource } from '../sources.repository.ts';

const holder = { holderId: sql`h.id`, holderName: sql`h.name` };

export const topUp = sqlSource({
  kind: 'top_up',
  needs: 'top_ups.read',
  effect: 'credits',
  rows: ({ mode }) => ({
    ...holder,
    from: sql`top_ups t join holders h on h.id = t.holder_id where t.mode = ${mode} and t.status = 'pending'`,
    id: sql`t.id`,
    since: sql`t.created_at`,
    order: sql`t.position`,
    label: sql`t.reference`,
    amount: sql`t.amount`,
    currency: sql`t.currency`,
    dueAt: sql`t.expires_at`,
  }),
});

export const takeBack = sqlSource({
  kind: 'take_back',
  needs: 'top_ups.read',
  effect: 'takes_back',
  rows: ({ mode }) => ({
    ...holder,
    from: sql`top_ups t join holders h on h.id = t.holder_id
      where t.mode = ${mode} and t.reversal_requested_at is not null and t.reversed_at is null`,
    id: sql`t.id`,
    since: sql`t.reversal_requested_at`,
    order: sql`t.reversal_requested_at, t.id`,
    amount: sql`t.reversal_requested_amount`,
    currency: sql`t.currency`,
    said: sql`t.reversal_requested_reason`,
  }),
});
