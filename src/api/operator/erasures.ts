/** /operator/erasures: permanently deleting the account of a person who asked by letter, and what that would do. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { inTransaction } from '../../base/database/transaction.ts';
import { reasonFor } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { erasePerson, findPersonToErase, planErasure } from '../../features/closing/erase-person.ts';
import { ErasureAnswer, presentErasure } from '../../features/closing/leaving-schemas.ts';
import { dropEnded, type LeavingRouteDeps } from '../shared/closing-deps.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const email = Type.String({ minLength: 3, maxLength: 254, format: 'text', examples: ['ada@example.org'] });

export function operatorLeavingRoutes(app: FastifyInstance, deps: LeavingRouteDeps): void {
  const { db } = deps;

  typed(app).route({
    method: 'POST',
    url: '/operator/erasures/plans',
    schema: {
      ...audience.operation('planErasure', "What deleting a person's account would do; changes nothing"),
      body: Type.Object({ email }),
      response: audience.writeAnswers({ 200: dataOf(ErasureAnswer) }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'people.erase');
      const actor = audience.actorOf(request);
      const personId = await findPersonToErase(actor, db, request.body.email);
      return partnerSuccess(presentErasure(await planErasure(actor, db, personId, '')));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/erasures',
    schema: {
      ...audience.operation('erasePerson', 'Permanently delete the account of a person who asked for it'),
      body: Type.Object({ email, reason: reasonFor('For the audit log', 'Letter of 3 March') }),
      response: audience.writeAnswers({ 200: dataOf(Type.Null()) }, ['not_found', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'people.erase');
      const actor = audience.actorOf(request);
      const personId = await findPersonToErase(actor, db, request.body.email);
      dropEnded(deps, await inTransaction(db, (tx) => erasePerson(actor, tx, deps, personId, request.body.reason)));
      return partnerSuccess(null);
    },
  });
}
