/** /shadow: what is owed to restaurants that have not joined, and claims, names, invitations and payments outside. */

import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { amountLimit, plainText, refText } from '../../base/schemas/request-parts.ts';
import { csvAnswer } from '../../core/http/answers.ts';
import { listBytesMax, requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byId, companyLimits, pageQuery, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { sendCsv } from '../../core/http/send-csv.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { ledgerAccount } from '../../core/ledger/accounts.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { claimShadowOrders } from '../../features/shadow/claim-shadow-orders.ts';
import { inviteRestaurant, type MerchantInvitations } from '../../features/shadow/invite-restaurant.ts';
import { type NamingRequest, nameRestaurant } from '../../features/shadow/name-restaurant.ts';
import {
  presentClaim,
  presentClaimPreview,
  presentMovement,
  presentNaming,
  presentOpenOrder,
  presentOwed,
  presentOwedTotal,
  presentPaidOutside,
  presentRestaurant,
} from '../../features/shadow/present-shadow.ts';
import { previewClaim } from '../../features/shadow/preview-claim.ts';
import { readRestaurant } from '../../features/shadow/read-restaurant.ts';
import { type PaidOutsideRequest, recordPaidOutside } from '../../features/shadow/record-paid-outside.ts';
import { shadowColumns, shadowCsv } from '../../features/shadow/shadow-csv.ts';
import { ordersMax } from '../../features/shadow/shadow-order.ts';
import { sumRecovered } from '../../features/shadow/shadow-records.repository.ts';
import { listMovements, listOpenOrders, listOwed, sumOwed } from '../../features/shadow/shadow-report.repository.ts';
import { describeOwed, type ReportDeps } from '../../features/shadow/shadow-report.ts';
import {
  PaidOutsideAnswer,
  ShadowBalance,
  ShadowClaimAnswer,
  ShadowClaimPreview,
  ShadowInvitation,
  ShadowNaming,
  ShadowRestaurant,
  ShadowTotal,
} from '../../features/shadow/shadow-schemas.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { MailLanguage } from '../shared/invitation-requests.ts';
import { codeWanted, readCurrency } from '../shared/read-money.ts';
import type { CompanyAudience } from './audience.ts';

const ShadowPage = Type.Object({
  ...pageOf(ShadowBalance).properties,
  totals: Type.Array(ShadowTotal),
});

export function readShadowRoutes(app: FastifyInstance, audience: CompanyAudience, deps: ReportDeps): void {
  balanceRoutes(app, audience, deps);
  restaurantRoute(app, audience, deps);
}

function balanceRoutes(app: FastifyInstance, audience: CompanyAudience, deps: ReportDeps): void {
  typed(app).route({
    method: 'GET',
    url: '/shadow',
    schema: {
      ...audience.operation(
        'listShadowBalances',
        'shadow',
        'List the balances owed in the shadow ledger, by restaurant',
      ),
      querystring: ListQuery,
      response: audience.readOrCsvAnswers(ShadowPage, shadowColumns, ['validation_failed']),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'shadow.read');
      const { format, cursor } = request.query;
      const currency = currencyOf(request.query.currency);
      if (format === 'csv') {
        // The report is whole, but takes no wrong cursor either.
        if (cursor !== undefined) byId('accountId').decode(cursor);
        return sendReport(reply, deps, caller, currency);
      }
      const [{ rows, next }, totals] = await Promise.all([
        readPage(request.query, byId('accountId'), (page) => listOwed(deps.db, caller, currency, page)),
        sumOwed(deps.db, caller, currency),
      ]);
      const { entries, links } = await describeOwed(deps, caller, rows);
      const shown = entries.map((entry) => presentOwed(entry, links));
      return reply.send({ ...partnerPage(shown, next), totals: totals.map(presentOwedTotal) });
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/shadow.csv',
    schema: {
      ...audience.operation('getShadowBalancesCsv', 'shadow', 'The whole list as CSV'),
      querystring: CsvQuery,
      response: audience.documentAnswers(csvAnswer(shadowColumns, 'The balances'), ['validation_failed']),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'shadow.read');
      return sendReport(reply, deps, caller, currencyOf(request.query.currency));
    },
  });
}

function restaurantRoute(app: FastifyInstance, audience: CompanyAudience, deps: ReportDeps): void {
  typed(app).route({
    method: 'GET',
    url: '/shadow/:ref',
    schema: {
      ...audience.operation('getRestaurant', 'shadow', 'One off-platform restaurant'),
      params: ShadowParams,
      querystring: OneQuery,
      response: audience.readAnswers({ 200: dataOf(ShadowRestaurant) }, ['not_found', 'validation_failed']),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'shadow.read');
      const { ref } = request.params;
      const { limit, cursor, orders_cursor: ordersCursor } = request.query;
      const [restaurant, orders, movements] = await Promise.all([
        readRestaurant(deps, caller, ref),
        readPage({ limit, cursor: ordersCursor }, byId('orderId'), (page) =>
          listOpenOrders(deps.db, caller, ref, page),
        ),
        readPage({ limit, cursor }, byId('id'), (page) =>
          listMovements(deps.db, caller, ledgerAccount.shadowMerchant(ref), page),
        ),
      ]);
      return reply.send(
        partnerSuccess({
          ...presentRestaurant(restaurant),
          open_orders: orders.rows.map(presentOpenOrder),
          open_orders_next_cursor: orders.next,
          movements: movements.rows.map(presentMovement),
          movements_next_cursor: movements.next,
        }),
      );
    },
  });
}

