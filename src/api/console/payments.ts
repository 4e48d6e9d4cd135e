/** /payments of the people's API: a shop's payments, each in full, refunds with their dry run, capturing and canceling. */

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { dryRunTransaction, inRepeatableTransaction, type Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { amountLimit, plainText, refText } from '../../base/schemas/request-parts.ts';
import type { Actor } from '../../core/access/actor.ts';
import { isAllowed } from '../../core/access/authorize.ts';
import type { Action } from '../../core/access/permissions.ts';
import { csvAnswer } from '../../core/http/answers.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce, completeAnswer } from '../../core/http/idempotency.ts';
import { byText, pageQuery, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { cancelPayment } from '../../features/payments/capture-payment.ts';
import { feeMethods } from '../../features/payments/fees/fee-rule.ts';
import { makeCapture } from '../../features/payments/make-capture.ts';
import { abandonAttempt, type PayDeps } from '../../features/payments/pay-with-provider.ts';
import type { Payment } from '../../features/payments/payment.ts';
import {
  attentions,
  datings,
  listPayments,
  type PaymentListFilter,
  paymentSorts,
} from '../../features/payments/payment-list.repository.ts';
import { findPayment } from '../../features/payments/payments.repository.ts';
import { requestCapture } from '../../features/payments/request-capture.ts';
import { makeRefund, type RefundRequest, requestRefund } from '../../features/refunds/refund-payment.ts';
import { paymentPath } from '../shared/checkout-addresses.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { instantOf } from '../shared/instants.ts';
import { readAmount } from '../shared/read-money.ts';
import { holderAudience as audience } from './holder-audience.ts';
import { CurrencyCode } from './list-queries.ts';
import { paymentCsvColumns, paymentsCsv } from './payments/payments-csv.ts';
import { presentInFull, presentListed, type Sight } from './payments/present-payment.ts';
import { readTrace } from './payments/read-trace.ts';
import { refundInFull } from './payments/refund-in-full.ts';
import {
  ListedPaymentAnswer,
  PaymentInFullAnswer,
  PaymentStatusOfShop,
  ShopRefundInFull,
  ShopRefundPreview,
} from './payments/shop-schemas.ts';

const filters = {
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
  currency: Type.Optional(CurrencyCode),
  method: Type.Optional(Type.Enum([...feeMethods], { description: 'By which it was paid' })),
  declined_for: Type.Optional(
    Type.String({
      pattern: '^[a-z0-9_]{1,100}$',
      description: 'An attempt was declined for this reason, or for `any`',
      examples: ['insufficient_funds'],
    }),
  ),
  finished: Type.Optional(Type.Literal(true, { description: 'Only payments that were paid or ended unpaid' })),
  customer: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'The id of a customer; for those who see who paid',
    }),
  ),
  dated_by: Type.Optional(
    Type.Enum([...datings], {
      default: 'created',
      description: 'What `from` and `to` are about: when a payment was created, paid, refunded or disputed',
    }),
  ),
  from: Type.Optional(Type.String({ maxLength: 40, description: 'At this instant or later' })),
  to: Type.Optional(Type.String({ maxLength: 40, description: 'Before this instant' })),
};
const narrowed = { sort: Type.Optional(Type.Enum([...paymentSorts], { default: 'newest' })), ...filters };
const Query = Type.Object({
  ...pageQuery(),
  cursor: Type.Optional(
    Type.String({ maxLength: 100, description: 'The id of the last payment of the previous page' }),
  ),
  ...narrowed,
});
const CsvQuery = Type.Object(narrowed);
export const PaymentFilters = Type.Object(filters);

type PaymentRouteDeps = { db: Database; clock: Clock; publicUrl: string };

