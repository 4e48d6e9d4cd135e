/** GET /audit-log and /audit-log.csv: the account's own audit log, for its owner. Reads only. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import { AuditEntryAnswer } from '../../core/access/present-audit.ts';
import { csvAnswer } from '../../core/http/answers.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { auditColumns, auditCsv, auditFilterOf, auditPage, OwnFilters, OwnQuery } from '../shared/audit-log.ts';
import { pageOf } from '../shared/envelope.ts';
import { holderAudience } from './holder-audience.ts';

export function auditLogRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/audit-log',
    schema: {
      ...holderAudience.operation('listAuditLog', 'audit-log', 'The audit log of the account, newest first'),
      querystring: OwnQuery,
      response: holderAudience.readAnswers({ 200: pageOf(AuditEntryAnswer) }),
    },
    handler: async (request) => {
      const book = holderAudience.callerOf(request, 'audit_log.read');
      return auditPage(db, { ...auditFilterOf(request.query), ...book }, request.query, 'owner');
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/audit-log.csv',
    schema: {
      ...holderAudience.operation('getAuditLogCsv', 'audit-log', 'The audit log of the account as CSV, newest first'),
      querystring: OwnFilters,
      response: holderAudience.documentAnswers(csvAnswer(auditColumns, 'At most the newest 50,000 entries')),
    },
    handler: async (request, reply) => {
      const book = holderAudience.callerOf(request, 'audit_log.read');
      return sendCsv(reply, 'audit-log.csv', auditCsv(db, { ...auditFilterOf(request.query), ...book }, 'owner'));
    },
  });
}
