/**
 * For the people of any account: what it owes, and repaying it by bank transfer. For those of a company also: approving and
 * declining write-offs of its links' debts.
 */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { pageQuery } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { DecidedSettlementAnswer, OwedAnswer } from '../../features/debts/debt-schemas.ts';
import { listOwed } from '../../features/debts/debt-settlements.repository.ts';
import { presentOwed } from '../../features/debts/present-debts.ts';
import { approveWriteOff, declineWriteOff } from '../../features/debts/settle-debt.ts';
import { startRepayment } from '../../features/debts/start-repayment.ts';
import { findBankDetails, listBankDetails } from '../../features/wallets/bank-details.repository.ts';
import { presentTransferTopUp } from '../../features/wallets/present-wallets.ts';
import { TransferTopUpAnswer } from '../../features/wallets/wallet-schemas.ts';
import { presentPage, settlementInFull } from '../shared/debt-page.ts';
import { IdParams, MoneyBody, readMoney } from '../shared/debt-requests.ts';
import { dataOf, pageOf, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience as audience } from './holder-audience.ts';

type Deps = { db: Database; clock: Clock };

export function holderDebtRoutes(app: FastifyInstance, deps: Deps): void {
  ownDebtRoutes(app, deps);
  decisionRoutes(app, deps);
}

function ownDebtRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/debts',
    schema: {
      ...audience.operation('listDebts', 'wallets', 'What the account owes to the service and to companies'),
      response: audience.readAnswers({ 200: dataOf(Type.Array(OwedAnswer)) }),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'debts.read');
      const currencies = (await listBankDetails(db)).map(({ currency }) => currency);
      return partnerSuccess((await listOwed(db, book)).map((owed) => presentOwed(owed, currencies)));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/debts/repayments',
    schema: {
      ...audience.operation('startRepayment', 'wallets', 'Repay what is owed to the service by bank transfer'),
      body: MoneyBody,
      response: audience.writeAnswers({ 201: dataOf(TransferTopUpAnswer) }, [
        'invalid_state',
        'balance_limit',
        'rate_limited',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'debts.repay');
      const money = readMoney(request.body);
      const answer = await answerOnce(db, book, request, async (tx) => {
        const topUp = await startRepayment(audience.actorOf(request), tx, clock, book, money);
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
      ...audience.operation(
        'listWriteOffDecisions',
        'wallets',
        'Debts of payees repaid outside or written off, by whom',
      ),
      querystring: Type.Object(pageQuery()),
      response: audience.readAnswers({ 200: pageOf(DecidedSettlementAnswer) }),
    },
    handler: async (request) => {
      const { holderId, mode } = audience.callerOf(request, 'link_debts.read');
      const { personId } = audience.actorOf(request);
      return presentPage(db, { mode, holderId, to: 'company' }, request.query, personId);
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
        ...audience.operation(operationId, 'wallets', summary),
        params: IdParams,
        response: audience.writeAnswers({ 200: dataOf(DecidedSettlementAnswer) }, ['not_found', 'invalid_state']),
      },
      handler: async (request, reply) => {
        const book = audience.callerOf(request, action);
        const actor = audience.actorOf(request);
        const answer = await answerOnce(db, book, request, async (tx) => {
          const { holderId, id } = await work(actor, tx, clock, request.params.id, 'company');
          return { status: 200, body: partnerSuccess(await settlementInFull(tx, holderId, id, actor.personId)) };
        });
        return sendAnswer(reply, answer);
      },
    });
  }
}