export function shopPaymentRoutes(app: FastifyInstance, { db, clock, publicUrl }: PaymentRouteDeps): void {
  typed(app).route({
    method: 'GET',
    url: '/payments',
    schema: {
      ...audience.operation('listPayments', 'payments', 'A shop’s payments, searched and sorted'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(ListedPaymentAnswer) }),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'payments.read');
      const sight = sightOf(request, clock, book);
      const { sort = 'newest' } = request.query;
      const inList = byText('id', (text) => holderOfPublicId('pay', text) === book.holderId);
      const { rows, next } = await readPage(request.query, inList, (page) =>
        listPayments(db, book, paymentFilterOf(request.query, sight.seesPayers, clock.now(book.holderId, book.mode)), {
          ...page,
          sort,
        }),
      );
      return reply.send(
        partnerPage(
          rows.map((payment) => presentListed(payment, sight)),
          next,
        ),
      );
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/payments.csv',
    schema: {
      ...audience.operation('getPaymentsCsv', 'payments', 'The whole list as CSV'),
      querystring: CsvQuery,
      response: audience.documentAnswers(csvAnswer(paymentCsvColumns, 'The payments')),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'payments.read');
      const sight = sightOf(request, clock, book);
      const { sort = 'newest' } = request.query;
      const filter = paymentFilterOf(request.query, sight.seesPayers, clock.now(book.holderId, book.mode));
      return sendCsv(reply, 'payments.csv', paymentsCsv(db, book, filter, { ...sight, sort }));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/payments/:id',
    schema: {
      ...audience.operation(
        'getPaymentInFull',
        'payments',
        'A payment as requested, with its attempts, transfers, refunds, disputes, events and payout',
      ),
      params: PaymentParams,
      response: audience.readAnswers({ 200: dataOf(PaymentInFullAnswer) }, ['not_found']),
    },
    handler: async (request, reply) => {
      const { book, payment } = await paymentOf(db, request, 'payments.read');
      const parts = await readTrace(db, payment, `${publicUrl}${paymentPath(payment)}`);
      return reply.send(partnerSuccess(presentInFull(payment, parts, sightOf(request, clock, book))));
    },
  });
}

export function paymentFilterOf(
  query: Static<typeof PaymentFilters>,
  seesPayers: boolean,
  now: Date,
): PaymentListFilter {
  const { search, status, attention, currency, method, declined_for: declinedFor, finished, customer } = query;
  const { dated_by: datedBy = 'created' } = query;
  if (customer !== undefined && !seesPayers) throw new AppError('forbidden');
  const [from, to] = [instantOf('from', query.from), instantOf('to', query.to)];
  return {
    seesPayers,
    ...(search === undefined ? {} : { search }),
    ...(status === undefined ? {} : { status }),
    ...(attention === undefined ? {} : { attention }),
    ...(currency === undefined ? {} : { currency }),
    ...(method === undefined ? {} : { method }),
    ...(declinedFor === undefined ? {} : { declinedFor }),
    ...(finished === undefined ? {} : { finishedBy: now }),
    ...(customer === undefined ? {} : { customerId: BigInt(customer) }),
    ...(from === undefined && to === undefined ? {} : { dated: { by: datedBy, from, to } }),
  };
}

const Body = Type.Object({
  refund_ref: refText("The shop's own id for this refund; each one is refunded only once", 'refund-7'),
  amount: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      exclusiveMaximum: amountLimit,
      examples: [5],
      description: 'If omitted, the full remaining amount',
    }),
  ),
  reason: Type.Optional(plainText('Why', 'Damaged')),
  dry_run: Type.Optional(Type.Boolean({ description: 'Show the transfers; write nothing' })),
});

export function refundPaymentOfShopRoute(app: FastifyInstance, deps: PayDeps): void {
  const { db, clock } = deps;
  typed(app).route({
    method: 'POST',
    url: '/payments/:id/refunds',
    config: { nullIsWrong: ['amount'] },
    schema: {
      ...audience.operation(
        'refundPayment',
        'payments',
        'Refund a payment, in full or in part',
        'A refund_ref sent again returns 200 with its refund. With dry_run, the transfers are returned and nothing is written.',
      ),
      params: PaymentParams,
      body: Body,
      response: audience.writeAnswers(
        { 201: dataOf(ShopRefundInFull), 200: dataOf(Type.Union([ShopRefundInFull, ShopRefundPreview])) },
        ['not_found', 'invalid_state', 'refund_exceeds', 'insufficient_funds', 'balance_limit'],
      ),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { book, payment } = await paymentOf(db, request, 'payments.refund');
      const actor = audience.actorOf(request);
      const { seesPayers } = sightOf(request, clock, book);
      const wanted = wantedOf(request.body, payment);
      const refundNow = async (tx: Tx) => {
        const { refund, existed } = await requestRefund(actor, tx, deps, payment, wanted).catch(sayShort);
        return { existed, whole: await refundInFull(tx, refund, seesPayers) };
      };
      if (request.body.dry_run === true) {
        const { existed, whole } = await dryRunTransaction(db, refundNow);
        const shown = { ...whole, dry_run: true as const };
        return reply.send(partnerSuccess(existed ? shown : { ...shown, refund_id: null }));
      }
      const answer = await answerOnce(db, book, request, async (tx) => {
        const { existed, whole } = await refundNow(tx);
        return { status: existed ? 200 : 201, body: partnerSuccess(whole) };
      });
      if (answer.status === 200) reply.header('idempotent-replayed', 'true');
      const completed = await completeAnswer(db, book, request, answer, async ({ data }) => {
        if (data.status !== 'pending') return undefined;
        // The job sends the refund anyway; an immediate result is worth more to whoever looks at the screen.
        const made = await makeRefund(actor, deps, payment.holderId, data.refund_id).catch(() => undefined);
        return made && partnerSuccess(await inRepeatableTransaction(db, (tx) => refundInFull(tx, made, seesPayers)));
      });
      return sendAnswer(reply, completed);
    },
  });
}

