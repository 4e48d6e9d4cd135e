/** Money that came too late or twice and that the provider has refused to return. What it has not been asked yet goes by itself. */
import { sql } from 'kysely';
import { sqlSource } from '../sources.repository.ts';

export const lateCapture = sqlSource({
  kind: 'late_capture',
  needs: 'late_captures.read',
  effect: 'returns',
  rows: ({ mode }) => ({
    from: sql`late_captures c join holders h on h.id = c.holder_id where c.mode = ${mode} and c.status = 'refused'`,
    id: sql`c.attempt_id`,
    since: sql`c.created_at`,
    order: sql`c.created_at, c.attempt_id`,
    label: sql`c.payment_id`,
    holderId: sql`h.id`,
    holderName: sql`h.name`,
    amount: sql`c.amount`,
    currency: sql`c.currency`,
    said: sql`c.failure`,
  }),
});
