/** GET /operator/audit-log and /operator/audit-log.csv: the audit log of all holders. Reads only. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import { AuditEntryAnswer } from '../../core/access/present-audit.ts';
import { csvAnswer } from '../../core/http/answers.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { AllFilters, AllQuery, auditColumns, auditCsv, auditFilterOf, auditPage } from '../shared/audit-log.ts';
import { pageOf } from '../shared/envelope.ts';
import { operatorAudience } from './audience.ts';

export function operatorAuditLogRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/audit-log',
    schema: {
      ...operatorAudience.operation('listAuditLog', 'The audit log of all holders, newest first'),
      querystring: AllQuery,
      response: operatorAudience.readAnswers({ 200: pageOf(AuditEntryAnswer) }),
    },
    handler: async (request) => {
      operatorAudience.callerOf(request, 'audit_log.read');
      return auditPage(db, auditFilterOf(request.query), request.query, 'operator');
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/audit-log.csv',
    schema: {
      ...operatorAudience.operation('getAuditLogCsv', 'The audit log of all holders as CSV, newest first'),
      querystring: AllFilters,
      response: operatorAudience.documentAnswers(csvAnswer(auditColumns, 'At most the newest 50,000 entries')),
    },
    handler: async (request, reply) => {
      operatorAudience.callerOf(request, 'audit_log.read');
      return sendCsv(reply, 'audit-log.csv', auditCsv(db, auditFilterOf(request.query), 'operator'));
    },
  });
}
