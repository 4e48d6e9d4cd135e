/** Late captures for the operator: what the provider has not returned yet, and asking once more. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { Amount, Count, Currency, Instant, NullableText, NumericId, PublicId, Text } from '../../base/schemas/parts.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { type LateCapture, listUnreturned } from '../../features/payments/late-captures.repository.ts';
import { retryLateCapture } from '../../features/payments/return-late-capture.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

type Deps = { db: Database; clock: Clock };

const listMax = 1_000;

const fields = {
  attempt_id: PublicId('att'),
  payment_id: PublicId('pay'),
  status: Type.Enum(['pending', 'returned', 'refused']),
  amount: Amount,
  currency: Currency,
  failure: NullableText,
  refusals: Count,
  created_at: Instant,
};
const LateCaptureAnswer = Type.Object(fields, { title: 'LateCapture' });
const LateCaptureOfPayee = Type.Object(
  { ...fields, payee: Type.Object({ holder_id: NumericId, name: Text('Taverna') }) },
  { title: 'LateCaptureOfPayee' },
);

const present = (late: LateCapture): Static<typeof LateCaptureAnswer> => ({
  attempt_id: late.attemptId,
  payment_id: late.paymentId,
  status: late.status,
  amount: jsonDecimal(late.amount, exponentOf(late.currency)),
  currency: late.currency,
  failure: late.failure,
  refusals: late.refusals,
  created_at: late.createdAt.toISOString(),
});

export function operatorLateCaptureRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/late-captures',
    schema: {
      ...audience.operation('listLateCaptures', 'Money captured too late or twice and not returned yet, oldest first'),
      response: audience.readAnswers({ 200: dataOf(Type.Array(LateCaptureOfPayee)) }),
    },
    handler: async (request) => {
      const { mode } = audience.callerOf(request, 'late_captures.read');
      const found = await listUnreturned(db, { mode, limit: listMax });
      return partnerSuccess(
        found.map((late) => ({ ...present(late), payee: { holder_id: Number(late.holderId), name: late.payee } })),
      );
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/late-captures/:id/retry',
    schema: {
      ...audience.operation('retryLateCapture', 'Ask the provider once more to return a late capture'),
      params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
      response: audience.writeAnswers({ 200: dataOf(LateCaptureAnswer) }, ['not_found', 'invalid_state']),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'late_captures.retry');
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const late = await retryLateCapture(audience.actorOf(request), tx, clock, request.params.id);
        return { status: 200, body: partnerSuccess(present({ ...late, status: 'pending' })) };
      });
      return sendAnswer(reply, answer);
    },
  });
}
