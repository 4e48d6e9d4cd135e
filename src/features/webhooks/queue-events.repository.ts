/**
 * SQL that queues deliveries of new events as they get their positions. Times are on the database's clock: deliveries are made
 * in real time, whatever a test clock says.
 */

import { sql } from 'kysely';
import { int8, nullable, oneOf, type RowOf, text, textArray } from '../../base/database/columns.ts';
import { lockFree } from '../../base/database/lock-rows.ts';
import { queryEach } from '../../base/database/query-each.ts';
import { command } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { unnested } from '../../base/database/unnested.ts';
import { modes } from '../../base/money/mode.ts';
import { findByIndex } from './by-index.repository.ts';
import { type EndpointKey, endpointKinds } from './endpoint.ts';
import { insertDeliveries, type Seen, seenColumns, selectSeen, takeEvents } from './take-events.repository.ts';

/** An endpoint with so many due deliveries gets no more until they were attempted. */
const dueMax = 100;
const endpointsPerRound = 50;
const eventsPerEndpoint = 100;

const behindColumns = {
  holderId: int8,
  id: text,
  mode: oneOf(...modes),
  kind: oneOf(...endpointKinds),
  position: int8,
  eventTypes: nullable(textArray),
  host: nullable(text),
};
type Behind = RowOf<typeof behindColumns>;

const behindSelected = {
  table: 'webhook_endpoints',
  columns: behindColumns,
  selected: sql`w.holder_id as "holderId", w.id, w.mode, w.kind, w.position, w.event_types as "eventTypes", w.host`,
} as const;

/**
 * Makes deliveries of the next events of active endpoints. The endpoint's row holds how far it is, so that every event is
 * taken once however many processes do this.
 * @returns how many events were looked at; 0 means that no endpoint is behind.
 */
export async function queueEvents(tx: Tx): Promise<number> {
  await findByIndex(tx);
  const behind = await lockBehind(tx);
  const seen = await findNext(tx, behind);
  if (seen.length === 0) return 0;
  const taken = await takeEvents(tx, seen);
  if (taken.length > 0) await insertDeliveries(tx, taken);
  await advance(tx, seen, taken);
  return seen.length;
}

const lockBehind = (tx: Tx): Promise<Behind[]> =>
  lockFree(tx, behindSelected, {
    own: sql`w.status = 'active' and w.deleted_at is null`,
    others: (limit) => sql`
      exists (select from events e
        where e.holder_id = w.holder_id and e.mode = w.mode and e.position > w.position)
      and (select count(*) from (
        select from webhook_deliveries d
        where d.holder_id = w.holder_id and d.endpoint_id = w.id and d.status = 'pending' and not d.is_resend
          and d.next_attempt_at <= now() ${limit(dueMax)}) due) < ${dueMax}`,
    first: sql`limit ${endpointsPerRound}`,
  });

async function findNext(tx: Tx, behind: readonly Behind[]): Promise<Seen[]> {
  const types = { holderId: 'bigint', mode: 'text', kind: 'text', position: 'bigint' } as const;
  const found = await queryEach(
    tx,
    seenColumns,
    behind,
    types,
    ({ holderId, mode, kind, position }) => sql`
      select ${selectSeen(kind)} from events e
      where e.holder_id = ${holderId} and e.mode = ${mode} and e.position > ${position}
      order by e.position limit ${eventsPerEndpoint}`,
  );
  return behind.flatMap((endpoint, index) => (found[index] ?? []).map((event) => ({ endpoint, ...event })));
}

/** Notes how far each endpoint is, and brings those forward in the queue that have new deliveries. */
async function advance(tx: Tx, seen: readonly Seen[], deliveries: readonly EndpointKey[]): Promise<void> {
  const upTo = new Map<Seen['endpoint'], bigint>();
  for (const { endpoint, position } of seen) {
    if (position > (upTo.get(endpoint) ?? 0n)) upTo.set(endpoint, position);
  }
  await command`
    update webhook_endpoints w set position = upto.position
    from ${unnested(
      'upto',
      [...upTo].map(([{ holderId, id }, position]) => ({ holderId, id, position })),
      { holderId: int8, id: text, position: int8 },
    )}
    where w.holder_id = upto.holder_id and w.id = upto.id`.execute(tx);
  if (deliveries.length === 0) return;
  await command`
    update webhook_endpoints w set due_at = least(w.due_at, now())
    from (
      select distinct holder_id, id
      from ${unnested('k', deliveries, { holderId: int8, id: text })}) d
    where w.holder_id = d.holder_id and w.id = d.id`.execute(tx);
}
