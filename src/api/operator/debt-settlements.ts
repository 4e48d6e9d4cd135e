/** Debts to the service that were repaid another way or written off: the list, approving and declining. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { NumericId } from '../../base/schemas/parts.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { pageQuery } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { DecidedSettlementAnswer } from '../../features/debts/debt-schemas.ts';
import { debtSettlementStatuses } from '../../features/debts/debt-settlement.ts';
import { approveWriteOff, declineWriteOff } from '../../features/debts/settle-debt.ts';
import { presentPage, settlementInFull } from '../shared/debt-page.ts';
import { IdParams } from '../shared/debt-requests.ts';
import { dataOf, pageOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

type Deps = { db: Database; clock: Clock };

const Query = Type.Object({
  ...pageQuery(),
  holder_id: Type.Optional(NumericId),
  status: Type.Optional(Type.Enum([...debtSettlementStatuses])),
});

export function operatorDebtRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/debt-settlements',
    schema: {
      ...audience.operation('listDebtSettlements', 'Debts to the service that were repaid another way or written off'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(DecidedSettlementAnswer) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'debts.read');
      const { status, holder_id: ref } = request.query;
      const holderId = ref === undefined ? undefined : BigInt(ref);
      const filter = { mode, holderId, status, to: 'service' } as const;
      return presentPage(db, filter, request.query, audience.actorOf(request).personId);
    },
  });

  for (const { path, operationId, summary, action, work } of [
    {
      path: 'approve',
      operationId: 'approveWriteOff',
      summary: 'Approve a write-off that someone else requested',
      action: 'debts.write_off',
      work: approveWriteOff,
    },
    {
      path: 'decline',
      operationId: 'declineWriteOff',
      summary: 'Decline a write-off that waits for approval, or withdraw it',
      action: 'debts.decline_write_off',
      work: declineWriteOff,
    },
  ] as const) {
    typed(app).route({
      method: 'POST',
      url: `/operator/debt-settlements/:id/${path}`,
      schema: {
        ...audience.operation(operationId, summary),
        params: IdParams,
        response: audience.writeAnswers({ 200: dataOf(DecidedSettlementAnswer) }, ['not_found', 'invalid_state']),
      },
      handler: async (request, reply) => {
        const caller = audience.callerOf(request, action);
        const actor = audience.actorOf(request);
        const answer = await answerOnce(db, caller, request, async (tx) => {
          const { holderId, id } = await work(actor, tx, clock, request.params.id, 'service');
          return { status: 200, body: partnerSuccess(await settlementInFull(tx, holderId, id, actor.personId)) };
        });
        return sendAnswer(reply, answer);
      },
    });
  }
}
