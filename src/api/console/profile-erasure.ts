/** GET and POST /profile/erasure: what deleting one's own account would do, and deleting it. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { inTransaction } from '../../base/database/transaction.ts';
import { authorize } from '../../core/access/authorize.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { erasePerson, planErasure } from '../../features/closing/erase-person.ts';
import { ErasureAnswer, presentErasure } from '../../features/closing/leaving-schemas.ts';
import { PasswordField } from '../../features/people/account-schemas.ts';
import { dropEnded, type LeavingRouteDeps } from '../shared/closing-deps.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { visitOf } from '../shared/form-fields.ts';
import { consoleAnswers, consoleOperation, sessionCookieHeader } from './answers.ts';
import { actorOf } from './authenticate.ts';
import { proofCodes, provedActor } from './proof.ts';

export function erasureRoutes(app: FastifyInstance, deps: LeavingRouteDeps): void {
  const { db, people } = deps;

  typed(app).route({
    method: 'GET',
    url: '/profile/erasure',
    schema: {
      ...consoleOperation('getErasure', 'What deleting your own account would do, and what has to be finished first'),
      response: consoleAnswers(dataOf(ErasureAnswer)),
    },
    handler: async (request) => {
      const actor = actorOf(request);
      return partnerSuccess(presentErasure(await planErasure(actor, db, actor.personId, null)));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/profile/erasure',
    schema: {
      ...consoleOperation('eraseAccount', 'Permanently delete your own account; ends the session'),
      body: Type.Object({ password: PasswordField }),
      response: consoleAnswers(dataOf(Type.Null()), {
        writes: true,
        codes: ['invalid_state', 'second_factor_required', ...proofCodes],
        headers: sessionCookieHeader,
      }),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { personId } = actorOf(request);
      const { password } = request.body;
      const actor = await provedActor(request, people, {
        check: (proved) => authorize(proved, 'account.erase', { personId }),
        password,
        always: true,
      });
      dropEnded(deps, await inTransaction(db, (tx) => erasePerson(actor, tx, deps, personId, null)));
      reply.header('set-cookie', await people.signOut(visitOf(request)));
      return partnerSuccess(null);
    },
  });
}
