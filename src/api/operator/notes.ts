/** /operator/notes: what operators write down for each other about an object of any holder. */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { noteRoutes } from '../console/note-routes.ts';
import { operatorAudience } from './audience.ts';

export function operatorNoteRoutes(app: FastifyInstance, deps: { db: Database; clock: Clock }): void {
  noteRoutes(app, deps, {
    base: '/operator',
    operation: operatorAudience.operation,
    callerOf: (request, act) => operatorAudience.callerOf(request, `operator_notes.${act}`),
  });
}
