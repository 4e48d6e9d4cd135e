/** GET /home/shop and /home/shop/activity of the people's API: what a shop sees first. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import { readTimeZone } from '../../base/clock/time-zone.ts';
import type { Database } from '../../base/database/pool.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience as audience } from './holder-audience.ts';
import { findHome, readDays } from './home-shop/find-home.ts';
import { presentActivity, presentHome } from './home-shop/present-home.ts';
import { ShopActivity, ShopHome } from './home-shop/shop-home-schemas.ts';

const daysMax = 30;

const TimeZone = Type.Optional(
  Type.String({ maxLength: 64, default: 'UTC', description: 'Where a day begins', examples: ['Europe/Athens'] }),
);
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
}

function zoneOf({ time_zone: name = 'UTC' }: { time_zone?: string }): string {
  const zone = readTimeZone(name);
  if (zone !== undefined) return zone;
  const message = 'must be a name of the time zone database, such as Europe/Paris';
  throw invalidField('time_zone', message);
}
