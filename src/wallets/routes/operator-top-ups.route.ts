/** Top-ups for the operator: the list of all books, and confirming that the money has arrived. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/pool.ts';
import { holderOfPublicId } from '../../database/public-id.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';
import { answerOnce } from '../../http/idempotency.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import { typed } from '../../http/typed-routes.ts';
import { operatorFace as face } from '../../interfaces/console/operator-face.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../../interfaces/envelope.ts';
import { NamedHolder } from '../../schemas/holder-parts.ts';
import { findListedTopUp, type ListedTopUp, listAllTopUps } from '../operator-top-ups.repository.ts';
import { presentTopUp } from '../present-wallets.ts';
import { confirmTopUp } from '../top-up.ts';
import { TopUpAnswer } from '../wallet-schemas.ts';

type Deps = { db: Database; clock: Clock };

const limitDefault = 25;
const limitMax = 100;

const Query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limitMax, default: limitDefault })),
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
  status: Type.Optional(Type.Enum(['pending', 'succeeded'])),
  sort: Type.Optional(Type.Enum(['newest', 'oldest'], { default: 'newest' })),
  search: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, format: 'text', description: "A top-up's id, or part of a name" }),
  ),
});

const OperatorTopUp = Type.Object(
  {
    ...TopUpAnswer.properties,
    account: Type.Enum(['clearing', 'wallet']),
    source: Type.Enum(['bank', 'card', 'onlinewallet']),
    holder: NamedHolder,
  },
  { title: 'OperatorTopUp' },
);

const present = (topUp: ListedTopUp): Static<typeof OperatorTopUp> => ({
  ...presentTopUp(topUp),
  account: topUp.accountKind,
  source: topUp.source,
  holder: { holder_id: Number(topUp.holderId), name: topUp.holderName, kind: topUp.holderKind },
});

export function operatorTopUpRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/top-ups',
    schema: {
      ...face.operation('listTopUps', 'Top-ups of all holders, searched and filtered'),
      querystring: Query,
      response: face.readAnswers({ 200: pageOf(OperatorTopUp) }),
    },
    handler: async (request) => {
      const { mode } = face.callerOf(request, 'top_ups.read');
      const { limit = limitDefault, cursor, status, search, sort = 'newest' } = request.query;
      const page = { after: decodeCursor(cursor), oldestFirst: sort === 'oldest', limit: limit + 1 };
      const found = await listAllTopUps(db, { mode, status, search }, page);
      const shown = found.slice(0, limit);
      const last = shown.at(-1);
      const next = found.length > limit && last !== undefined ? encodeCursor(last.position) : null;
      return partnerPage(shown.map(present), next);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/top-ups/:id/confirm',
    schema: {
      ...face.operation('confirmTopUp', 'Confirm that the money of a top-up has arrived'),
      params: Type.Object({ id: Type.String({ maxLength: 64 }) }),
      response: face.writeAnswers({ 200: dataOf(OperatorTopUp) }, ['not_found', 'balance_limit']),
    },
    handler: async (request, reply) => {
      const caller = face.callerOf(request, 'top_ups.confirm');
      const { id } = request.params;
      const answer = await answerOnce(db, caller, request, async (tx) => {
        await confirmTopUp(face.actorOf(request), tx, clock, id);
        const topUp = await findListedTopUp(tx, holderOfPublicId('top', id) as bigint, id);
        return { status: 200, body: partnerSuccess(present(topUp as ListedTopUp)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}
