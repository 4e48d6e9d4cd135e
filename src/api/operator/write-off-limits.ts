/** /operator/write-off-limits: how much of one debt to the service one person may write off alone. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { WriteOffLimitAnswer } from '../../features/debts/debt-schemas.ts';
import { setWriteOffLimit } from '../../features/debts/second-person.ts';
import { presentLimits } from '../shared/debt-page.ts';
import { CurrencyParams, LimitBody, readLimit } from '../shared/debt-requests.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

export function operatorWriteOffLimitRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/write-off-limits',
    schema: {
      ...audience.operation('listWriteOffLimits', 'How much of one debt one person may write off alone, by currency'),
      response: audience.readAnswers({ 200: dataOf(Type.Array(WriteOffLimitAnswer)) }),
    },
    handler: async (request) => {
      audience.callerOf(request, 'write_off_limits.read');
      return partnerSuccess(await presentLimits(db, serviceHolderId));
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/operator/write-off-limits/:currency',
    schema: {
      ...audience.operation('setWriteOffLimit', 'Set how much of one debt one person may write off alone'),
      params: CurrencyParams,
      body: LimitBody,
      response: audience.writeAnswers({ 200: dataOf(Type.Array(WriteOffLimitAnswer)) }, ['invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'write_off_limits.set');
      const limit = readLimit(request.params.currency, request.body);
      await inTransaction(db, (tx) => setWriteOffLimit(audience.actorOf(request), tx, clock, serviceHolderId, limit));
      return partnerSuccess(await presentLimits(db, serviceHolderId));
    },
  });
}
