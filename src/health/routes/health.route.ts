/**
 * GET /health/live (the process answers) and /health/ready (its database answers too). The result of the last
 * verification is reported but must not affect the status: a service with unbalanced books has to stay reachable while
 * they are corrected.
 */
import { STATUS_CODES } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../database/pool.ts';
import { jsonAnswer } from '../../http/answers.ts';
import { serviceAnswers, serviceOperation } from '../../interfaces/operations/answers.ts';
import { findLastVerification } from '../../ledger/verifications.repository.ts';
import { Count, NullableInstant, nullable } from '../../schemas/parts.ts';

const Live = Type.Object({ status: Type.Literal('ok') });

const Ready = Type.Object({
  status: Type.Literal('ok'),
  books: Type.Enum(['unknown', 'balanced', 'unbalanced'], { description: 'What the last verification found' }),
  verified_at: NullableInstant,
  verification_age_seconds: nullable(Count),
});

const NotReady = Type.Object({ status: Type.String({ examples: [STATUS_CODES[503]] }) });

export function healthRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const live = {
    ...serviceOperation('getLiveness', 'Whether the process answers'),
    response: serviceAnswers({ 200: jsonAnswer(Live, 'It does') }),
  };
  app.get('/health/live', { schema: live }, async () => ({ status: 'ok' }));

  const ready = {
    ...serviceOperation('getReadiness', 'Whether the database answers, and what the last verification found'),
    response: serviceAnswers({ 200: jsonAnswer(Ready, 'It does'), 503: jsonAnswer(NotReady, 'It does not') }),
  };
  app.get('/health/ready', { schema: ready }, async (_request, reply) => {
    try {
      const last = await findLastVerification(db);
      return {
        status: 'ok',
        books: last === undefined ? 'unknown' : last.ok ? 'balanced' : 'unbalanced',
        verified_at: last?.finishedAt.toISOString() ?? null,
        verification_age_seconds: last === undefined ? null : Math.floor(last.ageSeconds),
      };
    } catch {
      return reply.code(503).send({ status: STATUS_CODES[503] });
    }
  });
}
