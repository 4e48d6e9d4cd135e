/** /notes: what the people of a company or a shop write down for each other about an object. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderAudience } from './holder-audience.ts';
import { noteRoutes } from './note-routes.ts';

export function holderNoteRoutes(app: FastifyInstance, deps: { db: Database; clock: Clock }): void {
  noteRoutes(app, deps, {
    base: '',
    operation: (operationId, summary) => holderAudience.operation(operationId, 'exceptions', summary),
    callerOf: (request, act) => holderAudience.callerOf(request, `notes.${act}`),
  });
}
