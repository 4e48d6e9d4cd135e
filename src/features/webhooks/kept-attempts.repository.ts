/** SQL that keeps what became of attempts. Times are on the database's clock. */

import { sql } from 'kysely';
import { bool, int4, int8, type RowOf, text } from '../../base/database/columns.ts';
import { lockListed } from '../../base/database/lock-rows.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { sentRows, taken } from '../../base/database/unnested.ts';
import { findByIndex } from './by-index.repository.ts';
import type { EndpointKey } from './endpoint.ts';

/** An attempt and what it decided; JSON, because a batch of them is one parameter. */
export type KeptAttempt = {
  holder_id: string;
  endpoint_id: string;
  event_id: string;
  status: 'pending' | 'delivered' | 'parked';
  reason: string | null;
  pause_ms: number | null;
  started_at: string;
  duration_ms: number;
  outcome: string;
  status_code: number | null;
  request_headers: Record<string, string>;
  request_body: string;
  response_headers: Record<string, string> | null;
  response_body: string | null;
};

const lockedColumns = { holderId: int8, id: text, isFailing: bool };

/**
 * Locks the endpoints of a batch of results, in the order of their ids.
 * @param failingForHours `isFailing` is true of an active endpoint that has not succeeded for so long.
 */
export const lockEndpoints = (
  tx: Tx,
  keys: readonly EndpointKey[],
  failingForHours: number,
): Promise<RowOf<typeof lockedColumns>[]> => {
  const selected = sql`
    w.holder_id as "holderId", w.id,
    (w.kind = 'endpoint' and w.status = 'active' and coalesce(
      w.failing_since <= now() - make_interval(hours => ${failingForHours}), false)) as "isFailing"`;
  return lockListed(tx, { table: 'webhook_endpoints', columns: lockedColumns, selected }, keys);
};

const endpointOfAttempt = {
  holder_id: taken(int8, ({ holder_id: id }: KeptAttempt) => BigInt(id)),
  endpoint_id: text,
};
const sentAttempts = sentRows<KeptAttempt>()({
  ...endpointOfAttempt,
  event_id: text,
  status: text,
  reason: text,
  pause_ms: taken(int8, ({ pause_ms: pauseMs }: KeptAttempt) => (pauseMs === null ? null : BigInt(pauseMs))),
});
const sentResults = sentRows<KeptAttempt>()({
  ...endpointOfAttempt,
  delivered: taken(bool, ({ status }: KeptAttempt) => status === 'delivered'),
});

/** A list as a table that PostgreSQL computes once (src/base/database/README.md, "Where books live"). */
const once = sql`offset 0`;

/**
 * Keeps the attempts and what becomes of their deliveries. A delivery that was parked meanwhile stays so unless it
 * arrived; one that arrived already is left alone. The endpoints are locked.
 */
export async function keepAttempts(tx: Tx, attempts: readonly KeptAttempt[]): Promise<void> {
  await findByIndex(tx);
  const attempted = await query({ holderId: int8, endpointId: text, eventId: text, number: int4 })`
    update webhook_deliveries d
    set attempts = d.attempts + 1, claimed_until = null,
      status = case when d.status = 'parked' and s.status <> 'delivered' then d.status else s.status end,
      reason = case when d.status = 'parked' and s.status <> 'delivered' then d.reason else s.reason end,
      next_attempt_at = case when d.status = 'pending' and s.status = 'pending' then s.next_attempt_at end,
      finished_at = case when d.status = 'pending' and s.status = 'pending' then null
        when d.status = 'parked' and s.status <> 'delivered' then d.finished_at else s.ended_at end
    from (
      select holder_id, endpoint_id, event_id, status, reason, now() as ended_at,
        now() + pause_ms * interval '1 millisecond' as next_attempt_at
      from ${sentAttempts.as('s', attempts)} ${once}) s
    where d.holder_id = s.holder_id and d.endpoint_id = s.endpoint_id and d.event_id = s.event_id
      and d.status <> 'delivered'
    returning d.holder_id as "holderId", d.endpoint_id as "endpointId", d.event_id as "eventId", d.attempts as number`.execute(
    tx,
  );
  const numberOf = new Map(attempted.map((one) => [`${one.holderId}/${one.endpointId}/${one.eventId}`, one.number]));
  const numbered = attempts.flatMap((one) => {
    const number = numberOf.get(`${one.holder_id}/${one.endpoint_id}/${one.event_id}`);
    return number === undefined ? [] : [{ ...one, number }];
  });
  await command`
    insert into webhook_attempts (holder_id, endpoint_id, event_id, number, started_at, duration_ms, outcome,
      status_code, request_headers, request_body, response_headers, response_body)
    select holder_id, endpoint_id, event_id, number, started_at, duration_ms, outcome,
      status_code, request_headers, request_body, response_headers, response_body
    from json_to_recordset(${JSON.stringify(numbered)}::json) as s (holder_id bigint, endpoint_id text, event_id text,
      number int, started_at timestamptz, duration_ms int, outcome text, status_code int,
      request_headers jsonb, request_body text, response_headers jsonb, response_body text)`.execute(tx);
  await command`
    update webhook_endpoints w
    set failing_since = case when r.succeeded then null when w.failing_since is null then r.at else w.failing_since end,
      last_succeeded_at = case when r.succeeded then r.at else w.last_succeeded_at end,
      due_at = case when w.status = 'active' and w.deleted_at is null then r.at end
    from (select holder_id, endpoint_id, bool_or(delivered) as succeeded, now() as at
      from ${sentResults.as('s', attempts)}
      group by holder_id, endpoint_id) r
    where w.holder_id = r.holder_id and w.id = r.endpoint_id`.execute(tx);
}
