/** The audit log as people read it, as pages and as CSV: of their own account for an owner, of all for the operator. */

import { type Static, Type } from 'typebox';
import { type Cell, csvRows } from '../../base/csv/csv.ts';
import type { Database } from '../../base/database/pool.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { type AuditFilter, listEntries, type StoredEntry } from '../../core/access/audit-log.repository.ts';
import { presentEntry, type Reader } from '../../core/access/present-audit.ts';
import { byId, type PageQuery, pageQuery, readPage } from '../../core/http/page.ts';
import { findObjectNames } from '../../features/audit/object-names.repository.ts';
import { partnerPage } from '../shared/envelope.ts';
import { instantOf } from './instants.ts';

const csvPage = 500;
const csvMax = 50_000;

const timePattern = '^[12][0-9]{3}-[0-9]{2}-[0-9]{2}(T[0-9]{2}:[0-9]{2}:[0-9]{2}(\\.[0-9]{1,3})?Z)?$';
const dayMs = 86_400_000;

const filters = {
  action: Type.Optional(Type.String({ minLength: 1, maxLength: 60, pattern: '^[a-z_]+\\.[a-z_]+$' })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      format: 'text',
      description: 'The id of an object, a request or an actor, or part of the name or address of a person',
    }),
  ),
  actor_id: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, format: 'text', description: 'Done by this person or key pair' }),
  ),
  object_kind: Type.Optional(Type.String({ minLength: 1, maxLength: 60, format: 'text' })),
  object_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255, format: 'text' })),
  from: Type.Optional(
    Type.String({
      pattern: timePattern,
      description: 'The first day, in UTC, or an instant',
      examples: ['2031-03-01'],
    }),
  ),
  to: Type.Optional(
    Type.String({
      pattern: timePattern,
      description: 'The last day, in UTC, or an instant, which is not included',
      examples: ['2031-03-31'],
    }),
  ),
};
const paging = pageQuery({ limitDefault: 50, limitMax: 100 });
const ofHolder = {
  holder_id: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Whose audit log' }),
  ),
};

export const OwnFilters = Type.Object(filters);
export const AllFilters = Type.Object({ ...filters, ...ofHolder });
export const OwnQuery = Type.Object({ ...filters, ...paging });
export const AllQuery = Type.Object({ ...filters, ...ofHolder, ...paging });

export const auditColumns = [
  ...['at', 'actor_kind', 'actor_id', 'actor', 'email', 'role', 'address', 'holder_id', 'holder', 'mode', 'action'],
  ...['object_kind', 'object_id', 'changes', 'request_id'],
] as const;

export function auditFilterOf(query: Static<typeof AllFilters>): AuditFilter {
  const { action, search, actor_id: actorId } = query;
  const { object_kind: objectKind, object_id: objectId, from, to, holder_id: holderId } = query;
  return {
    action,
    search,
    actorId,
    objectKind,
    objectId,
    holderId: holderId === undefined ? undefined : BigInt(holderId),
    from: isDay(from) ? startOf('from', from) : instantOf('from', from),
    to: isDay(to) ? new Date(startOf('to', to).getTime() + dayMs) : instantOf('to', to),
  };
}

const isDay = (given: string | undefined): given is string => given !== undefined && !given.includes('T');

/** @throws AppError `validation_failed` for a day that is not in the calendar. */
function startOf(field: string, day: string): Date {
  const start = new Date(`${day}T00:00:00.000Z`);
  if (Number.isNaN(start.getTime()) || start.toISOString().slice(0, day.length) !== day) {
    throw invalidField(field, 'is not a day of the calendar');
  }
  return start;
}

export async function auditPage(db: Database, filter: AuditFilter, query: PageQuery, reader: Reader) {
  const { rows, next } = await readPage(query, byId('id'), (page) => listEntries(db, filter, page));
  // A note names an order by its reference.
  const isNote = (action: string) => action.endsWith('notes.write');
  const objects = rows.map(({ action, objectKind, objectId: id, holderId }) => {
    return { kind: isNote(action) ? `note about ${objectKind}` : objectKind, id, holderId };
  });
  const names = await findObjectNames(db, objects);
  return partnerPage(
    rows.map((entry, n) => presentEntry(entry, reader, names.get(n))),
    next,
  );
}

export async function* auditCsv(db: Database, filter: AuditFilter, reader: Reader): AsyncGenerator<string> {
  yield csvRows([auditColumns]);
  let after: bigint | undefined;
  for (let written = 0; written < csvMax; written += csvPage) {
    const found = await listEntries(db, filter, { after, limit: csvPage });
    if (found.length > 0) yield csvRows(found.map((entry) => cellsOf(entry, reader)));
    if (found.length < csvPage) return;
    after = found.at(-1)?.id;
  }
}

function cellsOf(entry: StoredEntry, reader: Reader): Cell[] {
  const { at, actor, holder, mode, action, object, changes, request_id: requestId } = presentEntry(entry, reader);
  const told = changes.map(({ field, before, after }) => `${field}: ${before ?? '–'} → ${after ?? '–'}`).join('; ');
  return [
    ...[at, actor.kind, actor.id, actor.name, actor.email, actor.role, actor.address],
    ...[holder === null ? null : String(holder.holder_id), holder?.name ?? null, mode, action],
    ...[object.kind, object.id, told, requestId],
  ];
}