/** @throws AppError `validation_failed` for an unknown currency. */
function currencyOf(code: string | undefined): string | undefined {
  return code === undefined ? undefined : readCurrency(code, codeWanted).code;
}

const sendReport = (reply: FastifyReply, deps: ReportDeps, book: Book, currency: string | undefined) =>
  sendCsv(reply, 'shadow-ledger.csv', shadowCsv(deps, book, currency));

export function claimShadowRoute(
  app: FastifyInstance,
  audience: CompanyAudience,
  deps: { db: Database; clock: Clock },
): void {
  const { db } = deps;
  typed(app).route({
    method: 'POST',
    url: '/shadow/:ref/claims',
    bodyLimit: listBytesMax,
    schema: {
      ...audience.operation(
        'claimShadowOrders',
        'shadow',
        'Pay a restaurant that has joined the balance owed to it, or see what would be paid',
        'A claim_ref sent again returns 200 with its claim. With dry_run: 200, and nothing is written.',
      ),
      params: ShadowParams,
      body: ClaimBody,
      response: audience.writeAnswers(
        { 201: dataOf(ShadowClaimAnswer), 200: dataOf(Type.Union([ShadowClaimAnswer, ShadowClaimPreview])) },
        ['not_found', 'invalid_state', 'unknown_beneficiary', 'insufficient_funds', 'balance_limit'],
      ),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { ref } = request.params;
      const { body } = request;
      const caller = audience.callerOf(request, body.dry_run === true ? 'shadow.preview_claim' : 'shadow.claim');
      const linkId = BigInt(body.beneficiary_ref);
      const target = { shadowMerchantRef: ref, linkId, orderRefs: body.partner_order_refs };
      if (body.dry_run === true) {
        const preview = await previewClaim(audience.actorOf(request), db, caller, target);
        return reply.send(partnerSuccess(presentClaimPreview(caller, target, preview)));
      }
      const claimRef = body.claim_ref;
      if (claimRef === undefined) {
        throw invalidField('claim_ref', 'is required');
      }
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const { claim, lines, replayed } = await claimShadowOrders(audience.actorOf(request), tx, deps, caller, {
          ...target,
          claimRef,
        });
        const recovered = await sumRecovered(tx, caller, subjectOf.claim(claim.id));
        return { status: replayed ? 200 : 201, body: partnerSuccess(presentClaim(claim, lines, recovered)) };
      });
      if (answer.status === 200) reply.header('idempotent-replayed', 'true');
      return sendAnswer(reply, answer);
    },
  });
}

export type ChangeShadowDeps = { db: Database; clock: Clock; invitations: MerchantInvitations };

export function changeShadowRoutes(app: FastifyInstance, audience: CompanyAudience, deps: ChangeShadowDeps): void {
  paidOutsideRoute(app, audience, deps);
  nameAndInviteRoutes(app, audience, deps);
}

function paidOutsideRoute(app: FastifyInstance, audience: CompanyAudience, deps: ChangeShadowDeps): void {
  const { db } = deps;

  typed(app).route({
    method: 'POST',
    url: '/shadow/paid-outside',
    config: { nullIsWrong: ['amount'] },
    bodyLimit: listBytesMax,
    schema: {
      ...audience.operation(
        'recordPaidOutside',
        'shadow',
        'Record what you paid outside the service, by order',
        'A payment_ref sent again returns 200 with its payment.',
      ),
      body: PaidOutsideBody,
      response: audience.writeAnswers({ 201: dataOf(PaidOutsideAnswer), 200: dataOf(PaidOutsideAnswer) }, [
        'not_found',
        'invalid_state',
        'insufficient_funds',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'shadow.record_paid_outside');
      const asked = readPaidOutside(request.body);
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const paid = await recordPaidOutside(audience.actorOf(request), tx, deps, caller, asked);
        return { status: paid.replayed ? 200 : 201, body: partnerSuccess(presentPaidOutside(paid)) };
      });
      if (answer.status === 200) reply.header('idempotent-replayed', 'true');
      return sendAnswer(reply, answer);
    },
  });
}

