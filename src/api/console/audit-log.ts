/**
 * The audit log for people: of all holders for the operator, of their own for an owner; as pages and as CSV. Reads only.
 */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { type Cell, csvRows } from '../../base/csv/csv.ts';
import type { Database } from '../../base/database/pool.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { type AuditFilter, listEntries, type StoredEntry } from '../../core/access/audit-log.repository.ts';
import { AuditEntryAnswer, presentEntry, type Reader } from '../../core/access/present-audit.ts';
import { csvAnswer } from '../../core/http/answers.ts';
import { decodeCursor, encodeCursor } from '../../core/http/cursor.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { pageOf, partnerPage } from '../shared/envelope.ts';
import { holderFace } from './holder-face.ts';
import { operatorFace } from './operator-face.ts';

type Deps = { db: Database };

const limitDefault = 50;
const limitMax = 100;
const csvPage = 500;
const csvMax = 50_000;

const dayPattern = '^[12][0-9]{3}-[0-9]{2}-[0-9]{2}$';
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
  object_kind: Type.Optional(Type.String({ minLength: 1, maxLength: 60, format: 'text' })),
  object_id: Type.Optional(Type.String({ minLength: 1, maxLength: 255, format: 'text' })),
  from: Type.Optional(
    Type.String({ pattern: dayPattern, description: 'The first day, in UTC', examples: ['2031-03-01'] }),
  ),
  to: Type.Optional(
    Type.String({ pattern: dayPattern, description: 'The last day, in UTC', examples: ['2031-03-31'] }),
  ),
};
const paging = {
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limitMax, default: limitDefault })),
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
};
const ofHolder = {
  holder_id: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Whose log' })),
};

const OwnFilters = Type.Object(filters);
const AllFilters = Type.Object({ ...filters, ...ofHolder });
const OwnQuery = Type.Object({ ...filters, ...paging });
const AllQuery = Type.Object({ ...filters, ...ofHolder, ...paging });

const auditColumns = [
  ...['at', 'actor_kind', 'actor_id', 'actor', 'email', 'role', 'address', 'holder_id', 'holder', 'mode', 'action'],
  ...['object_kind', 'object_id', 'changes', 'request_id'],
] as const;

export function auditLogRoutes(app: FastifyInstance, { db }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/audit-log',
    schema: {
      ...operatorFace.operation('listAuditLog', 'The audit log of all holders, newest first'),
      querystring: AllQuery,
      response: operatorFace.readAnswers({ 200: pageOf(AuditEntryAnswer) }),
    },
    handler: async (request) => {
      operatorFace.callerOf(request, 'audit_log.read');
      return page(db, filterOf(request.query), request.query, 'operator');
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/audit-log.csv',
    schema: {
      ...operatorFace.operation('getAuditLogCsv', 'The audit log of all holders as CSV, newest first'),
      querystring: AllFilters,
      response: operatorFace.documentAnswers(csvAnswer(auditColumns, 'At most the newest 50,000 entries')),
    },
    handler: async (request, reply) => {
      operatorFace.callerOf(request, 'audit_log.read');
      return sendCsv(reply, 'audit-log.csv', csvOf(db, filterOf(request.query), 'operator'));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/audit-log',
    schema: {
      ...holderFace.operation('listAuditLog', 'audit-log', 'The audit log of the account, newest first'),
      querystring: OwnQuery,
      response: holderFace.readAnswers({ 200: pageOf(AuditEntryAnswer) }),
    },
    handler: async (request) => {
      const book = holderFace.callerOf(request, 'audit_log.read');
      return page(db, { ...filterOf(request.query), ...book }, request.query, 'owner');
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/audit-log.csv',
    schema: {
      ...holderFace.operation('getAuditLogCsv', 'audit-log', 'The audit log of the account as CSV, newest first'),
      querystring: OwnFilters,
      response: holderFace.documentAnswers(csvAnswer(auditColumns, 'At most the newest 50,000 entries')),
    },
    handler: async (request, reply) => {
      const book = holderFace.callerOf(request, 'audit_log.read');
      return sendCsv(reply, 'audit-log.csv', csvOf(db, { ...filterOf(request.query), ...book }, 'owner'));
    },
  });
}

function filterOf(query: Static<typeof AllFilters>): AuditFilter {
  const { action, search, object_kind: objectKind, object_id: objectId, from, to, holder_id: holderId } = query;
  return {
    action,
    search,
    objectKind,
    objectId,
    holderId: holderId === undefined ? undefined : BigInt(holderId),
    from: from === undefined ? undefined : startOf('from', from),
    to: to === undefined ? undefined : new Date(startOf('to', to).getTime() + dayMs),
  };
}

/** @throws AppError `validation_failed` for a day that is not in the calendar. */
function startOf(field: string, day: string): Date {
  const start = new Date(`${day}T00:00:00.000Z`);
  if (Number.isNaN(start.getTime()) || start.toISOString().slice(0, day.length) !== day) {
    throw invalidField(field, 'is not a day of the calendar');
  }
  return start;
}

type Paging = { limit?: number; cursor?: string };

async function page(db: Database, filter: AuditFilter, { limit = limitDefault, cursor }: Paging, reader: Reader) {
  const found = await listEntries(db, filter, decodeCursor(cursor), limit + 1);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const next = found.length > limit && last !== undefined ? encodeCursor(last.id) : null;
  return partnerPage(
    shown.map((entry) => presentEntry(entry, reader)),
    next,
  );
}

async function* csvOf(db: Database, filter: AuditFilter, reader: Reader): AsyncGenerator<string> {
  yield csvRows([auditColumns]);
  let before: bigint | undefined;
  for (let written = 0; written < csvMax; written += csvPage) {
    const found = await listEntries(db, filter, before, csvPage);
    if (found.length > 0) yield csvRows(found.map((entry) => cellsOf(entry, reader)));
    if (found.length < csvPage) return;
    before = found.at(-1)?.id;
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
