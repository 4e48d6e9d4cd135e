/** GET /home/checklist: how far a new company or shop has come. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { findOnboardingFacts } from '../../features/holders/first-steps/checklist.repository.ts';
import { checklistOf, stepNames } from '../../features/holders/first-steps/checklist.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience as audience } from './holder-audience.ts';

const ChecklistAnswer = Type.Object(
  {
    steps: Type.Array(Type.Object({ step: Type.Enum([...stepNames]), done: Type.Boolean() })),
    go_live: Type.Enum(['not_requested', 'waiting', 'refused', 'approved']),
    applies: Type.Boolean({ description: 'Whether the account is new or waits for approval' }),
  },
  { title: 'Checklist', description: 'The first steps in test mode, by what has happened there' },
);

export function checklistRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/home/checklist',
    schema: {
      ...audience.operation('getChecklist', 'home', 'The first steps of a new company or shop, and which are done'),
      response: audience.readAnswers({ 200: dataOf(ChecklistAnswer) }),
    },
    handler: async (request) => {
      const { holderId } = audience.callerOf(request, 'checklist.read');
      const { holderKind } = audience.actorOf(request);
      if (holderKind !== 'company' && holderKind !== 'merchant') throw new AppError('forbidden');
      const { steps, goLive, applies } = checklistOf(holderKind, await findOnboardingFacts(db, holderId));
      return partnerSuccess({ steps, go_live: goLive, applies });
    },
  });
}
