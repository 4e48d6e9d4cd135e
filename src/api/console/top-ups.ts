/**
 * Top-ups by bank transfer of the people's API, for a company's clearing and a customer's wallet alike: the list, also as CSV, one with
 * the account to transfer to, and calling one off.
 */

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { csvAnswer } from '../../core/http/answers.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { findBankDetails, listBankDetails } from '../../features/wallets/bank-details.repository.ts';
import { cancelTopUp } from '../../features/wallets/end-top-up.ts';
import { presentTransferTopUp } from '../../features/wallets/present-wallets.ts';
import { noTopUp } from '../../features/wallets/top-up.ts';
import {
  findTopUp,
  listTransferTopUps,
  type TransferTopUpFilter,
  topUpStatuses,
} from '../../features/wallets/top-ups.repository.ts';
import { topUpCsvColumns, topUpsCsv } from '../../features/wallets/top-ups-csv.ts';
import { TransferTopUpAnswer } from '../../features/wallets/wallet-schemas.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { instantOf } from '../shared/instants.ts';
import { holderAudience as audience } from './holder-audience.ts';

const filters = {
  status: Type.Optional(Type.Enum([...topUpStatuses])),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'Requested at this instant or later' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'Requested before this instant' })),
};
export const TopUpFilters = Type.Object(filters);
const Query = Type.Object({ ...pageQuery(), ...filters });

/** @throws AppError `validation_failed` */
export const topUpFilterOf = ({ status, from, to }: Static<typeof TopUpFilters>): TransferTopUpFilter => ({
  status,
  from: instantOf('from', from),
  to: instantOf('to', to),
});
const Params = Type.Object({ id: Type.String({ maxLength: 64 }) });

export function holderTopUpRoutes(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  typed(app).route({
    method: 'GET',
    url: '/top-ups',
    schema: {
      ...audience.operation('listTopUps', 'wallets', 'Top-ups by bank transfer, newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(TransferTopUpAnswer) }),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'wallets.read');
      const filter = topUpFilterOf(request.query);
      const { rows, next } = await readPage(request.query, byId('position'), (page) =>
        listTransferTopUps(db, book, { ...page, ...filter }),
      );
      const details = new Map((await listBankDetails(db)).map((one) => [one.currency, one]));
      const shown = rows.map((topUp) => presentTransferTopUp(topUp, details.get(topUp.currency)));
      return reply.send(partnerPage(shown, next));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/top-ups.csv',
    schema: {
      ...audience.operation('getTopUpsCsv', 'wallets', 'The whole list as CSV'),
      querystring: TopUpFilters,
      response: audience.documentAnswers(csvAnswer(topUpCsvColumns, 'The top-ups')),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'wallets.read');
      return sendCsv(reply, 'top-ups.csv', topUpsCsv(db, book, topUpFilterOf(request.query)));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/top-ups/:id',
    schema: {
      ...audience.operation('getTopUp', 'wallets', 'A top-up, with the account to transfer to while it is pending'),
      params: Params,
      response: audience.readAnswers({ 200: dataOf(TransferTopUpAnswer) }, ['not_found']),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'wallets.read');
      const topUp = await findTopUp(db, book, request.params.id);
      if (topUp === undefined) throw new AppError('not_found', { message: noTopUp });
      return reply.send(partnerSuccess(presentTransferTopUp(topUp, await findBankDetails(db, topUp.currency))));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/top-ups/:id/cancel',
    schema: {
      ...audience.operation('cancelTopUp', 'wallets', 'Cancel a top-up whose transfer has not arrived'),
      params: Params,
      response: audience.writeAnswers({ 200: dataOf(TransferTopUpAnswer) }, ['not_found', 'invalid_state']),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'top_ups.cancel');
      const answer = await answerOnce(db, book, request, async (tx) => {
        const topUp = await cancelTopUp(audience.actorOf(request), tx, clock, request.params.id);
        return { status: 200, body: partnerSuccess(presentTransferTopUp(topUp, undefined)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}
