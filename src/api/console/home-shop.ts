/** GET /home/shop, /home/shop/volume and /home/shop/activity of the people's API: what a shop sees first. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience as audience } from './holder-audience.ts';
import { findHome, readDays } from './home-shop/find-home.ts';
import { presentActivity, presentHome } from './home-shop/present-home.ts';
import { ShopActivity, ShopHome } from './home-shop/shop-home-schemas.ts';
import { presentShopVolume } from './home-volume/present-volume.ts';
import { PeriodQuery, periodOf, TimeZone, zoneOf } from './home-volume/read-period.ts';
import { readPaymentVolume } from './home-volume/read-volume.ts';
import { ShopVolume } from './home-volume/volume-schemas.ts';

const daysMax = 30;

const HomeQuery = Type.Object({ time_zone: TimeZone });
const ActivityQuery = Type.Object({
  time_zone: TimeZone,
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: daysMax, default: daysMax })),
});

export function shopHomeRoutes(app: FastifyInstance, deps: { db: Database; clock: Clock }): void {
  typed(app).route({
    method: 'GET',
    url: '/home/shop',
    schema: {
      ...audience.operation(
        'getShopHome',
        'home',
        'A shop’s today, its balances, its next payout, and what is pending',
      ),
      querystring: HomeQuery,
      response: audience.readAnswers({ 200: dataOf(ShopHome) }),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'payments.read');
      return reply.send(partnerSuccess(presentHome(await findHome(deps, book, zoneOf(request.query)))));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/home/shop/activity',
    schema: {
      ...audience.operation('getShopActivity', 'home', 'Payments, fees and refunds of a shop by day'),
      querystring: ActivityQuery,
      response: audience.readAnswers({ 200: dataOf(ShopActivity) }),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'payments.read');
      const read = await readDays(deps, book, zoneOf(request.query), request.query.days ?? daysMax);
      return reply.send(partnerSuccess(presentActivity(read)));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/home/shop/volume',
    schema: {
      ...audience.operation('getShopVolume', 'home', 'Payments and refunds of a period, beside the period before'),
      querystring: PeriodQuery,
      response: audience.readAnswers({ 200: dataOf(ShopVolume) }),
    },
    handler: async (request, reply) => {
      const book = audience.callerOf(request, 'payments.read');
      const timeZone = zoneOf(request.query);
      const now = deps.clock.now(book.holderId, book.mode);
      const period = periodOf(request.query, now, timeZone);
      const volume = await readPaymentVolume(deps.db, book, period, now);
      return reply.send(partnerSuccess(presentShopVolume(timeZone, period, volume)));
    },
  });
}
