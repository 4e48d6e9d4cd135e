/** PUT /account-name: another name for a courier's account. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { Text } from '../../base/schemas/parts.ts';
import { plainText } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { renameHolder } from '../../features/holders/rename-holder.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience as audience } from './holder-audience.ts';

export function renameHolderRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'PUT',
    url: '/account-name',
    schema: {
      ...audience.operation('renameHolder', 'business', 'Rename a courier’s account'),
      body: Type.Object({ name: plainText('Shown to companies that invite it', 'Ada on wheels') }),
      response: audience.writeAnswers({ 200: dataOf(Type.Object({ name: Text('Ada on wheels') })) }, ['not_found']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { holderId } = audience.callerOf(request, 'holders.rename', 'both_modes');
      const name = await inTransaction(db, (tx) =>
        renameHolder(audience.actorOf(request), tx, holderId, request.body.name),
      );
      return partnerSuccess({ name });
    },
  });
}
