/** GET /payments, /payments.csv and /payments/{id} of the people's API: a shop's payments, and each in full. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import { instantWanted, readInstant } from '../../base/clock/read-instant.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { csvAnswer } from '../../core/http/answers.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import {
  attentions,
  listPayments,
  type PaymentListFilter,
  paymentSorts,
} from '../../features/payments/payment-list.repository.ts';
import { paymentPath } from '../shared/checkout-addresses.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { holderFace as face } from './holder-face.ts';
import { PaymentParams, paymentOf, sightOf } from './payment-requests.ts';
import { paymentCsvColumns, paymentsCsv } from './payments/payments-csv.ts';
import { presentInFull, presentListed } from './payments/present-payment.ts';
import { readTrace } from './payments/read-trace.ts';
import { ListedPaymentAnswer, PaymentInFullAnswer, PaymentStatusOfShop } from './payments/shop-schemas.ts';

const limitDefault = 25;
const limitMax = 100;

const narrowed = {
  sort: Type.Optional(Type.Enum([...paymentSorts], { default: 'newest' })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      format: 'text',
      description: 'The beginning of an id, an amount, or a part of the reference, the description or the payer',
    }),
  ),
  status: Type.Optional(PaymentStatusOfShop),
  attention: Type.Optional(Type.Enum([...attentions])),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'Created at this instant or later' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'Created before this instant' })),
};
const Query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limitMax, default: limitDefault })),
  cursor: Type.Optional(
    Type.String({ maxLength: 100, description: 'The id of the last payment of the previous page' }),
  ),
  ...narrowed,
});
const CsvQuery = Type.Object(narrowed);

type PaymentRouteDeps = { db: Database; clock: Clock; publicUrl: string };

export function shopPaymentRoutes(app: FastifyInstance, { db, clock, publicUrl }: PaymentRouteDeps): void {
  typed(app).route({
    method: 'GET',
    url: '/payments',
    schema: {
      ...face.operation('listPayments', 'payments', 'A shop’s payments, searched and sorted'),
      querystring: Query,
      response: face.readAnswers({ 200: pageOf(ListedPaymentAnswer) }),
    },
    handler: async (request, reply) => {
      const book = face.callerOf(request, 'payments.read');
      const sight = sightOf(request, clock, book);
      const { limit = limitDefault, sort = 'newest', cursor: after } = request.query;
      if (after !== undefined && holderOfPublicId('pay', after) !== book.holderId) {
        throw invalidField('cursor', 'is not a cursor of this list');
      }
      const filter = filterOf(request.query, sight.seesPayers);
      const found = await listPayments(db, book, filter, { sort, after, limit: limit + 1 });
      const shown = found.slice(0, limit);
      const next = found.length > limit ? (shown.at(-1)?.id ?? null) : null;
      return reply.send(
        partnerPage(
          shown.map((payment) => presentListed(payment, sight)),
          next,
        ),
      );
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/payments.csv',
    schema: {
      ...face.operation('getPaymentsCsv', 'payments', 'The whole list as CSV'),
      querystring: CsvQuery,
      response: face.documentAnswers(csvAnswer(paymentCsvColumns, 'The payments')),
    },
    handler: async (request, reply) => {
      const book = face.callerOf(request, 'payments.read');
      const sight = sightOf(request, clock, book);
      const { sort = 'newest' } = request.query;
      const filter = filterOf(request.query, sight.seesPayers);
      return sendCsv(reply, 'payments.csv', paymentsCsv(db, book, filter, { ...sight, sort }));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/payments/:id',
    schema: {
      ...face.operation(
        'getPaymentInFull',
        'payments',
        'A payment as requested, with its attempts, transfers, refunds, disputes, events and payout',
      ),
      params: PaymentParams,
      response: face.readAnswers({ 200: dataOf(PaymentInFullAnswer) }, ['not_found']),
    },
    handler: async (request, reply) => {
      const { book, payment } = await paymentOf(db, request, 'payments.read');
      const parts = await readTrace(db, payment, `${publicUrl}${paymentPath(payment)}`);
      return reply.send(partnerSuccess(presentInFull(payment, parts, sightOf(request, clock, book))));
    },
  });
}

function filterOf(query: Static<typeof CsvQuery>, seesPayers: boolean): PaymentListFilter {
  const { search, status, attention } = query;
  const [from, to] = [instantOf('from', query.from), instantOf('to', query.to)];
  return {
    seesPayers,
    ...(search === undefined ? {} : { search }),
    ...(status === undefined ? {} : { status }),
    ...(attention === undefined ? {} : { attention }),
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
  };
}

function instantOf(field: string, text: string | undefined): Date | undefined {
  if (text === undefined) return undefined;
  const instant = readInstant(text);
  if (instant === undefined) throw invalidField(field, instantWanted);
  return instant;
}
