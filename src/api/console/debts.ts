/**
 * For the people of any account: what it owes, and repaying it by bank transfer. For those of a company also: approving and
 * declining write-offs of its links' debts, and how much one person may write off alone.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { decodeCursor } from '../../core/http/cursor.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { DecidedSettlementAnswer, OwedAnswer, WriteOffLimitAnswer } from '../../features/debts/debt-schemas.ts';
import { listOwed, listSettlements } from '../../features/debts/debt-settlements.repository.ts';
import { presentOwed } from '../../features/debts/present-debts.ts';
import { setWriteOffLimit } from '../../features/debts/second-person.ts';
import { approveWriteOff, declineWriteOff } from '../../features/debts/settle-debt.ts';
import { startRepayment } from '../../features/debts/start-repayment.ts';
import { findBankDetails, listBankDetails } from '../../features/wallets/bank-details.repository.ts';
import { presentTransferTopUp } from '../../features/wallets/present-wallets.ts';
import { TransferTopUpAnswer } from '../../features/wallets/wallet-schemas.ts';
import { presentLimits, presentPage, settlementInFull } from '../shared/debt-page.ts';
import {
  CurrencyParams,
  IdParams,
  LimitBody,
  limitDefault,
  MoneyBody,
  PageQuery,
  readLimit,
  readMoney,
} from '../shared/debt-requests.ts';
import { dataOf, pageOf, partnerSuccess } from '../shared/envelope.ts';
import { holderFace as face } from './holder-face.ts';

type Deps = { db: Database; clock: Clock };

export function holderDebtRoutes(app: FastifyInstance, deps: Deps): void {
  ownDebtRoutes(app, deps);
  decisionRoutes(app, deps);
  limitRoutes(app, deps);
}

function ownDebtRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/debts',
    schema: {
      ...face.operation('listDebts', 'wallets', 'What the account owes to the service and to companies'),
      response: face.readAnswers({ 200: dataOf(Type.Array(OwedAnswer)) }),
    },
    handler: async (request) => {
      const book = face.callerOf(request, 'debts.read');
      const currencies = (await listBankDetails(db)).map(({ currency }) => currency);
      return partnerSuccess((await listOwed(db, book)).map((owed) => presentOwed(owed, currencies)));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/debts/repayments',
    schema: {
      ...face.operation('startRepayment', 'wallets', 'Repay what is owed to the service by bank transfer'),
      body: MoneyBody,
      response: face.writeAnswers({ 201: dataOf(TransferTopUpAnswer) }, [
        'invalid_state',
        'balance_limit',
        'rate_limited',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const book = face.callerOf(request, 'debts.repay');
      const money = readMoney(request.body);
      const answer = await answerOnce(db, book, request, async (tx) => {
        const topUp = await startRepayment(face.actorOf(request), tx, clock, book, money);
        const details = await findBankDetails(tx, topUp.currency);
        return { status: 201, body: partnerSuccess(presentTransferTopUp(topUp, details)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}

function decisionRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/debts/write-offs/decisions',
    schema: {
      ...face.operation('listWriteOffDecisions', 'wallets', 'Debts of payees repaid outside or written off, by whom'),
      querystring: PageQuery,
      response: face.readAnswers({ 200: pageOf(DecidedSettlementAnswer) }),
    },
    handler: async (request) => {
      const { holderId, mode } = face.callerOf(request, 'link_debts.read');
      const { limit = limitDefault, cursor } = request.query;
      const found = await listSettlements(db, { mode, holderId, to: 'company' }, decodeCursor(cursor), limit + 1);
      return presentPage(db, found, limit, face.actorOf(request).personId);
    },
  });

  for (const { path, operationId, summary, action, work } of [
    {
      path: 'approve',
      operationId: 'approveWriteOff',
      summary: 'Approve a write-off that someone else requested',
      action: 'link_debts.write_off',
      work: approveWriteOff,
    },
    {
      path: 'decline',
      operationId: 'declineWriteOff',
      summary: 'Decline a write-off that waits for approval, or withdraw it',
      action: 'link_debts.decline_write_off',
      work: declineWriteOff,
    },
  ] as const) {
    typed(app).route({
      method: 'POST',
      url: `/debts/write-offs/:id/${path}`,
      schema: {
        ...face.operation(operationId, 'wallets', summary),
        params: IdParams,
        response: face.writeAnswers({ 200: dataOf(DecidedSettlementAnswer) }, ['not_found', 'invalid_state']),
      },
      handler: async (request, reply) => {
        const book = face.callerOf(request, action);
        const actor = face.actorOf(request);
        const answer = await answerOnce(db, book, request, async (tx) => {
          const { holderId, id } = await work(actor, tx, clock, request.params.id, 'company');
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
    url: '/write-off-limits',
    schema: {
      ...face.operation('listWriteOffLimits', 'wallets', 'How much of one debt one person may write off alone'),
      response: face.readAnswers({ 200: dataOf(Type.Array(WriteOffLimitAnswer)) }),
    },
    handler: async (request) => {
      const { holderId } = face.callerOf(request, 'write_off_limits.read');
      return partnerSuccess(await presentLimits(db, holderId));
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/write-off-limits/:currency',
    schema: {
      ...face.operation('setWriteOffLimit', 'wallets', 'Set how much of one debt one person may write off alone'),
      params: CurrencyParams,
      body: LimitBody,
      response: face.writeAnswers({ 200: dataOf(Type.Array(WriteOffLimitAnswer)) }, ['invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { holderId } = face.callerOf(request, 'write_off_limits.set', 'both_modes');
      const limit = readLimit(request.params.currency, request.body);
      await inTransaction(db, (tx) => setWriteOffLimit(face.actorOf(request), tx, clock, holderId, limit));
      return partnerSuccess(await presentLimits(db, holderId));
    },
  });
}
