/** Which events an endpoint takes, with the address and host of each delivery, and the SQL that makes the deliveries. */

import { type RawBuilder, sql } from 'kysely';
import { type Column, int4, int8, narrowed, nullable, oneOf, type RowOf, text } from '../../base/database/columns.ts';
import { command, query } from '../../base/database/statement.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { sentRows, taken, unnested } from '../../base/database/unnested.ts';
import { paidEvent, type WebhookFormat, webhookFormats } from '../../core/events/webhook-format.ts';
import { holdersOf } from '../../core/ledger/accounts.ts';
import type { Endpoint, EndpointKey } from './endpoint.ts';

/** What `selectSeen` reads of an event. */
export const seenColumns = {
  eventId: text,
  type: text,
  position: narrowed(int8),
  /** What the event is about, where the endpoint has no address of its own. */
  orderId: nullable(int8),
  token: nullable(text),
};

/** An event, called `e`, for an endpoint of this kind. */
export const selectSeen = (kind: unknown) => sql`
  e.id as "eventId", e.type, e.position,
  case when ${kind} = 'addresses' then (e.data ->> 'order_id')::bigint end as "orderId",
  case when ${kind} = 'addresses' then e.data ->> 'token' end as token`;

export type Seen = RowOf<typeof seenColumns> & {
  endpoint: Pick<Endpoint, 'holderId' | 'id' | 'mode' | 'eventTypes' | 'host'>;
};

export type NewDelivery = EndpointKey & {
  eventId: string;
  type: string;
  position: bigint;
  /** Null: that of the endpoint. */
  url: string | null;
  /** Null: that of the endpoint. */
  format: WebhookFormat | null;
  host: string;
};

/** What an event may be about that carries an address of its own. */
type Carrier = {
  table: 'orders' | 'payments';
  /** In which events are sent there. */
  format: RawBuilder<unknown>;
  /** Of its ids. */
  type: Column<bigint | string>;
  idOf: (event: Seen) => bigint | string | null;
};
const carriers: readonly Carrier[] = [
  { table: 'orders', format: sql`'standard'::text`, type: int8, idOf: ({ orderId }) => orderId },
  {
    table: 'payments',
    format: sql`coalesce(c.webhook_format, 'standard')`,
    type: text,
    idOf: ({ token }) => token,
  },
];

/** The deliveries of those events that their endpoints take, in no particular order; of each event at most one. */
export async function takeEvents(tx: Tx, seen: readonly Seen[]): Promise<NewDelivery[]> {
  const wanted = seen.flatMap((event) => {
    const { host, eventTypes } = event.endpoint;
    return host !== null && (eventTypes === null || eventTypes.includes(event.type))
      ? [deliveryOf(event, { url: null, format: null }, host)]
      : [];
  });
  const found = new Map<Seen, Address>();
  for (const carrier of carriers) {
    const asked = seen.filter((event) => carrier.idOf(event) !== null && !found.has(event));
    for (const { ordinal, ...address } of await findUrls(tx, asked, carrier)) {
      found.set(asked[ordinal - 1] as Seen, address);
    }
  }
  // A receiver of another format takes any other event for a failure.
  const own = [...found].filter(([{ type }, { format }]) => format === 'standard' || type === paidEvent);
  return [...wanted, ...own.map(([event, address]) => deliveryOf(event, address, hostOf(address.url)))];
}

type Address = { url: string; format: WebhookFormat };

const deliveryOf = (event: Seen, address: Address | { url: null; format: null }, host: string): NewDelivery => {
  const { endpoint, eventId, type, position } = event;
  return { holderId: endpoint.holderId, id: endpoint.id, eventId, type, position, ...address, host };
};

/** `ordinal`: of the event in the list, from 1. */
const urlColumns = { ordinal: int4, url: narrowed(text), format: oneOf(...webhookFormats) };

async function findUrls(
  tx: Tx,
  seen: readonly Seen[],
  { table, format, type, idOf }: Carrier,
): Promise<RowOf<typeof urlColumns>[]> {
  if (seen.length === 0) return [];
  const sent = seen.map((event, index) => {
    const { holderId, mode } = event.endpoint;
    return { holderId, mode, id: idOf(event), ordinal: index + 1 };
  });
  const columns = { holderId: int8, mode: text, ordinal: int4 };
  return query(urlColumns)`
    select s.ordinal, c.webhook_url as url, ${format} as format
    from ${unnested('s', sent, { ...columns, id: taken(type, ({ id }: { id: bigint | string | null }) => id) })}
    join ${sql.table(table)} c on c.holder_id = s.holder_id and c.id = s.id and c.mode = s.mode
    where c.webhook_url is not null and c.holder_id = any(${holdersOf(sent)}::bigint[])`.execute(tx);
}

/** The host of an address as its text has it. The connection is judged by a parser of URLs, this only counts. */
const hostOf = (url: string): string => (/^[a-z][a-z0-9+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1] ?? '').toLowerCase();

const deliveryColumns = sentRows<NewDelivery>()({
  holderId: int8,
  endpointId: taken(text, ({ id }: NewDelivery) => id),
  eventId: text,
  eventType: taken(text, ({ type }: NewDelivery) => type),
  position: int8,
  url: text,
  format: text,
  host: text,
});

const newRows = (deliveries: readonly NewDelivery[]) => sql`
  select d.*, now() as due_at from ${deliveryColumns.as('d', deliveries)}`;

/** Makes deliveries of events that have none, due at once. */
export const insertDeliveries = (tx: Tx, deliveries: readonly NewDelivery[]): Promise<number> =>
  command`
    insert into webhook_deliveries (${deliveryColumns.names}, next_attempt_at)
    ${newRows(deliveries)} on conflict do nothing`.execute(tx);

/** Makes events due for delivery once more, whether they were delivered, given up or never queued. @returns how many. */
export const resendDeliveries = (tx: Tx, deliveries: readonly NewDelivery[]): Promise<number> =>
  command`
    insert into webhook_deliveries as d (${deliveryColumns.names}, next_attempt_at, is_resend)
    select n.*, true from (${newRows(deliveries)}) n
    on conflict (holder_id, endpoint_id, event_id) do update
      set status = 'pending', reason = null, finished_at = null, is_resend = true, attempts_before = d.attempts,
        next_attempt_at = case when d.claimed_until > excluded.next_attempt_at then d.next_attempt_at
          else excluded.next_attempt_at end`.execute(tx);
