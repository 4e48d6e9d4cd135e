/** Companies and shops that ask to go live, and two-step resets that wait for a second administrator. */
import { sql } from 'kysely';
import { sqlSource } from '../sources.repository.ts';

export const approval = sqlSource({
  kind: 'approval',
  needs: 'holders.read',
  rows: () => ({
    from: sql`approval_requests r join holders h on h.id = r.holder_id
      where r.status = 'waiting' and h.status = 'pending'`,
    id: sql`h.id`,
    since: sql`r.requested_at`,
    order: sql`r.requested_at, h.id`,
    holderId: sql`h.id`,
    holderName: sql`h.name`,
    reason: sql`h.kind`,
  }),
});

export const twoStepReset = sqlSource({
  kind: 'two_step_reset',
  needs: 'operators.read',
  rows: () => ({
    from: sql`second_factor_resets r join people p on p.id = r.person_id where r.effective_at is null`,
    id: sql`r.person_id`,
    since: sql`r.requested_at`,
    order: sql`r.requested_at, r.person_id`,
    label: sql`p.name`,
    said: sql`r.reason`,
  }),
});
