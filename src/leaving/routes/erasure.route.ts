/** GET and POST /profile/erasure: what deleting one's own account would do, and deleting it. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { authorize } from '../../access/authorize.ts';
import { inTransaction } from '../../database/transaction.ts';
import { requireBody } from '../../http/content-types.ts';
import { typed } from '../../http/typed-routes.ts';
import { consoleAnswers, consoleOperation, sessionCookieHeader } from '../../interfaces/console/answers.ts';
import { actorOf } from '../../interfaces/console/authenticate.ts';
import { proofCodes, provedActor } from '../../interfaces/console/proof.ts';
import { dataOf, partnerSuccess } from '../../interfaces/envelope.ts';
import { visitOf } from '../../pages/form-fields.ts';
import { PasswordField } from '../../people/account-schemas.ts';
import { erasePerson, planErasure } from '../erase-person.ts';
import { ErasureAnswer, presentErasure } from '../leaving-schemas.ts';
import { dropEnded, type LeavingRouteDeps } from './deps.ts';

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
