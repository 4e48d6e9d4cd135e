/** Disputes of all payees for the operator: the list, one in full, and asking the provider how it stands. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Mode } from '../../base/money/mode.ts';
import { byKey, pageQuery, readPage } from '../../core/http/page.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { checkDispute } from '../../features/payments/check-dispute.ts';
import {
  DisputeAnswer,
  DisputeInFull,
  presentDispute,
  presentInFull,
} from '../../features/payments/dispute-schemas.ts';
import {
  findDisputedPayment,
  findListedDispute,
  type ListedDispute,
  listClosedDisputes,
  listDisputeTransfers,
  listOpenDisputes,
} from '../../features/payments/operator-disputes.repository.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const Query = Type.Object({
  status: Type.Optional(Type.Enum(['open', 'closed'], { default: 'open' })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      format: 'text',
      description: "A dispute's or payment's id, or part of the payee's name",
    }),
  ),
  ...pageQuery(),
});
const inList = byKey(({ due, position }: ListedDispute) => ({ key: due, id: position }));
const Params = Type.Object({ id: Type.String({ minLength: 1, maxLength: 255, format: 'text' }) });

export function operatorDisputeRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/disputes',
    schema: {
      ...audience.operation('listDisputes', 'Open disputes by deadline, or decided ones, newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(DisputeAnswer) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'disputes.read');
      const { status = 'open', search } = request.query;
      const list = status === 'open' ? listOpenDisputes : listClosedDisputes;
      const { rows, next } = await readPage(request.query, inList, (page) => list(db, { mode, search }, page));
      return partnerPage(rows.map(presentDispute), next);
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/operator/disputes/:id',
    schema: {
      ...audience.operation('getDispute', 'A dispute with its payment, its fee and where the money was taken from'),
      params: Params,
      response: audience.readAnswers({ 200: dataOf(DisputeInFull) }, ['not_found']),
    },
    handler: async (request) => inFull(db, audience.callerOf(request, 'disputes.read').mode, request.params.id),
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/disputes/:id/check',
    schema: {
      ...audience.operation(
        'checkDispute',
        'Refresh the status of a dispute from the provider; it is applied in a moment',
      ),
      params: Params,
      response: audience.writeAnswers({ 200: dataOf(DisputeInFull) }, ['not_found', 'invalid_state']),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'disputes.check');
      await inTransaction(db, (tx) => checkDispute(audience.actorOf(request), tx, mode, request.params.id));
      return inFull(db, mode, request.params.id);
    },
  });
}

/** @throws AppError `not_found`. */
async function inFull(db: Database, mode: Mode, id: string) {
  const dispute = await findListedDispute(db, mode, id);
  if (dispute === undefined) throw new AppError('not_found', { message: 'No dispute has this id.' });
  const { holderId, paymentId } = dispute;
  const payment = await findDisputedPayment(db, holderId, paymentId);
  return partnerSuccess(presentInFull(dispute, payment, await listDisputeTransfers(db, { holderId, mode, id })));
}