/** In words for people: interface A has its own. */
function sayShort(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'insufficient_funds') throw error;
  throw new AppError('insufficient_funds', {
    message: 'Your wallet holds less than this refund takes. Refund less, or wait for the next payments.',
    cause: error,
  });
}

function wantedOf(body: Static<typeof Body>, { currency: code }: Payment): RefundRequest {
  const { refund_ref: refundRef, amount, reason = null } = body;
  if (amount === undefined) return { refundRef, amount: undefined, reason };
  const currency = { code, exponent: exponentOf(code) };
  return { refundRef, amount: readAmount('amount', amount, currency), reason };
}

const CaptureBody = Type.Object({
  amount: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      exclusiveMaximum: amountLimit,
      examples: [5],
      description: 'If omitted, all that was authorized',
    }),
  ),
});

export function capturePaymentRoute(app: FastifyInstance, deps: PayDeps): void {
  const { db, clock } = deps;
  typed(app).route({
    method: 'POST',
    url: '/payments/:id/capture',
    config: { nullIsWrong: ['amount'] },
    schema: {
      ...audience.operation('capturePayment', 'payments', 'Capture an authorized payment, in full or in part'),
      params: PaymentParams,
      body: CaptureBody,
      response: audience.writeAnswers({ 200: dataOf(ListedPaymentAnswer) }, ['not_found', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { book, payment } = await paymentOf(db, request, 'payments.capture');
      const actor = audience.actorOf(request);
      const sight = sightOf(request, clock, book);
      const { amount: wanted } = request.body;
      const currency = { code: payment.currency, exponent: exponentOf(payment.currency) };
      const amount = wanted === undefined ? undefined : readAmount('amount', wanted, currency);
      const answer = await answerOnce(db, book, request, async (tx) => {
        const asked = await requestCapture(actor, tx, deps, payment, { amount });
        return { status: 200, body: partnerSuccess(presentListed(asked, sight)) };
      });
      const completed = await completeAnswer(db, book, request, answer, async ({ data }) => {
        if (data.status !== 'authorized') return undefined;
        return partnerSuccess(presentListed(await makeCapture(actor, deps, payment), sight));
      });
      return sendAnswer(reply, completed);
    },
  });
}

export function cancelPaymentRoute(app: FastifyInstance, deps: PayDeps): void {
  const { db, clock } = deps;
  typed(app).route({
    method: 'POST',
    url: '/payments/:id/cancel',
    schema: {
      ...audience.operation('cancelPayment', 'payments', 'Cancel an unpaid payment, or void an authorized one'),
      params: PaymentParams,
      response: audience.writeAnswers({ 200: dataOf(ListedPaymentAnswer) }, ['not_found', 'invalid_state']),
    },
    handler: async (request, reply) => {
      const { book, payment } = await paymentOf(db, request, 'payments.cancel');
      const actor = audience.actorOf(request);
      const sight = sightOf(request, clock, book);
      // Whether its provider can still close an attempt or not: canceling says whether the payment is open.
      if (payment.status === 'processing') await abandonAttempt(actor, deps, payment).catch(() => undefined);
      const answer = await answerOnce(db, book, request, async (tx) => {
        await cancelPayment(actor, tx, deps, payment);
        const now = (await findPayment(tx, payment.holderId, payment.id)) as Payment;
        return { status: 200, body: partnerSuccess(presentListed(now, sight)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}

export const PaymentParams = Type.Object({ id: Type.String({ maxLength: 64, examples: ['pay_27Qm7ZxW1'] }) });

/** @throws AppError as `authorize`; `not_found` for a payment of another holder or mode. */
export async function paymentOf(
  db: Database,
  request: FastifyRequest<{ Params: { id: string } }>,
  action: Action,
): Promise<{ book: Book; payment: Payment }> {
  const book = audience.callerOf(request, action);
  const { id } = request.params;
  const known = holderOfPublicId('pay', id) === book.holderId;
  const payment = known ? await findPayment(db, book.holderId, id) : undefined;
  if (payment === undefined || payment.mode !== book.mode) {
    throw new AppError('not_found', { message: 'No payment has this id.' });
  }
  return { book, payment };
}

const sightOf = (request: FastifyRequest, clock: Clock, book: Book): Sight => ({
  now: clock.now(book.holderId, book.mode),
  seesPayers: seesPayers(audience.actorOf(request), book),
});

export const seesPayers = (actor: Actor, book: Book): boolean => isAllowed(actor, 'payments.read_in_full', book);
