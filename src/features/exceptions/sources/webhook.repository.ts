/** Endpoints whose deliveries fail, or have stopped by themselves; those that a person paused are meant to be. */
import { sql } from 'kysely';
import { sqlSource } from '../sources.repository.ts';

export const webhook = sqlSource({
  kind: 'webhook',
  needs: 'webhooks.read',
  rows: ({ holderId, mode }) => ({
    from: sql`webhook_endpoints w
      where w.holder_id = ${holderId} and w.mode = ${mode} and w.deleted_at is null
        and (w.status = 'active' and w.failing_since is not null or w.status_reason in ('failing', 'gone'))`,
    id: sql`w.id`,
    since: sql`coalesce(w.failing_since, w.status_since)`,
    order: sql`w.created_at, w.id`,
    label: sql`coalesce(w.host, w.kind)`,
    reason: sql`coalesce(w.status_reason, 'active')`,
  }),
});
