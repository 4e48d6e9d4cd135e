/** A settlement that should have begun and has not: the service's jobs stand still, or fall behind. */
import { sql } from 'kysely';
import { sqlSource } from '../sources.repository.ts';

const lateAfterMs = 60 * 60_000;

export const settlementLate = sqlSource({
  kind: 'settlement_late',
  needs: 'settlements.read',
  rows: ({ holderId, mode }, now) => ({
    from: sql`settlement_dues d
      where d.holder_id = ${holderId} and d.mode = ${mode} and d.due_at < ${new Date(now.getTime() - lateAfterMs)}`,
    id: sql`d.currency`,
    since: sql`d.due_at`,
    order: sql`d.due_at`,
  }),
});
