/** SQL of the request log. Its times are on the real clock. */

import { type RawBuilder, sql } from 'kysely';
import {
  int4,
  int8,
  json,
  jsonb,
  nullable,
  oneOf,
  type RowOf,
  text,
  timestamptz,
  uuid,
} from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import type { JsonValue } from '../../base/database/schema.generated.ts';
import { command, query } from '../../base/database/statement.ts';
import { unnested } from '../../base/database/unnested.ts';
import type { ErrorDetail } from '../../base/errors/app-error.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import type { Bodies, Failure, LoggedRequest } from './logged-request.ts';

export type RequestBook = { holderId: bigint; mode: Mode };

/** Requests that failed, and writes that succeeded: neither displaces the other. */
const tables = ['failed_requests', 'succeeded_requests'] as const;
export type LogTable = (typeof tables)[number];

const outcomes = { failed: 'failed_requests', succeeded: 'succeeded_requests' } as const;
type Outcome = keyof typeof outcomes | 'any';

/** `omitted`: requests of its kind after this one, in its minute, that are not listed. */
export type ListedRequest = LoggedRequest & { failure: Failure | null; omitted: number };

type Inserted<Of> = LoggedRequest & Bodies & { failure: Of };

/** Holder and mode are those of the key pair. A request that names a pair that does not exist belongs to nobody. */
export async function insertFailures(db: Database, failures: readonly Inserted<Failure>[]): Promise<void> {
  if (failures.length === 0) return;
  const sent = failures.map((request) => ({ ...sentOf(request), ...request.failure }));
  await command`
    insert into failed_requests (holder_id, mode, request_id, at, client_id, method, path, query, status, code, message,
      details, body, duration_ms)
    select k.holder_id, k.mode, s.request_id, s.at, k.client_id, s.method, s.path, s.query, s.status, s.code, s.message,
      s.details, s.body, s.duration_ms
    from json_to_recordset(${JSON.stringify(sent)}::json) as s (request_id uuid, at timestamptz, client_id text,
      method text, path text, query text, status int, code text, message text, details jsonb, body json, duration_ms int)
    join api_keys k on k.client_id = s.client_id
    on conflict do nothing`.execute(db);
}

export async function insertSuccesses(db: Database, requests: readonly Inserted<unknown>[]): Promise<void> {
  if (requests.length === 0) return;
  const sent = requests.map((request) => ({ ...sentOf(request), response: request.response }));
  await command`
    insert into succeeded_requests (holder_id, mode, request_id, at, client_id, method, path, query, status, body, response,
      duration_ms)
    select k.holder_id, k.mode, s.request_id, s.at, k.client_id, s.method, s.path, s.query, s.status, s.body, s.response,
      s.duration_ms
    from json_to_recordset(${JSON.stringify(sent)}::json) as s (request_id uuid, at timestamptz, client_id text,
      method text, path text, query text, status int, body json, response json, duration_ms int)
    join api_keys k on k.client_id = s.client_id
    on conflict do nothing`.execute(db);
}

const sentOf = ({ requestId, clientId, durationMs, at, method, path, query, status, body }: Inserted<unknown>) => ({
  ...{ request_id: requestId, client_id: clientId, duration_ms: durationMs },
  ...{ at, method, path, query, status, body },
});

/** How many followed each of these requests without being listed. */
export async function addOmitted(
  db: Database,
  table: LogTable,
  omitted: readonly { clientId: string; requestId: string; count: number }[],
): Promise<void> {
  if (omitted.length === 0) return;
  await command`
    update ${sql.table(table)} f set omitted = f.omitted + o.count
    from ${unnested('o', omitted, { clientId: text, requestId: uuid, count: int4 })}
    join api_keys k on k.client_id = o.client_id
    where f.holder_id = k.holder_id and f.mode = k.mode and f.request_id = o.request_id`.execute(db);
}

const columns = {
  ...{
    requestId: uuid,
    at: timestamptz,
    clientId: text,
    method: text,
    path: text,
    query: nullable(text),
    status: int4,
  },
  ...{ code: nullable(text), message: nullable(text), details: nullable(jsonb<ErrorDetail[]>()) },
  ...{ durationMs: int4, omitted: int4 },
};

const columnsOf = (
  table: LogTable,
): RawBuilder<unknown> => sql`request_id as "requestId", at, client_id as "clientId", method,
  path, query, status, ${
    table === 'failed_requests'
      ? sql`code, message, details`
      : sql`null::text as code, null::text as message, null::jsonb as details`
  }, duration_ms as "durationMs", omitted`;

type Narrowing = RawBuilder<unknown> | undefined;

