/**
 * GET and POST /payouts, GET /payouts/{id}, POST /payouts/{id}/cancel: the caller's own payouts. Interface B offers them
 * to a company's keys, the people's API to the people of every kind of holder.
 */

import type { FastifyInstance } from 'fastify';
import type { Static, TSchema } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byId, companyLimits, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { cancelPayout } from '../../features/payouts/change-payout.ts';
import { PayoutAnswer } from '../../features/payouts/payout-schemas.ts';
import { findPayout, listOwnedPayouts } from '../../features/payouts/payouts.repository.ts';
import { presentPayout } from '../../features/payouts/present-payout.ts';
import { requestPayout } from '../../features/payouts/request-payout.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { Params, type PayoutFilters, type PayoutRequests, payoutFilterOf } from '../shared/payout-requests.ts';
import type { CompanyAudience } from './audience.ts';

type Deps = { db: Database; clock: Clock };

const unknown = (): AppError => new AppError('not_found', { message: 'No payout has this id.' });

/** A payout of the caller in its mode, from whichever book; any other is not found. */
async function findOwn(db: Database | Tx, { holderId, mode }: Book, id: string) {
  const bookHolderId = holderOfPublicId('po', id);
  const payout = bookHolderId === undefined ? undefined : await findPayout(db, bookHolderId, id);
  if (payout === undefined || payout.mode !== mode || payout.ownerHolderId !== holderId) throw unknown();
  return payout;
}

/** @param requests how a request names the account to draw from. */
export function payoutRoutes<Body extends TSchema>(
  app: FastifyInstance,
  audience: CompanyAudience,
  deps: Deps,
  requests: PayoutRequests<Body>,
): void {
  readPayoutRoutes(app, audience, deps, requests);
  requestPayoutRoute(app, audience, deps, requests);
  cancelPayoutRoute(app, audience, deps);
}

function readPayoutRoutes(
  app: FastifyInstance,
  audience: CompanyAudience,
  { db }: Deps,
  { list, row, present }: Pick<PayoutRequests<TSchema>, 'list' | 'row' | 'present'>,
): void {
  typed(app).route({
    method: 'GET',
    url: '/payouts',
    schema: {
      ...audience.operation('listPayouts', 'payouts', 'List payouts, newest first'),
      querystring: list,
      response: audience.readAnswers({ 200: pageOf(row) }, ['validation_failed']),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'payouts.read');
      const { limit = companyLimits.limitDefault, cursor, ...asked } = request.query;
      const filter = payoutFilterOf(asked as Static<typeof PayoutFilters>);
      const { rows, next } = await readPage({ limit, cursor }, byId('position'), (page) =>
        listOwnedPayouts(db, caller, { ...page, ...filter }),
      );
      return reply.send(partnerPage(await present(db, caller, audience.actorOf(request), rows), next));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/payouts/:id',
    schema: {
      ...audience.operation('getPayout', 'payouts', 'One payout'),
      params: Params,
      response: audience.readAnswers({ 200: dataOf(PayoutAnswer) }, ['not_found']),
    },
    handler: async (request, reply) => {
      const { id } = request.params;
      return reply.send(
        partnerSuccess(presentPayout(await findOwn(db, audience.callerOf(request, 'payouts.read'), id))),
      );
    },
  });
}

function requestPayoutRoute<Body extends TSchema>(
  app: FastifyInstance,
  audience: CompanyAudience,
  { db, clock }: Deps,
  requests: PayoutRequests<Body>,
): void {
  typed(app).route({
    method: 'POST',
    url: '/payouts',
    schema: {
      ...audience.operation('createPayout', 'payouts', requests.summary),
      body: requests.body,
      response: audience.writeAnswers({ 201: dataOf(PayoutAnswer) }, [
        'insufficient_funds',
        'invalid_state',
        'not_found',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'payouts.request');
      const asked = await requests.read(db, caller, request.body as Static<Body>);
      const answer = await answerOnce(db, caller, request, async (tx) => {
        return {
          status: 201,
          body: partnerSuccess(presentPayout(await requestPayout(audience.actorOf(request), tx, clock, asked))),
        };
      });
      return sendAnswer(reply, answer);
    },
  });
}

function cancelPayoutRoute(app: FastifyInstance, audience: CompanyAudience, { db, clock }: Deps): void {
  typed(app).route({
    method: 'POST',
    url: '/payouts/:id/cancel',
    schema: {
      ...audience.operation('cancelPayout', 'payouts', 'Cancel a payout that is not approved yet'),
      params: Params,
      response: audience.writeAnswers({ 200: dataOf(PayoutAnswer) }, ['not_found', 'invalid_state']),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'payouts.cancel');
      const { id } = request.params;
      const answer = await answerOnce(db, caller, request, async (tx) => {
        await findOwn(tx, caller, id);
        const actor = audience.actorOf(request);
        return {
          status: 200,
          body: partnerSuccess(presentPayout(await cancelPayout(actor, tx, clock, caller.holderId, id))),
        };
      });
      return sendAnswer(reply, answer);
    },
  });
}
