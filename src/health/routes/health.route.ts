/**
 * GET /health/live and /health/ready. Live: the process answers. Ready: so does its database. What the last
 * verification found stands beside that and changes neither: a service whose books are in doubt must stay reachable
 * for those who fix them.
 */
import { STATUS_CODES } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/pool.ts';
import { findLastVerification } from '../../ledger/verifications.repository.ts';

export function healthRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  app.get('/health/live', { schema: { hide: true } }, async () => ({ status: 'ok' }));
  app.get('/health/ready', { schema: { hide: true } }, async (_request, reply) => {
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
