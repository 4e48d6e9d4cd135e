/** PUT /account-name: another name for a courier's account. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../database/pool.ts';
import { inTransaction } from '../../database/transaction.ts';
import { requireBody } from '../../http/content-types.ts';
import { typed } from '../../http/typed-routes.ts';
import { holderFace as face } from '../../interfaces/console/holder-face.ts';
import { dataOf, partnerSuccess } from '../../interfaces/envelope.ts';
import { Text } from '../../schemas/parts.ts';
import { plainText } from '../../schemas/request-parts.ts';
import { renameHolder } from '../rename-holder.ts';

export function renameHolderRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'PUT',
    url: '/account-name',
    schema: {
      ...face.operation('renameHolder', 'business', 'Rename a courier’s account'),
      body: Type.Object({ name: plainText('Shown to companies that invite it', 'Ada on wheels') }),
      response: face.writeAnswers({ 200: dataOf(Type.Object({ name: Text('Ada on wheels') })) }, ['not_found']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { holderId } = face.callerOf(request, 'holders.rename', 'both_modes');
      const name = await inTransaction(db, (tx) =>
        renameHolder(face.actorOf(request), tx, holderId, request.body.name),
      );
      return partnerSuccess({ name });
    },
  });
}
