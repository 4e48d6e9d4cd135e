/** GET and POST /test/city, POST /test/city/evening and /test/city/evening/play: in test mode only. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import { parseInstant } from '../../base/clock/read-instant.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { makeCity } from '../../features/test-city/make-city.ts';
import { beginEvening, moveEvening } from '../../features/test-city/move-evening.ts';
import { readCity } from '../../features/test-city/read-city.ts';
import { EveningOrders, TestCityAnswer } from '../../features/test-city/test-city-schemas.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { everyWrite } from './answers.ts';
import { consoleAudience as audience } from './audience.ts';
import { actorOf } from './authenticate.ts';

type Deps = { db: Database; clock: Clock; now: () => Date };

export function testCityRoutes(app: FastifyInstance, deps: Deps): void {
  cityRoutes(app, deps);
  eveningRoutes(app, deps);
}

function cityRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  typed(app).route({
    method: 'GET',
    url: '/test/city',
    schema: {
      ...audience.operation('getTestCity', 'test', 'The test city, its evening, and what the last move of it ran'),
      response: audience.readAnswers({ 200: dataOf(TestCityAnswer) }),
    },
    handler: async (request) => {
      const { holderId } = audience.callerOf(request, 'test_clock.read');
      return partnerSuccess(await readCity(deps, holderId));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/test/city',
    schema: {
      ...audience.operation(
        'makeTestCity',
        'test',
        'Make a dozen test payees that accept at once',
        'A company has one city: sent again, it changes nothing.',
      ),
      response: audience.readAnswers({ 200: dataOf(TestCityAnswer) }, everyWrite),
    },
    handler: async (request) => {
      const { holderId } = audience.callerOf(request, 'test_city.make');
      await inTransaction(db, (tx) => makeCity(actorOf(request), tx, clock, holderId));
      return partnerSuccess(await readCity(deps, holderId));
    },
  });
}

function eveningRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock, now: realNow } = deps;
  typed(app).route({
    method: 'POST',
    url: '/test/city/evening',
    schema: {
      ...audience.operation(
        'beginTestEvening',
        'test',
        'Begin a Friday evening in the test city',
        'Moves the test clock to the next Friday at 17:00. While an evening is under way, it changes nothing.',
      ),
      body: Type.Object({ orders: Type.Optional(EveningOrders) }),
      response: audience.readAnswers({ 200: dataOf(TestCityAnswer) }, [
        ...everyWrite,
        'validation_failed',
        'invalid_state',
      ]),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { holderId } = audience.callerOf(request, 'test_city.play');
      const { orders = 500 } = request.body;
      await inTransaction(db, (tx) => beginEvening(actorOf(request), tx, { clock, realNow }, holderId, orders));
      return partnerSuccess(await readCity(deps, holderId));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/test/city/evening/play',
    schema: {
      ...audience.operation(
        'playTestEvening',
        'test',
        'Play the evening until an instant',
        'The test clock moves there through the evening, forward only; what is due on the way is done.',
      ),
      body: Type.Object({
        until: Type.String({
          maxLength: 40,
          description: 'An instant of the evening',
          examples: ['2031-03-07T19:30:00Z'],
        }),
      }),
      response: audience.readAnswers({ 200: dataOf(TestCityAnswer) }, [
        ...everyWrite,
        'validation_failed',
        'invalid_state',
      ]),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { holderId } = audience.callerOf(request, 'test_city.play');
      const until = parseInstant(request.body.until);
      if (until === undefined) throw invalidField('until', 'must be an instant such as 2031-03-07T19:30:00Z');
      await inTransaction(db, (tx) => moveEvening(actorOf(request), tx, { clock, realNow }, holderId, until));
      return partnerSuccess(await readCity(deps, holderId));
    },
  });
}
