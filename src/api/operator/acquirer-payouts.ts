/** Acquirers' payouts for the operator: what should have arrived at the bank, what did, and recording one. */

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { jsonDecimal, parsePartnerAmount } from '../../base/money/amount.ts';
import { amountProblem } from '../../base/money/amount-problem.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { Amount, amountThatIs, Currency, Instant, NumericId, nullable, Text } from '../../base/schemas/parts.ts';
import { amountLimit, refText } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { byKey, pageQuery, readPage } from '../../core/http/page.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { postAcquirerPayout } from '../../features/reconciliation/acquirer-payout.ts';
import {
  type ListedAcquirerPayout,
  listAcquirerPayouts,
  type ReceivedLine,
} from '../../features/reconciliation/acquirer-payouts.repository.ts';
import { findNamingLines } from '../../features/reconciliation/named-payouts.ts';
import { Day, SourceName } from '../../features/reconciliation/statement-schemas.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { codeWanted, readCurrency } from '../shared/read-money.ts';
import { operatorAudience as audience } from './audience.ts';

type Deps = { db: Database; clock: Clock };

const AcquirerPayoutAnswer = Type.Object(
  {
    source: SourceName,
    reference: Text('stl-2031-03-01', "The acquirer's reference"),
    currency: Currency,
    amount: amountThatIs('What was settled, the fee included'),
    fee: Amount,
    expected: amountThatIs('What should arrive at the bank'),
    status: Type.Enum(['expected', 'received', 'differs'], {
      description: '`differs`: an open line of the bank names it with another amount',
    }),
    received: nullable(Type.Object({ line_id: NumericId, amount: Amount, currency: Currency, booked_on: Day })),
    recorded_at: Instant,
  },
  { title: 'AcquirerPayout' },
);

/** Transfers are in the order of their ids. */
const inList = byKey(({ position }: ListedAcquirerPayout) => ({ key: position, id: 0n }));

const referenceOf = ({ id, source }: ListedAcquirerPayout): string => id.slice(source.length + 1);

/** @param naming a line that names a payout without being matched with it. */
const present = (one: ListedAcquirerPayout, naming: ReceivedLine | undefined): Static<typeof AcquirerPayoutAnswer> => {
  const decimal = (minor: bigint) => jsonDecimal(minor, exponentOf(one.currency));
  const isMatched = one.lineId !== null;
  const { lineId, lineAmount, lineCurrency, bookedOn } = naming ?? one;
  const isSeen = lineId !== null && lineAmount !== null && lineCurrency !== null && bookedOn !== null;
  return {
    source: one.source,
    reference: referenceOf(one),
    currency: one.currency,
    amount: decimal(one.amount),
    fee: decimal(one.fee),
    expected: decimal(one.amount - one.fee),
    status: !isSeen ? 'expected' : isMatched ? 'received' : 'differs',
    received: isSeen
      ? {
          line_id: Number(lineId),
          amount: jsonDecimal(lineAmount, exponentOf(lineCurrency)),
          currency: lineCurrency,
          booked_on: bookedOn,
        }
      : null,
    recorded_at: one.createdAt.toISOString(),
  };
};

const Body = Type.Object({
  source: SourceName,
  currency: Currency,
  amount: Type.Number({
    exclusiveMinimum: 0,
    exclusiveMaximum: amountLimit,
    description: 'What was settled, the fee included',
    examples: [100],
  }),
  fee: Type.Number({ minimum: 0, exclusiveMaximum: amountLimit, description: 'What was kept', examples: [1.4] }),
  reference: refText("The acquirer's reference", 'stl-2031-03-01'),
});
const Recorded = Type.Object(
  { posted: Type.Boolean({ description: 'False: it was already recorded' }) },
  { title: 'RecordedAcquirerPayout' },
);

export function acquirerPayoutRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/acquirer-payouts',
    schema: {
      ...audience.operation('listAcquirerPayouts', 'What acquirers paid out to the bank, newest first'),
      querystring: Type.Object(pageQuery()),
      response: audience.readAnswers({ 200: pageOf(AcquirerPayoutAnswer) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.read');
      const { rows, next } = await readPage(request.query, inList, (page) => listAcquirerPayouts(db, mode, page));
      const awaited = rows.filter(({ lineId }) => lineId === null).map(referenceOf);
      const naming = awaited.length === 0 ? new Map() : await findNamingLines(db, mode, awaited);
      return partnerPage(
        rows.map((one) => present(one, one.lineId === null ? naming.get(referenceOf(one)) : undefined)),
        next,
      );
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/acquirer-payouts',
    schema: {
      ...audience.operation(
        'recordAcquirerPayout',
        'Record what an acquirer paid out to the bank; each reference only once',
      ),
      body: Body,
      response: audience.writeAnswers({ 200: dataOf(Recorded) }, ['idempotency_conflict']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'reconciliation.record_acquirer_payout');
      const { source, reference } = request.body;
      const money = readMoney(request.body);
      const payout = { ...money, mode, source, reference };
      return partnerSuccess(await postAcquirerPayout(audience.actorOf(request), { db, clock }, payout));
    },
  });
}

/** Minor units. @throws AppError `validation_failed`. */
function readMoney({ currency: code, amount, fee }: Pick<Static<typeof Body>, 'currency' | 'amount' | 'fee'>) {
  const currency = readCurrency(code, codeWanted);
  const whole = parsePartnerAmount(amount, currency, { min: 1n });
  const kept = parsePartnerAmount(fee, currency, { min: 0n });
  if (whole.ok && kept.ok) return { currency: currency.code, amount: whole.minor, fee: kept.minor };
  const problems = { amount: whole, fee: kept };
  throw new AppError('validation_failed', {
    details: Object.entries(problems).flatMap(([field, read]) =>
      read.ok ? [] : [{ field, message: amountProblem(currency, read.reason) }],
    ),
  });
}
