/** GET and POST /account-closing: what stands in the way of closing the named account, and closing it. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { inTransaction } from '../../base/database/transaction.ts';
import { authorize } from '../../core/access/authorize.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { closeAccount, findClosingObstacles } from '../../features/closing/close-account.ts';
import { ClosingAnswer, presentClosing } from '../../features/closing/leaving-schemas.ts';
import { dropEnded, type LeavingRouteDeps } from '../shared/closing-deps.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience as audience } from './holder-audience.ts';
import { proofCodes, provedActor } from './proof.ts';

const description = 'Of a person without a second factor; others pass theirs by `POST /session/fresh`';

export function closeAccountRoutes(app: FastifyInstance, deps: LeavingRouteDeps): void {
  const { db, people } = deps;

  typed(app).route({
    method: 'GET',
    url: '/account-closing',
    schema: {
      ...audience.operation('getClosing', 'business', 'What has to be finished before the account can be closed'),
      response: audience.readAnswers({ 200: dataOf(ClosingAnswer) }),
    },
    handler: async (request) => {
      const { holderId } = audience.callerOf(request, 'holders.read_closing', 'both_modes');
      return partnerSuccess(presentClosing(await findClosingObstacles(audience.actorOf(request), db, holderId)));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/account-closing',
    schema: {
      ...audience.operation('closeAccount', 'business', 'Close the account: it is read-only from then on'),
      body: Type.Object({
        name: Type.String({ format: 'text', maxLength: 512, description: 'Of the account', examples: ['Taverna'] }),
        password: Type.Optional(
          Type.String({ format: 'text', maxLength: 512, description, examples: ['correct horse battery'] }),
        ),
      }),
      response: audience.writeAnswers({ 200: dataOf(Type.Null()) }, ['not_found', 'invalid_state', ...proofCodes]),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { holderId } = audience.callerOf(request, 'holders.read_closing', 'both_modes');
      const actor = await provedActor(request, people, {
        // Closing a closed account again changes nothing, so that a second request is answered as the first.
        check: (proved) => {
          if (proved.holderStatus !== 'closed') authorize(proved, 'holders.close', { holderId, mode: null });
        },
        password: request.body.password,
      });
      const { name } = request.body;
      dropEnded(deps, await inTransaction(db, (tx) => closeAccount(actor, tx, deps, { holderId, name })));
      return partnerSuccess(null);
    },
  });
}
