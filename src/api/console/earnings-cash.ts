/** For the people of a payee: the cash it holds for companies, and handing it over. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { BeneficiaryRef } from '../../base/schemas/parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { CashTransferAnswer, OwnHandoverAnswer, OwnHeldCashAnswer } from '../../features/cash/cash-schemas.ts';
import { type Decision, decideHandover, recordHandover } from '../../features/cash/hand-over.ts';
import type { Holding } from '../../features/cash/handover.ts';
import { findListedHandover, type ListedHandover, listOwnHandovers } from '../../features/cash/handovers.repository.ts';
import { listOwnHeld } from '../../features/cash/held-cash.repository.ts';
import { presentCashTransfer, presentOwnHandover, presentOwnHeld } from '../../features/cash/present-cash.ts';
import { startCashTransfer } from '../../features/cash/transfer-cash.ts';
import { findLinkOfHolder } from '../../features/links/links.repository.ts';
import { findBankDetails, listBankDetails } from '../../features/wallets/bank-details.repository.ts';
import { CashTransferBody, cashTransferWords, HandoverBody, HandoverParams } from '../shared/cash-requests.ts';
import { readMoney } from '../shared/debt-requests.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience as audience } from './holder-audience.ts';

type Deps = { db: Database; clock: Clock };

const Query = Type.Object({ ...pageQuery(), beneficiary_ref: Type.Optional(BeneficiaryRef) });
const Body = Type.Object({ beneficiary_ref: BeneficiaryRef, ...HandoverBody.properties });

export function earningsCashRoutes(app: FastifyInstance, deps: Deps): void {
  readOwnCashRoutes(app, deps);
  handOverRoutes(app, deps);
  transferRoutes(app, deps);
}

function readOwnCashRoutes(app: FastifyInstance, { db }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/earnings/cash',
    schema: {
      ...audience.operation('listOwnHeldCash', 'earnings', 'The cash that a payee holds for companies'),
      response: audience.readAnswers({ 200: dataOf(Type.Array(OwnHeldCashAnswer)) }),
    },
    handler: async (request) => {
      const book = audience.callerOf(request, 'own_cash.read');
      const [held, details] = await Promise.all([listOwnHeld(db, book), listBankDetails(db)]);
      const currencies = new Set(details.map(({ currency }) => currency));
      const isTransferable = (currency: string) => book.mode === 'test' || currencies.has(currency);
      return partnerSuccess(held.map((row) => presentOwnHeld(row, isTransferable(row.currency))));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/earnings/cash/handovers',
    schema: {
      ...audience.operation('listOwnCashHandovers', 'earnings', 'Cash that a payee handed over, newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(OwnHandoverAnswer) }),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'own_cash.read');
      const { beneficiary_ref: ref } = request.query;
      const linkId = ref === undefined ? undefined : BigInt(ref);
      const { rows, next } = await readPage(request.query, byId('position'), (page) =>
        listOwnHandovers(db, book, { linkId }, page),
      );
      return reply.send(partnerPage(rows.map(presentOwnHandover), next));
    },
  });
}

/** The payee's own, in its company's book. @throws AppError `not_found`. */
async function holdingOf(tx: Tx, book: Book, ref: number, currency: string): Promise<Holding> {
  const link = await findLinkOfHolder(tx, book.holderId, BigInt(ref));
  if (link === undefined) throw new AppError('not_found', { message: 'No beneficiary has this id.' });
  return { holderId: link.companyId, mode: book.mode, currency, linkId: link.id };
}

function transferRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  const { summary, description } = cashTransferWords;
  typed(app).route({
    method: 'POST',
    url: '/earnings/cash/transfers',
    schema: {
      ...audience.operation('transferOwnCash', 'earnings', summary, description),
      body: CashTransferBody,
      response: audience.writeAnswers({ 200: dataOf(CashTransferAnswer) }, [
        'not_found',
        'invalid_state',
        'balance_limit',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'own_cash.hand_over');
      const { amount, currency } = readMoney(request.body);
      const by = { side: 'link', book } as const;
      const answer = await answerOnce(db, book, request, async (tx) => {
        const holding = await holdingOf(tx, book, request.body.beneficiary_ref, currency);
        const transfer = await startCashTransfer(audience.actorOf(request), tx, clock, by, holding, amount);
        const details = await findBankDetails(tx, currency);
        return { status: 200, body: partnerSuccess(presentCashTransfer(holding, transfer, details)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}

const decisions = [
  ['confirm', 'confirmOwnCashHandover', 'Confirm that cash was handed over, as the company recorded it'],
  ['decline', 'declineOwnCashHandover', 'Decline what the company says was handed over'],
  ['withdraw', 'withdrawOwnCashHandover', 'Withdraw a handover that the payee recorded'],
] as const satisfies readonly (readonly [Decision, string, string])[];

function handOverRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'POST',
    url: '/earnings/cash/handovers',
    schema: {
      ...audience.operation('handOverCash', 'earnings', 'Record that cash was handed over; the company confirms it'),
      body: Body,
      response: audience.writeAnswers({ 201: dataOf(OwnHandoverAnswer) }, ['not_found', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'own_cash.hand_over');
      const { amount, currency } = readMoney(request.body);
      const { beneficiary_ref: ref, note = null } = request.body;
      const answer = await answerOnce(db, book, request, async (tx) => {
        const holding = await holdingOf(tx, book, ref, currency);
        const by = { side: 'link', book } as const;
        const asked = { kind: 'handed_over', amount, note } as const;
        const { id } = await recordHandover(audience.actorOf(request), tx, clock, by, holding, asked);
        const listed = (await findListedHandover(tx, holding.holderId, id)) as ListedHandover;
        return { status: 201, body: partnerSuccess(presentOwnHandover(listed)) };
      });
      return sendAnswer(reply, answer);
    },
  });

  for (const [decision, operationId, summary] of decisions) {
    typed(app).route({
      method: 'POST',
      url: `/earnings/cash/handovers/:id/${decision}`,
      schema: {
        ...audience.operation(operationId, 'earnings', summary),
        params: HandoverParams,
        response: audience.writeAnswers({ 200: dataOf(OwnHandoverAnswer) }, ['not_found', 'invalid_state']),
      },
      handler: async (request, reply) => {
        const book = audience.callerOf(request, 'own_cash.hand_over');
        const by = { side: 'link', book } as const;
        const answer = await answerOnce(db, book, request, async (tx) => {
          const done = await decideHandover(audience.actorOf(request), tx, clock, by, request.params.id, decision);
          const listed = (await findListedHandover(tx, done.holderId, done.id)) as ListedHandover;
          return { status: 200, body: partnerSuccess(presentOwnHandover(listed)) };
        });
        return sendAnswer(reply, answer);
      },
    });
  }
}
