/** POST /operator/holders/{id}/reopen: a closed account is opened again. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { reasonFor } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { reopenAccount } from '../../features/closing/close-account.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const Params = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });

export function reopenHolderRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'POST',
    url: '/operator/holders/:id/reopen',
    schema: {
      ...audience.operation('reopenHolder', 'Reopen a closed account'),
      params: Params,
      body: Type.Object({ reason: reasonFor('Emailed to the owners', 'Closed by mistake') }),
      response: audience.writeAnswers({ 200: dataOf(Type.Null()) }, ['not_found', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'holders.reopen');
      const { id } = request.params;
      await inTransaction(db, (tx) => reopenAccount(audience.actorOf(request), tx, BigInt(id), request.body.reason));
      return partnerSuccess(null);
    },
  });
}
