/** GET and PUT /settlement-schedule. Settings and due times are those of the key's mode. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/pool.ts';
import type { Tx } from '../../database/transaction.ts';
import { AppError } from '../../errors/app-error.ts';
import { describedBody, validatedByRoute } from '../../http/answers.ts';
import { requireBody } from '../../http/content-types.ts';
import { answerOnce } from '../../http/idempotency.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import { typed } from '../../http/typed-routes.ts';
import type { CompanyFace } from '../../interfaces/company/face.ts';
import { dataOf, partnerSuccess } from '../../interfaces/envelope.ts';
import type { Book } from '../../ledger/accounts.ts';
import { recordOf } from '../../schemas/parts.ts';
import { changeSettings } from '../change-schedule.ts';
import { presentSettings } from '../present-schedule.ts';
import { SettlementScheduleAnswer } from '../schedule-schemas.ts';
import { daysMax, readSettings, type SettlementSettings, weekdays } from '../schedule-settings.ts';
import { findSettings, listDues } from '../schedules.repository.ts';

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

export function settlementScheduleRoutes(app: FastifyInstance, face: CompanyFace, { db, clock }: Deps): void {
  const present = async (tx: Database | Tx, book: Book, settings: SettlementSettings) =>
    partnerSuccess(presentSettings(settings, await listDues(tx, book), clock.now(book.holderId, book.mode)));

  typed(app).route({
    method: 'GET',
    url: '/settlement-schedule',
    schema: {
      ...face.operation('getSettlementSchedule', 'settlements', 'When the company settles automatically'),
      response: face.readAnswers({ 200: dataOf(SettlementScheduleAnswer) }),
    },
    handler: async (request, reply) => {
      const caller = face.callerOf(request, 'schedule.read');
      return reply.send(await present(db, caller, await findSettings(db, caller)));
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/settlement-schedule',
    // Not validated by the schema: `readSettings` reports every invalid field.
    ...validatedByRoute,
    schema: {
      ...face.operation(
        'updateSettlementSchedule',
        'settlements',
        'Change when the company settles automatically; omitted fields stay as they are',
      ),
      body: describedBody(Body),
      response: face.writeAnswers({ 200: dataOf(SettlementScheduleAnswer) }),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = face.callerOf(request, 'schedule.change');
      const read = readSettings(request.body);
      if (!read.ok) throw new AppError('validation_failed', { details: read.details });
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const settings = await changeSettings(face.actorOf(request), tx, clock, caller, read.change);
        return { status: 200, body: await present(tx, caller, settings) };
      });
      return sendAnswer(reply, answer);
    },
  });
}