/** Newest first. */
async function listWhere(
  db: Database,
  { holderId, mode }: RequestBook,
  outcome: Outcome,
  narrowings: readonly Narrowing[],
  limit: number,
): Promise<ListedRequest[]> {
  const narrowed = narrowings.filter((one) => one !== undefined);
  const parts = tables.map((table) => {
    const isMeant = outcome === 'any' || outcomes[outcome] === table;
    const conditions = [
      sql`holder_id = ${holderId}`,
      sql`mode = ${mode}`,
      ...narrowed,
      ...(isMeant ? [] : [sql`false`]),
    ];
    return sql`(
      select ${columnsOf(table)} from ${sql.table(table)} where ${sql.join(conditions, sql` and `)}
      order by request_id desc limit ${limit})`;
  });
  const rows = await query(columns)`
    select * from (${sql.join(parts, sql` union all `)}) all_of_them
    order by "requestId" desc limit ${limit}`.execute(db);
  return rows.map(toListed);
}

const toListed = ({ code, message, details, ...request }: RowOf<typeof columns>): ListedRequest => ({
  ...request,
  failure: code === null || message === null ? null : { code, message, details: details ?? [] },
});

type RequestFilter = {
  outcome: Outcome;
  /** From the first to the last, both included. */
  statuses: readonly [number, number] | undefined;
  clientId: string | undefined;
  /** A part of the path. */
  path: string | undefined;
  requestId: string | undefined;
};

/** Newest first. */
export const listRequests = (
  db: Database,
  book: RequestBook,
  { outcome, statuses, clientId, path, requestId }: RequestFilter,
  { after, limit }: Page<string>,
): Promise<ListedRequest[]> =>
  listWhere(
    db,
    book,
    outcome,
    [
      statuses && sql`status between ${statuses[0]} and ${statuses[1]}`,
      clientId === undefined ? undefined : sql`client_id = ${clientId}`,
      path === undefined ? undefined : sql`position(lower(${path}) in lower(path)) > 0`,
      requestId === undefined ? undefined : sql`request_id = ${requestId}::uuid`,
      after === undefined ? undefined : sql`request_id < ${after}::uuid`,
    ],
    limit,
  );

/**
 * The requests on the addresses of one object, newest first: `/orders/order-1042` and what is below it. A book keeps few
 * enough to be read through.
 */
export const listRequestsAt = (
  db: Database,
  book: RequestBook,
  outcome: Outcome,
  part: string,
  limit: number,
): Promise<ListedRequest[]> => listWhere(db, book, outcome, [sql`position(${`${part}/`} in path || '/') > 0`], limit);

/** Those of these requests that succeeded and are kept. */
export const listSuccesses = (db: Database, book: RequestBook, ids: readonly string[]): Promise<ListedRequest[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : listWhere(db, book, 'succeeded', [sql`request_id = any(${[...ids]}::uuid[])`], ids.length);

/** What is kept of the bodies of a request. */
export async function findBodies(db: Database, { holderId, mode }: RequestBook, requestId: string): Promise<Bodies> {
  const kept = { body: nullable(json<JsonValue>()), response: nullable(json<JsonValue>()) };
  const found = await query(kept)`
    select body, response from succeeded_requests
    where holder_id = ${holderId} and mode = ${mode} and request_id = ${requestId}::uuid
    union all
    select body, null::json as response from failed_requests
    where holder_id = ${holderId} and mode = ${mode} and request_id = ${requestId}::uuid`.executeTakeFirst(db);
  return found ?? { body: null, response: null };
}

const keptDays = 7;
const keptPerBookMax = 10_000;

/** Deletes requests past their retention, and of each book those beyond the newest ten thousand of each kind. */
export async function purgeRequests(db: Database): Promise<void> {
  for (const table of tables) await purge(db, sql.table(table));
}

async function purge(db: Database, table: RawBuilder<unknown>): Promise<void> {
  await command`delete from ${table} where at < now() - make_interval(days => ${keptDays})`.execute(db);
  const overfull = await query({ holderId: int8, mode: oneOf(...modes), requestId: uuid })`
    select b.holder_id as "holderId", b.mode, beyond.request_id as "requestId"
    from (select distinct holder_id, mode from ${table}) b
    cross join lateral (
      select request_id from ${table}
      where holder_id = b.holder_id and mode = b.mode
      order by request_id desc offset ${keptPerBookMax}::int limit 1) beyond`.execute(db);
  for (const { holderId, mode, requestId } of overfull) {
    await command`
      delete from ${table}
      where holder_id = ${holderId} and mode = ${mode} and request_id <= ${requestId}::uuid`.execute(db);
  }
}