function nameAndInviteRoutes(app: FastifyInstance, audience: CompanyAudience, deps: ChangeShadowDeps): void {
  const { db, clock, invitations } = deps;

  typed(app).route({
    method: 'POST',
    url: '/shadow/names',
    bodyLimit: listBytesMax,
    schema: {
      ...audience.operation('nameRestaurant', 'shadow', 'Assign a ref to a restaurant without one'),
      body: NamesBody,
      response: audience.writeAnswers({ 200: dataOf(ShadowNaming) }, ['not_found', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'shadow.name');
      const asked = readNaming(request.body);
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const naming = await nameRestaurant(audience.actorOf(request), tx, deps, caller, asked);
        return { status: 200, body: partnerSuccess(presentNaming(asked.shadowMerchantRef, naming)) };
      });
      return sendAnswer(reply, answer);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/shadow/:ref/invite',
    schema: {
      ...audience.operation('inviteRestaurant', 'shadow', 'Invite a restaurant to join'),
      params: ShadowParams,
      body: InviteBody,
      response: audience.writeAnswers({ 201: dataOf(ShadowInvitation) }, [
        'not_found',
        'invalid_state',
        'rate_limited',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'invitations.send');
      const { ref } = request.params;
      const { email, name, language } = request.body;
      const invite = { shadowMerchantRef: ref, email, name, language };
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const { invitationId } = await inviteRestaurant(
          audience.actorOf(request),
          tx,
          { clock, invitations },
          caller,
          invite,
        );
        const data = { invitation_id: invitationId, shadow_merchant_ref: ref, email };
        return { status: 201, body: partnerSuccess(data) };
      });
      return sendAnswer(reply, answer);
    },
  });
}

const readPaidOutside = (body: Static<typeof PaidOutsideBody>): PaidOutsideRequest => ({
  paymentRef: body.payment_ref,
  reference: body.reference ?? null,
  orders: body.orders.map((item) => ({
    partnerOrderRef: item.partner_order_ref,
    type: item.beneficiary_type === 'courier' ? 'courier' : 'merchant',
    amount: item.amount,
  })),
});

function readNaming(body: Static<typeof NamesBody>): NamingRequest {
  const { shadow_merchant_ref: shadowMerchantRef, partner_order_refs: orderRefs, shadow_merchant_name: name } = body;
  if (orderRefs !== undefined && name === undefined) return { shadowMerchantRef, orderRefs };
  if (name !== undefined && orderRefs === undefined) return { shadowMerchantRef, name };
  const message = 'name either partner_order_refs or shadow_merchant_name';
  throw invalidField('partner_order_refs', message);
}

const OrderRefs = Type.Array(plainText('An order', 'order-1042'), { minItems: 1, maxItems: ordersMax });

const ShadowParams = Type.Object({ ref: Type.String({ minLength: 1, maxLength: 2_048, format: 'text' }) });

const Currency = Type.Optional(Type.String({ maxLength: 10, description: 'Uppercase ISO 4217 code' }));

const ListQuery = Type.Object({
  currency: Currency,
  ...pageQuery(companyLimits),
  format: Type.Optional(Type.Enum(['json', 'csv'])),
});

const CsvQuery = Type.Object({ currency: Currency });

const pages = pageQuery(companyLimits);
const OneQuery = Type.Object({ ...pages, orders_cursor: pages.cursor });

const PaidOutsideBody = Type.Object({
  payment_ref: refText('Your own ref for this payment; each one is recorded only once', 'receipt-9'),
  reference: Type.Optional(refText('A receipt, a bank’s reference')),
  orders: Type.Array(
    Type.Object({
      partner_order_ref: plainText('A settled shadow order', 'order-1042'),
      amount: Type.Optional(
        Type.Number({
          exclusiveMinimum: 0,
          exclusiveMaximum: amountLimit,
          description: 'Default: the full remaining amount',
        }),
      ),
      beneficiary_type: Type.Optional(Type.Enum(['merchant', 'courier'])),
    }),
    { minItems: 1, maxItems: ordersMax },
  ),
});

const NamesBody = Type.Object({
  shadow_merchant_ref: refText('The ref to assign', 'restaurant-31'),
  partner_order_refs: Type.Optional(OrderRefs),
  shadow_merchant_name: Type.Optional(
    plainText('Instead of orders: all orders recorded under this name without a ref', 'Taverna'),
  ),
});

const emailLengthMax = 254;
const InviteBody = Type.Object({
  email: Type.String({
    minLength: 3,
    maxLength: emailLengthMax,
    format: 'text',
    pattern: '^[^@\\s]+@[^@\\s]+$',
    examples: ['ada@example.org'],
  }),
  name: Type.Optional(refText('Default: the name it was recorded under')),
  language: MailLanguage,
});

const ClaimBody = Type.Object({
  beneficiary_ref: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'Link id of the merchant',
    examples: [12],
  }),
  partner_order_refs: Type.Optional(OrderRefs),
  claim_ref: Type.Optional(
    refText('Your own ref for this claim; each one is claimed only once. Required unless dry_run', 'claim-1'),
  ),
  dry_run: Type.Optional(Type.Boolean({ description: 'Show the transfers; write nothing' })),
});
