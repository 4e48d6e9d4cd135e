/** Cash that payees say they handed over: the company confirms it, or declines. */
import { sql } from 'kysely';
import { sqlSource } from '../sources.repository.ts';

export const cashHandover = sqlSource({
  kind: 'cash_handover',
  needs: 'cash.read',
  effect: 'hands_over',
  rows: ({ holderId, mode }) => ({
    from: sql`cash_handovers c join links l on l.company_id = c.holder_id and l.id = c.link_id
      where c.holder_id = ${holderId} and c.mode = ${mode} and c.status = 'waiting' and c.recorded_by = 'link'`,
    id: sql`c.id`,
    since: sql`c.created_at`,
    order: sql`c.position`,
    label: sql`l.name`,
    amount: sql`c.amount`,
    currency: sql`c.currency`,
    said: sql`c.note`,
  }),
});
