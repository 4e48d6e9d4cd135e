/**
 * GET and PUT /payout-schedules: which of the caller's accounts are paid out by themselves. Interface B offers them to a
 * company's keys, the people's API to the people of every kind of holder.
 */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import { weekdays } from '../../base/clock/schedule.ts';
import { readTimeZone } from '../../base/clock/time-zone.ts';
import type { Database } from '../../base/database/pool.ts';
import { AppError, type ErrorDetail } from '../../base/errors/app-error.ts';
import type { Currency } from '../../base/money/currency.ts';
import { amountLimit } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { type AskedTerms, changePayoutSchedule } from '../../features/payouts/change-payout-schedule.ts';
import { payoutIntervals } from '../../features/payouts/payout-schedule.ts';
import { PayoutScheduleAnswer } from '../../features/payouts/payout-schedule-schemas.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { BankAccountId, DrawnAccount, readDrawn } from '../shared/payout-requests.ts';
import { presentSchedules } from '../shared/payout-schedule-page.ts';
import { readAmount, readCurrency } from '../shared/read-money.ts';
import type { CompanyAudience } from './audience.ts';

const zoneLengthMax = 64;

const Day = Type.Unsafe<string | number | null>({
  anyOf: [{ enum: [...weekdays] }, { type: 'integer', minimum: 1, maximum: 31 }, { type: 'null' }],
  description: 'The weekday of `week`; of `month` the day, or the last one of a month that is shorter',
  examples: ['friday'],
});
const amount = (description: string, example: number) =>
  Type.Optional(Type.Number({ minimum: 0, exclusiveMaximum: amountLimit, description, examples: [example] }));

const Body = Type.Object({
  ...DrawnAccount,
  every: Type.Enum([...payoutIntervals]),
  day: Type.Optional(Day),
  time_zone: Type.Optional(
    Type.String({
      maxLength: zoneLengthMax,
      format: 'text',
      description: "Of the IANA database; if omitted, that of the company's settlements, or UTC",
      examples: ['Europe/Athens'],
    }),
  ),
  minimum: amount("The least that is paid out; at least the currency's own minimum counts", 50),
  keep: amount('What stays in the account', 100),
  bank_account_id: BankAccountId,
});

type Deps = { db: Database; clock: Clock };

export function payoutScheduleRoutes(app: FastifyInstance, audience: CompanyAudience, { db, clock }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/payout-schedules',
    schema: {
      ...audience.operation('listPayoutSchedules', 'payouts', 'Automatic payouts, with what each would pay out now'),
      response: audience.readAnswers({ 200: pageOf(PayoutScheduleAnswer) }),
    },
    handler: async (request) =>
      partnerPage(await presentSchedules({ db, clock }, audience.callerOf(request, 'payout_schedules.read')), null),
  });

  typed(app).route({
    method: 'PUT',
    url: '/payout-schedules',
    schema: {
      ...audience.operation('setPayoutSchedule', 'payouts', 'Set when an account is paid out automatically'),
      body: Body,
      response: audience.writeAnswers({ 200: dataOf(PayoutScheduleAnswer) }, ['not_found']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'payout_schedules.change');
      const currency = readCurrency(request.body.currency);
      const terms = readTerms(request.body, currency);
      const drawn = { ...(await readDrawn(db, caller, request.body)), currency: currency.code };
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const { id } = await changePayoutSchedule(audience.actorOf(request), tx, clock, drawn, terms);
        const all = await presentSchedules({ db: tx, clock }, caller);
        const changed = all.find(({ schedule_id: one }) => one === id) as (typeof all)[number];
        return { status: 200, body: partnerSuccess(changed) };
      });
      return sendAnswer(reply, answer);
    },
  });
}

/** @throws AppError `validation_failed` with every offending field. */
function readTerms(body: Static<typeof Body>, currency: Currency): AskedTerms {
  const { every, day: asked = null, time_zone: zone, minimum = 0, keep = 0, bank_account_id: bankAccountId } = body;
  const day = readDay(every, asked);
  const timeZone = zone === undefined ? undefined : readTimeZone(zone);
  const details: ErrorDetail[] = [];
  if (day === undefined) {
    const message = { week: 'must be a weekday', month: 'must be a day from 1 to 31' }[every as 'week' | 'month'];
    details.push({ field: 'day', message: message ?? 'is for every week or month only' });
  }
  if (zone !== undefined && timeZone === undefined) {
    details.push({ field: 'time_zone', message: 'must be a time zone of the IANA database, such as Europe/Athens' });
  }
  if (day === undefined || details.length > 0) throw new AppError('validation_failed', { details });
  return {
    every,
    day,
    timeZone,
    minimum: readAmount('minimum', minimum, currency, 0n),
    keep: readAmount('keep', keep, currency, 0n),
    bankAccountId: bankAccountId ?? undefined,
  };
}

/** @returns undefined for a day that does not fit the interval. */
function readDay(every: Static<typeof Body>['every'], day: string | number | null): number | null | undefined {
  if (every === 'month') return typeof day === 'number' ? day : undefined;
  if (every !== 'week') return day === null ? null : undefined;
  const index = weekdays.indexOf(day as (typeof weekdays)[number]);
  return index === -1 ? undefined : index + 1;
}
