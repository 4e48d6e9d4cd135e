/** GET and PUT /settlement-schedule: when the company settles by itself. Both modes share it; due times are each one's own. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/pool.ts';
import type { Tx } from '../../database/transaction.ts';
import { AppError } from '../../errors/app-error.ts';
import { requireBody } from '../../http/content-types.ts';
import { answerOnce } from '../../http/idempotency.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import { partnerActor, partnerOf } from '../../interfaces/partner/access.ts';
import { partnerSuccess } from '../../interfaces/partner/envelope.ts';
import type { Book } from '../../ledger/accounts.ts';
import { changeSettings } from '../change-schedule.ts';
import { presentSettings } from '../present-schedule.ts';
import { readSettings, type SettlementSettings } from '../schedule-settings.ts';
import { findSettings, listDues } from '../schedules.repository.ts';

/** Described here, judged by `readSettings`: it names everything that is wrong at once. */
const field = (description: string) => Type.Optional(Type.Unsafe<unknown>({ description }));
const Body = Type.Object({
  time_zone: field('A name of the IANA database, such as Europe/Athens. Default UTC'),
  hold_seconds: field('How long an order waits before it may settle: a whole number from 0 to 31536000'),
  settle_only_paid: field('Whether orders the partner collects wait until they are confirmed paid: a boolean'),
  paused: field('Nothing settles by schedule or because money arrived; POST /settlements still does: a boolean'),
  schedule: field(
    'For every currency without its own: {"every": "day" | "week" | "month", "days": weekdays such as "monday", or days of the month 1 to 31 (a shorter month: its last day), "time": "02:00"}',
  ),
  currencies: field('Schedules by currency, such as {"EUR": {"every": "week", "days": ["monday"], "time": "06:00"}}'),
});

type Deps = { db: Database; clock: Clock };

export function settlementScheduleRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  const present = async (tx: Database | Tx, book: Book, settings: SettlementSettings) =>
    partnerSuccess(presentSettings(settings, await listDues(tx, book), clock.now(book.holderId, book.mode)));

  app.route({
    method: 'GET',
    url: '/settlement-schedule',
    schema: { tags: ['settlements'], summary: 'When the company settles by itself' },
    handler: async (request, reply) => {
      const caller = partnerOf(request);
      return reply.send(await present(db, caller, await findSettings(db, caller.holderId)));
    },
  });

  app.route({
    method: 'PUT',
    url: '/settlement-schedule',
    schema: { body: Body, tags: ['settlements'], summary: 'Change it; what is left out stays as it is' },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = partnerOf(request);
      const read = readSettings(request.body as Record<string, unknown>);
      if (!read.ok) throw new AppError('validation_failed', { details: read.details });
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const settings = await changeSettings(partnerActor(request), tx, clock, caller.holderId, read.change);
        return { status: 200, body: await present(tx, caller, settings) };
      });
      return sendAnswer(reply, answer);
    },
  });
}
