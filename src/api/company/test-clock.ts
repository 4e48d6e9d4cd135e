/** GET and POST /test/clock, POST /test/drain: in test mode only (docs/contract/partner.md, "Test clock"). */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { Instant } from '../../base/schemas/parts.ts';
import type { Action } from '../../core/access/permissions.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { followClock } from '../../features/test-city/move-evening.ts';
import type { Drain } from '../../features/test-clock/drain.ts';
import { type ClockMove, moveTestClock, offsetMaxMs } from '../../features/test-clock/move-clock.ts';
import type { TestClocks } from '../../features/test-clock/test-clocks.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import type { CompanyAudience } from './audience.ts';

const msPerSecond = 1_000;
const instantPattern = '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?(Z|[+-]\\d{2}:\\d{2})$';

const Body = Type.Object({
  advance_seconds: Type.Optional(Type.Integer({ minimum: 1, maximum: offsetMaxMs / msPerSecond, examples: [3_600] })),
  now: Type.Optional(Type.String({ maxLength: 40, description: 'An instant, such as 2031-03-01T12:00:00Z' })),
});

const TestClock = Type.Object({ now: Instant }, { title: 'TestClock' });
const Drained = Type.Object(
  { drained: Type.Boolean({ description: 'False: there is more; send it again' }), now: Instant },
  { title: 'Drained' },
);

export type TestClockDeps = { db: Database; testClocks: TestClocks; drain: Drain };

export function testClockRoutes(
  app: FastifyInstance,
  audience: CompanyAudience,
  { db, testClocks, drain }: TestClockDeps,
): void {
  /** Before the body is read: live mode has no such clock, whatever is sent. */
  const only = (action: Action) => async (request: FastifyRequest) => {
    audience.callerOf(request, action);
  };

  typed(app).route({
    method: 'GET',
    url: '/test/clock',
    onRequest: only('test_clock.read'),
    schema: {
      ...audience.operation('getTestClock', 'test', 'The current time of the test clock'),
      response: audience.readAnswers({ 200: dataOf(TestClock) }),
    },
    handler: async (request, reply) => {
      const { holderId } = audience.callerOf(request, 'test_clock.read');
      return reply.send(partnerSuccess(presentNow(testClocks.now(holderId, 'test'))));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/test/clock',
    onRequest: only('test_clock.move'),
    schema: {
      ...audience.operation('advanceTestClock', 'test', 'Move the test clock forward'),
      body: Body,
      response: audience.writeAnswers({ 200: dataOf(TestClock) }),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'test_clock.move');
      const move = readMove(request.body);
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const now = await moveTestClock(audience.actorOf(request), tx, testClocks, caller.holderId, move);
        await followClock(tx, caller.holderId);
        return { status: 200, body: partnerSuccess(presentNow(now)) };
      });
      await testClocks.catchUp();
      return sendAnswer(reply, answer);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/test/drain',
    onRequest: only('test_clock.drain'),
    schema: {
      ...audience.operation(
        'drainTestWork',
        'test',
        'Run the jobs that are due in test mode, and wait until they are done',
      ),
      response: audience.writeAnswers({ 200: dataOf(Drained) }),
    },
    handler: async (request, reply) => {
      const { drained, now } = await drain(audience.actorOf(request), audience.callerOf(request, 'test_clock.drain'));
      return reply.send(partnerSuccess({ drained, ...presentNow(now) }));
    },
  });
}

const presentNow = (now: Date) => ({ now: now.toISOString() });

function readMove({ advance_seconds: seconds, now }: Static<typeof Body>): ClockMove {
  if ((seconds === undefined) === (now === undefined)) {
    const message = 'exactly one of advance_seconds and now is required';
    const details = ['advance_seconds', 'now'].map((field) => ({ field, message }));
    throw new AppError('validation_failed', { details });
  }
  if (seconds !== undefined) return { advanceMs: seconds * msPerSecond };
  const to = new Date(new RegExp(instantPattern).test(now as string) ? (now as string) : Number.NaN);
  if (Number.isNaN(to.getTime())) {
    const details = [{ field: 'now', message: 'must be an instant such as 2031-03-01T12:00:00Z' }];
    throw new AppError('validation_failed', { details });
  }
  return { to };
}
