/**
 * GET /wallet/test-cards and POST /wallet/top-ups of the people's API: test money by a test card, real money by bank
 * transfer.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { Text } from '../../base/schemas/parts.ts';
import { amountLimit } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { type CardTopUpDeps, topUpByCard, topUpCards } from '../../features/wallets/customer/top-up-by-card.ts';
import { topUpByTransfer } from '../../features/wallets/customer/top-up-by-transfer.ts';
import { presentTopUp } from '../../features/wallets/present-wallets.ts';
import { TopUpAnswer } from '../../features/wallets/wallet-schemas.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience as audience } from './holder-audience.ts';

const cardLengthMax = 40;

const Body = Type.Object({
  amount: Type.Number({ exclusiveMinimum: 0, exclusiveMaximum: amountLimit, examples: [25] }),
  currency: Type.String({ maxLength: 3, examples: ['EUR'] }),
  card_number: Type.Optional(
    Type.String({
      format: 'text',
      maxLength: cardLengthMax,
      description: 'A test number, in test mode',
      examples: ['4242 4242 4242 4242'],
    }),
  ),
});

const Cards = Type.Array(Type.Object({ number: Text('4242 4242 4242 4242'), meaning: Text('succeeds') }));

type Deps = CardTopUpDeps & { db: Database };

export function consoleTopUpRoutes(app: FastifyInstance, deps: Deps): void {
  const { db, clock } = deps;
  typed(app).route({
    method: 'GET',
    url: '/wallet/test-cards',
    schema: {
      ...audience.operation('listTestCards', 'wallet', 'The card numbers that a top-up in test mode accepts'),
      response: audience.readAnswers({ 200: dataOf(Cards) }),
    },
    handler: async (request, reply) => {
      audience.callerOf(request, 'wallets.read');
      return reply.send(partnerSuccess(topUpCards.map(({ number, meaning }) => ({ number, meaning }))));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/wallet/top-ups',
    schema: {
      ...audience.operation(
        'topUpWallet',
        'wallet',
        'Top up a customer’s wallet: by test card, in live mode by bank transfer',
      ),
      body: Body,
      response: audience.writeAnswers({ 201: dataOf(TopUpAnswer) }, ['rate_limited']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const actor = audience.actorOf(request);
      // A company tops up its clearing instead.
      if (actor.holderKind !== null && actor.holderKind !== 'customer') throw new AppError('forbidden');
      const book = audience.callerOf(request, 'wallets.top_up');
      const { amount, currency, card_number: cardNumber = '' } = request.body;
      const answer = await answerOnce(db, book, request, async (tx) => {
        const topUp =
          book.mode === 'test'
            ? await topUpByCard(actor, tx, deps, book, { amount, currency, cardNumber })
            : await topUpByTransfer(actor, tx, clock, book, { amount, currency });
        return { status: 201, body: partnerSuccess(presentTopUp(topUp)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}
