/** The books as of past days: derived by a job, compared with the seals, and read here. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { realNow } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { jsonDecimal } from '../../base/money/amount.ts';
import { exponentOf } from '../../base/money/currency.ts';
import { modes } from '../../base/money/mode.ts';
import { Amount, Count, Currency, Instant, NullableInstant, nullable, Text } from '../../base/schemas/parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { accountKinds } from '../../core/ledger/accounts.ts';
import { refuseOtherDays } from '../../features/reconciliation/statement-line.ts';
import { Day } from '../../features/reconciliation/statement-schemas.ts';
import { findPastBooks, type PastBooks } from '../../features/verification/past-books.repository.ts';
import { requestPastBooks } from '../../features/verification/past-books.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const PastDay = Type.Unsafe<string>({ ...Day, description: 'A day that is past, in UTC' });

const PastBooksAnswer = Type.Object(
  {
    day: PastDay,
    requested_at: Instant,
    derived_at: NullableInstant,
    transfers: nullable(Count),
    balances: Type.Array(
      Type.Object({
        mode: Type.Enum([...modes]),
        currency: Currency,
        kind: Type.Enum([...accountKinds], { description: 'The kind of account' }),
        balance: Amount,
      }),
    ),
    unsealed: nullable(Type.Integer({ minimum: 0, description: 'Transfers that no seal covers yet', examples: [0] })),
    seal: nullable(
      Type.Object(
        {
          number: Count,
          sealed_at: Instant,
          hash: Text('3f'.repeat(32)),
          compared: Type.Integer({ minimum: 0, description: 'Sealed transfers compared', examples: [1_220_518] }),
          count: Type.Integer({ minimum: 0, description: 'How many are not as they were sealed', examples: [0] }),
          found: Type.Array(Type.Object({ row: Text('transfer 3/58'), problem: Text('is gone') })),
        },
        { description: 'The first seal that covers all transfers of that time, or else the last one; null: none' },
      ),
    ),
  },
  { title: 'PastBooks', description: 'The books as of the end of a day; `derived_at` is null until it is derived' },
);

function present({ day, requestedAt, derivedAt, result }: PastBooks): Static<typeof PastBooksAnswer> {
  const seal = result?.seal ?? null;
  return {
    day,
    requested_at: requestedAt.toISOString(),
    derived_at: derivedAt?.toISOString() ?? null,
    transfers: result?.transfers ?? null,
    balances: (result?.balances ?? []).map(({ balance, ...of }) => ({
      ...of,
      balance: jsonDecimal(BigInt(balance), exponentOf(of.currency)),
    })),
    unsealed: result?.unsealed ?? null,
    seal:
      seal === null
        ? null
        : {
            number: seal.number,
            sealed_at: seal.sealedAt,
            hash: seal.hash,
            compared: seal.compared,
            count: seal.count,
            found: seal.offences,
          },
  };
}

export function pastBooksRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/past-books',
    schema: {
      ...audience.operation('getPastBooks', 'The books as of a day; null if nobody asked for that day'),
      querystring: Type.Object({ day: PastDay }),
      response: audience.readAnswers({ 200: dataOf(nullable(PastBooksAnswer)) }),
    },
    handler: async (request) => {
      audience.callerOf(request, 'books.read');
      const { day } = request.query;
      refuseOtherDays({ day });
      const found = await findPastBooks(db, day);
      return partnerSuccess(found === undefined ? null : present(found));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/past-books',
    schema: {
      ...audience.operation('derivePastBooks', 'Derive the books as of a day, in the background, from its transfers'),
      body: Type.Object({ day: PastDay }),
      response: audience.writeAnswers({ 202: dataOf(PastBooksAnswer) }, ['invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'books.verify');
      const { day } = request.body;
      refuseOtherDays({ day });
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const asked = await requestPastBooks(audience.actorOf(request), tx, day, realNow());
        return { status: 202, body: partnerSuccess(present(asked)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}
