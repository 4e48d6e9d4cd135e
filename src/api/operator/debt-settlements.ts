/** Debts to the service for the operator: recorded as repaid, written off, approved and declined, and the limits of that. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { NumericId } from '../../base/schemas/parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { decodeCursor } from '../../core/http/cursor.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { DecidedSettlementAnswer, WriteOffLimitAnswer } from '../../features/debts/debt-schemas.ts';
import { debtSettlementStatuses } from '../../features/debts/debt-settlement.ts';
import { listSettlements } from '../../features/debts/debt-settlements.repository.ts';
import { debtToService } from '../../features/debts/find-debt.ts';
import { setWriteOffLimit } from '../../features/debts/second-person.ts';
import { approveWriteOff, declineWriteOff, settleDebt } from '../../features/debts/settle-debt.ts';
import { operatorFace as face } from '../console/operator-face.ts';
import { presentLimits, presentPage, settlementInFull } from '../shared/debt-page.ts';
import {
  CurrencyParams,
  IdParams,
  LimitBody,
  limitDefault,
  PageQuery,
  readLimit,
  readMoney,
  SettleBody,
} from '../shared/debt-requests.ts';
import { dataOf, pageOf, partnerSuccess } from '../shared/envelope.ts';

type Deps = { db: Database; clock: Clock };

const HolderParams = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });
const Query = Type.Object({
  ...PageQuery.properties,
  holder_id: Type.Optional(NumericId),
  status: Type.Optional(Type.Enum([...debtSettlementStatuses])),
});

export function operatorDebtRoutes(app: FastifyInstance, deps: Deps): void {
  settleRoutes(app, deps);
  decisionRoutes(app, deps);
  limitRoutes(app, deps);
}

function settleRoutes(app: FastifyInstance, { db, clock }: Deps): void {
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
        ...face.operation(operationId, summary),
        params: HolderParams,
        body: SettleBody,
        response: face.writeAnswers({ 201: dataOf(DecidedSettlementAnswer) }, [
          'not_found',
          'invalid_state',
          'balance_limit',
        ]),
      },
      preValidation: requireBody,
      handler: async (request, reply) => {
        const caller = face.callerOf(request, action);
        const { amount, currency } = readMoney(request.body);
        const { reason } = request.body;
        const actor = face.actorOf(request);
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

function decisionRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/debt-settlements',
    schema: {
      ...face.operation('listDebtSettlements', 'Debts to the service that were repaid another way or written off'),
      querystring: Query,
      response: face.readAnswers({ 200: pageOf(DecidedSettlementAnswer) }),
    },
    handler: async (request) => {
      const { mode } = face.callerOf(request, 'debts.read');
      const { limit = limitDefault, cursor, status, holder_id: ref } = request.query;
      const holderId = ref === undefined ? undefined : BigInt(ref);
      const filter = { mode, holderId, status, to: 'service' } as const;
      const found = await listSettlements(db, filter, decodeCursor(cursor), limit + 1);
      return presentPage(db, found, limit, face.actorOf(request).personId);
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
        ...face.operation(operationId, summary),
        params: IdParams,
        response: face.writeAnswers({ 200: dataOf(DecidedSettlementAnswer) }, ['not_found', 'invalid_state']),
      },
      handler: async (request, reply) => {
        const caller = face.callerOf(request, action);
        const actor = face.actorOf(request);
        const answer = await answerOnce(db, caller, request, async (tx) => {
          const { holderId, id } = await work(actor, tx, clock, request.params.id, 'service');
          return { status: 200, body: partnerSuccess(await settlementInFull(tx, holderId, id, actor.personId)) };
        });
        return sendAnswer(reply, answer);
      },
    });
  }
}

function limitRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/write-off-limits',
    schema: {
      ...face.operation('listWriteOffLimits', 'How much of one debt one person may write off alone, by currency'),
      response: face.readAnswers({ 200: dataOf(Type.Array(WriteOffLimitAnswer)) }),
    },
    handler: async (request) => {
      face.callerOf(request, 'write_off_limits.read');
      return partnerSuccess(await presentLimits(db, serviceHolderId));
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/operator/write-off-limits/:currency',
    schema: {
      ...face.operation('setWriteOffLimit', 'Set how much of one debt one person may write off alone'),
      params: CurrencyParams,
      body: LimitBody,
      response: face.writeAnswers({ 200: dataOf(Type.Array(WriteOffLimitAnswer)) }, ['invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      face.callerOf(request, 'write_off_limits.set');
      const limit = readLimit(request.params.currency, request.body);
      await inTransaction(db, (tx) => setWriteOffLimit(face.actorOf(request), tx, clock, serviceHolderId, limit));
      return partnerSuccess(await presentLimits(db, serviceHolderId));
    },
  });
}
