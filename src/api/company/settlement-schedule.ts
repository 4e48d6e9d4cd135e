/** GET and PUT /settlement-schedule. Settings and due times are those of the key's mode. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import { weekdays } from '../../base/clock/schedule.ts';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { recordOf } from '../../base/schemas/parts.ts';
import { describedBody, validatedByRoute } from '../../core/http/answers.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { changeSettings } from '../../features/settlements/change-schedule.ts';
import { presentSettings } from '../../features/settlements/present-schedule.ts';
import { SettlementScheduleAnswer } from '../../features/settlements/schedule-schemas.ts';
import { daysMax, readSettings, type SettlementSettings } from '../../features/settlements/schedule-settings.ts';
import { findSettings, listDues } from '../../features/settlements/schedules.repository.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import type { CompanyAudience } from './audience.ts';

const Schedule = Type.Object(
  {
    every: Type.Enum(['day', 'week', 'month']),
    days: Type.Optional(
      Type.Array(Type.Union([Type.Enum([...weekdays]), Type.Integer({ minimum: 1, maximum: 31 })]), {
        minItems: 1,
        maxItems: daysMax,
        description: 'Weekdays, or days of the month (in a shorter month: its last day)',
      }),
    ),
    time: Type.String({ description: 'Of day, in the time zone', examples: ['02:00'] }),
  },
  { examples: [{ every: 'week', days: ['monday'], time: '06:00' }] },
);

const Body = Type.Object({
  time_zone: Type.Optional(
    Type.String({ description: 'A name of the IANA database. Default UTC', examples: ['Europe/Athens'] }),
  ),
  hold_seconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 31_536_000, description: 'How long an order waits before it may settle' }),
  ),
  settle_only_paid: Type.Optional(
    Type.Boolean({ description: 'Whether orders the partner collects wait until they are confirmed paid' }),
  ),
  paused: Type.Optional(
    Type.Boolean({ description: 'Nothing settles on schedule or when money arrives; POST /settlements still settles' }),
  ),
  schedule: Type.Optional(Type.Object(Schedule.properties, { description: 'For every currency without its own' })),
  currencies: Type.Optional(
    recordOf(Schedule, 'Schedules by currency; omitted currencies follow the general schedule'),
  ),
});

type Deps = { db: Database; clock: Clock };

export function settlementScheduleRoutes(app: FastifyInstance, audience: CompanyAudience, { db, clock }: Deps): void {
  const present = async (tx: Database | Tx, book: Book, settings: SettlementSettings) =>
    partnerSuccess(presentSettings(settings, await listDues(tx, book), clock.now(book.holderId, book.mode)));

  typed(app).route({
    method: 'GET',
    url: '/settlement-schedule',
    schema: {
      ...audience.operation('getSettlementSchedule', 'settlements', 'When the company settles automatically'),
      response: audience.readAnswers({ 200: dataOf(SettlementScheduleAnswer) }),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'schedule.read');
      return reply.send(await present(db, caller, await findSettings(db, caller)));
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/settlement-schedule',
    // Not validated by the schema: `readSettings` reports every invalid field.
    ...validatedByRoute,
    schema: {
      ...audience.operation(
        'updateSettlementSchedule',
        'settlements',
        'Change when the company settles automatically; omitted fields stay as they are',
      ),
      body: describedBody(Body),
      response: audience.writeAnswers({ 200: dataOf(SettlementScheduleAnswer) }),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'schedule.change');
      const read = readSettings(request.body);
      if (!read.ok) throw new AppError('validation_failed', { details: read.details });
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const settings = await changeSettings(audience.actorOf(request), tx, clock, caller, read.change);
        return { status: 200, body: await present(tx, caller, settings) };
      });
      return sendAnswer(reply, answer);
    },
  });
}
