/** POST /operator/holders/{id}/debts/…: a debt to the service, recorded as repaid or written off. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { DecidedSettlementAnswer } from '../../features/debts/debt-schemas.ts';
import { debtToService } from '../../features/debts/find-debt.ts';
import { settleDebt } from '../../features/debts/settle-debt.ts';
import { settlementInFull } from '../shared/debt-page.ts';
import { readMoney, SettleBody } from '../shared/debt-requests.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const HolderParams = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });

export function operatorHolderDebtRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  for (const { path, operationId, summary, kind, action } of [
    {
      path: 'repaid',
      operationId: 'recordDebtRepaid',
      summary: 'Record that what a holder owes was paid to the bank account another way',
      kind: 'repaid',
      action: 'debts.record_repaid',
    },
    {
      path: 'write-offs',
      operationId: 'writeOffDebt',
      summary: 'Write off what a holder owes, or request it where it takes two people',
      kind: 'written_off',
      action: 'debts.write_off',
    },
  ] as const) {
    typed(app).route({
      method: 'POST',
      url: `/operator/holders/:id/debts/${path}`,
      schema: {
        ...audience.operation(operationId, summary),
        params: HolderParams,
        body: SettleBody,
        response: audience.writeAnswers({ 201: dataOf(DecidedSettlementAnswer) }, [
          'not_found',
          'invalid_state',
          'balance_limit',
        ]),
      },
      preValidation: requireBody,
      handler: async (request, reply) => {
        const caller = audience.callerOf(request, action);
        const { amount, currency } = readMoney(request.body);
        const { reason } = request.body;
        const actor = audience.actorOf(request);
        const answer = await answerOnce(db, caller, request, async (tx) => {
          const book = { holderId: BigInt(request.params.id), mode: caller.mode };
          const debt = await debtToService(tx, book, currency);
          const { holderId, id } = await settleDebt(actor, tx, clock, debt, { kind, amount, reason });
          return { status: 201, body: partnerSuccess(await settlementInFull(tx, holderId, id, actor.personId)) };
        });
        return sendAnswer(reply, answer);
      },
    });
  }
}
