/** GET /earnings, /earnings/upcoming and /earnings/movements of the people's API: what a merchant or courier earns. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { byId, byKey, pageQuery, readPage } from '../../core/http/page.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { findNextRuns, findSchedules } from '../../features/settlements/earnings/company-schedules.ts';
import {
  listEarningsMovements,
  listLinkBalances,
  listWaiting,
  sumWaiting,
  type WaitingShare,
} from '../../features/settlements/earnings/earnings.repository.ts';
import {
  EarningsAnswer,
  EarningsMovementAnswer,
  UpcomingAnswer,
} from '../../features/settlements/earnings/earnings-schemas.ts';
import { type CompanySchedule, expectedSettlement } from '../../features/settlements/earnings/expected-settlement.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { presentEarnings, presentMovement, presentUpcoming } from './earnings/present-earnings.ts';
import { holderAudience as audience } from './holder-audience.ts';

const UpcomingQuery = Type.Object({
  ...pageQuery(),
  beneficiary_ref: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Only of this link' }),
  ),
});
const MovementQuery = Type.Object({
  ...UpcomingQuery.properties,
  currency: Type.Optional(Type.String({ maxLength: 3, description: 'Only of this currency' })),
});

const byOrder = byKey(({ orderId, linkId }: WaitingShare) => ({ key: orderId, id: linkId }));

const linkIdOf = ({ beneficiary_ref: ref }: { beneficiary_ref?: number }): bigint | undefined =>
  ref === undefined ? undefined : BigInt(ref);

export function earningsRoutes(app: FastifyInstance, deps: { db: Database; clock: Clock }): void {
  const { db, clock } = deps;

  typed(app).route({
    method: 'GET',
    url: '/earnings',
    schema: {
      ...audience.operation('getEarnings', 'earnings', 'What a payee can pay out now, and upcoming earnings'),
      response: audience.readAnswers({ 200: dataOf(EarningsAnswer) }),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'earnings.read');
      const [balances, waiting] = await Promise.all([listLinkBalances(db, book), sumWaiting(db, book)]);
      const companies = balances.map(({ companyId }) => companyId);
      return reply.send(
        partnerSuccess(presentEarnings(balances, waiting, await findNextRuns(deps, companies, book.mode))),
      );
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/earnings/upcoming',
    schema: {
      ...audience.operation('listUpcomingEarnings', 'earnings', 'Shares of orders that have not settled, newest first'),
      querystring: UpcomingQuery,
      response: audience.readAnswers({ 200: pageOf(UpcomingAnswer) }),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'earnings.read');
      const linkId = linkIdOf(request.query);
      const { rows: shown, next } = await readPage(request.query, byOrder, (page) =>
        listWaiting(db, book, { ...page, linkId }),
      );
      const schedules = await findSchedules(
        db,
        shown.map(({ companyId }) => companyId),
        book.mode,
      );
      const rows = shown.map((share) => {
        const schedule = schedules.get(share.companyId) as CompanySchedule;
        return presentUpcoming(share, expectedSettlement(share, schedule, clock.now(share.companyId, book.mode)));
      });
      return reply.send(partnerPage(rows, next));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/earnings/movements',
    schema: {
      ...audience.operation('listEarningsMovements', 'earnings', 'What came in, what went out and why, newest first'),
      querystring: MovementQuery,
      response: audience.readAnswers({ 200: pageOf(EarningsMovementAnswer) }),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'earnings.read');
      const { currency } = request.query;
      const { rows, next } = await readPage(request.query, byId('id'), (page) =>
        listEarningsMovements(db, book, { ...page, linkId: linkIdOf(request.query), currency }),
      );
      return reply.send(partnerPage(rows.map(presentMovement), next));
    },
  });
}
