/** SQL of the request log. Its times are on the real clock. */

import { int4, int8, oneOf, text, uuid } from '../../base/database/columns.ts';
import type { Page } from '../../base/database/page.ts';
import type { Database } from '../../base/database/pool.ts';
import { command, condition, query } from '../../base/database/statement.ts';
import { unnested } from '../../base/database/unnested.ts';
import type { ErrorDetail } from '../../base/errors/app-error.ts';
import { type Mode, modes } from '../../base/money/mode.ts';
import type { FailedRequest } from './failed-request.ts';

export type RequestBook = { holderId: bigint; mode: Mode };

/** `omitted`: failures after this one, in its minute, that are not listed. */
export type ListedFailure = Omit<FailedRequest, 'isProven'> & { omitted: number };

/** Holder and mode are those of the key pair. A request that names a pair that does not exist belongs to nobody. */
export async function insertFailures(db: Database, failures: readonly FailedRequest[]): Promise<void> {
  const sent = failures.map(({ requestId, at, clientId, durationMs, ...rest }) => {
    const { method, path, query, status, code, message, details } = rest;
    const shared = { method, path, query, status, code, message, details };
    return { request_id: requestId, at, client_id: clientId, duration_ms: durationMs, ...shared };
  });
  await command`
    insert into failed_requests (holder_id, mode, request_id, at, client_id, method, path, query, status, code, message,
      details, duration_ms)
    select k.holder_id, k.mode, s.request_id, s.at, k.client_id, s.method, s.path, s.query, s.status, s.code, s.message,
      s.details, s.duration_ms
    from json_to_recordset(${JSON.stringify(sent)}::json) as s (request_id uuid, at timestamptz, client_id text,
      method text, path text, query text, status int, code text, message text, details jsonb, duration_ms int)
    join api_keys k on k.client_id = s.client_id
    on conflict do nothing`.execute(db);
}

/** How many failures followed each of these requests without being listed. */
export async function addOmitted(
  db: Database,
  omitted: readonly { clientId: string; requestId: string; count: number }[],
): Promise<void> {
  await command`
    update failed_requests f set omitted = f.omitted + o.count
    from ${unnested('o', omitted, { clientId: text, requestId: uuid, count: int4 })}
    join api_keys k on k.client_id = o.client_id
    where f.holder_id = k.holder_id and f.mode = k.mode and f.request_id = o.request_id`.execute(db);
}

const shown = [
  ...(['requestId', 'at', 'clientId', 'method', 'path', 'query', 'status', 'code', 'message'] as const),
  ...(['details', 'durationMs', 'omitted'] as const),
] as const;

type FailureFilter = {
  /** From the first to the last, both included. */
  statuses: readonly [number, number] | undefined;
  clientId: string | undefined;
  /** A part of the path. */
  path: string | undefined;
  requestId: string | undefined;
};

/** Newest first. */
export async function listFailures(
  db: Database,
  { holderId, mode }: RequestBook,
  { statuses, clientId, path, requestId }: FailureFilter,
  { after, limit }: Page<string>,
): Promise<ListedFailure[]> {
  const rows = await db
    .selectFrom('failedRequests')
    .select(shown)
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .$if(statuses !== undefined, (of) =>
      of.where('status', '>=', statuses?.[0] as number).where('status', '<=', statuses?.[1] as number),
    )
    .$if(clientId !== undefined, (of) => of.where('clientId', '=', clientId as string))
    .$if(path !== undefined, (of) => of.where(condition`position(lower(${path as string}) in lower(path)) > 0`))
    .$if(requestId !== undefined, (of) => of.where('requestId', '=', requestId as string))
    .$if(after !== undefined, (of) => of.where('requestId', '<', after as string))
    .orderBy('requestId', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toListed);
}

/**
 * The requests on the addresses of one object, newest first: `/orders/order-1042` and what is below it. A book keeps few
 * enough to be read through.
 */
export async function listFailuresAt(
  db: Database,
  { holderId, mode }: RequestBook,
  part: string,
  limit: number,
): Promise<ListedFailure[]> {
  const rows = await db
    .selectFrom('failedRequests')
    .select(shown)
    .where('holderId', '=', holderId)
    .where('mode', '=', mode)
    .where(condition`position(${`${part}/`} in path || '/') > 0`)
    .orderBy('requestId', 'desc')
    .limit(limit)
    .execute();
  return rows.map(toListed);
}

const toListed = (row: Omit<ListedFailure, 'details'> & { details: unknown }): ListedFailure => ({
  ...row,
  details: row.details as ErrorDetail[],
});

const keptDays = 7;
const keptPerBookMax = 10_000;

/** Deletes requests past their retention, and of each book those beyond the newest ten thousand. */
export async function purgeFailures(db: Database): Promise<void> {
  await command`delete from failed_requests where at < now() - make_interval(days => ${keptDays})`.execute(db);
  const overfull = await query({ holderId: int8, mode: oneOf(...modes), requestId: uuid })`
    select b.holder_id as "holderId", b.mode, beyond.request_id as "requestId"
    from (select distinct holder_id, mode from failed_requests) b
    cross join lateral (
      select request_id from failed_requests
      where holder_id = b.holder_id and mode = b.mode
      order by request_id desc offset ${keptPerBookMax}::int limit 1) beyond`.execute(db);
  for (const { holderId, mode, requestId } of overfull) {
    await db
      .deleteFrom('failedRequests')
      .where('holderId', '=', holderId)
      .where('mode', '=', mode)
      .where('requestId', '<=', requestId)
      .execute();
  }
}
