/** Top-ups for the operator: the list of all books, confirming that the money has arrived, and refusing. */

import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { exponentOf } from '../../base/money/currency.ts';
import type { Mode } from '../../base/money/mode.ts';
import { NamedHolder } from '../../base/schemas/holder-parts.ts';
import { nullable } from '../../base/schemas/parts.ts';
import { amountLimit, plainText } from '../../base/schemas/request-parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { decodeCursor, encodeCursor } from '../../core/http/cursor.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { refuseTopUp } from '../../features/wallets/end-top-up.ts';
import {
  findListedTopUp,
  type ListedTopUp,
  listAllTopUps,
} from '../../features/wallets/operator-top-ups.repository.ts';
import { presentReversal, presentTopUp } from '../../features/wallets/present-wallets.ts';
import { confirmTopUp } from '../../features/wallets/top-up.ts';
import { topUpStatuses } from '../../features/wallets/top-ups.repository.ts';
import { TopUpAnswer, TopUpReversalAnswer } from '../../features/wallets/wallet-schemas.ts';
import { operatorFace as face } from '../console/operator-face.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { readAmount } from '../shared/read-money.ts';

type Deps = { db: Database; clock: Clock };

const limitDefault = 25;
const limitMax = 100;

const Query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limitMax, default: limitDefault })),
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
  status: Type.Optional(Type.Enum([...topUpStatuses])),
  sort: Type.Optional(Type.Enum(['newest', 'oldest'], { default: 'newest' })),
  search: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      format: 'text',
      description: "A top-up's id or reference, or part of a name",
    }),
  ),
});

const Params = Type.Object({ id: Type.String({ maxLength: 64 }) });
const Confirmation = Type.Object({
  amount: Type.Optional(
    Type.Number({
      exclusiveMinimum: 0,
      exclusiveMaximum: amountLimit,
      description: 'The amount that arrived, if it is not the requested one',
      examples: [90],
    }),
  ),
});
const ConfirmBody = Type.Unsafe<Static<typeof Confirmation> | null>({ ...Confirmation, type: ['object', 'null'] });
const RefuseBody = Type.Object({ reason: plainText('The account holder can read it', 'Sent by another person') });

const OperatorTopUp = Type.Object(
  {
    ...TopUpAnswer.properties,
    account: Type.Enum(['clearing', 'wallet']),
    source: Type.Enum(['bank', 'card', 'onlinewallet']),
    reversal: nullable(TopUpReversalAnswer),
    holder: NamedHolder,
  },
  { title: 'OperatorTopUp' },
);

const present = (topUp: ListedTopUp): Static<typeof OperatorTopUp> => ({
  ...presentTopUp(topUp),
  account: topUp.accountKind,
  source: topUp.source,
  reversal: presentReversal(topUp),
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
    config: { nullIsWrong: ['amount'] },
    schema: {
      ...face.operation('confirmTopUp', 'Confirm that the money of a top-up has arrived'),
      params: Params,
      body: ConfirmBody,
      response: face.writeAnswers({ 200: dataOf(OperatorTopUp) }, ['not_found', 'balance_limit']),
    },
    handler: async (request, reply) => {
      const caller = face.callerOf(request, 'top_ups.confirm');
      const { id } = request.params;
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const received = await readReceived(tx, caller.mode, id, request.body?.amount);
        await confirmTopUp(face.actorOf(request), tx, clock, id, received);
        return { status: 200, body: partnerSuccess(await shown(tx, id)) };
      });
      return sendAnswer(reply, answer);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/top-ups/:id/refuse',
    schema: {
      ...face.operation('refuseTopUp', 'Refuse a top-up: its money will not be credited'),
      params: Params,
      body: RefuseBody,
      response: face.writeAnswers({ 200: dataOf(OperatorTopUp) }, ['not_found', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = face.callerOf(request, 'top_ups.refuse');
      const { id } = request.params;
      const answer = await answerOnce(db, caller, request, async (tx) => {
        await refuseTopUp(face.actorOf(request), tx, clock, id, request.body.reason);
        return { status: 200, body: partnerSuccess(await shown(tx, id)) };
      });
      return sendAnswer(reply, answer);
    },
  });
}

const shown = async (tx: Tx, id: string): Promise<Static<typeof OperatorTopUp>> =>
  present((await findListedTopUp(tx, holderOfPublicId('top', id) as bigint, id)) as ListedTopUp);

/** What arrived, in minor units of the top-up's currency; undefined for what was asked for. */
async function readReceived(tx: Tx, mode: Mode, id: string, amount: number | undefined): Promise<bigint | undefined> {
  if (amount === undefined) return undefined;
  const holderId = holderOfPublicId('top', id);
  const topUp = holderId === undefined ? undefined : await findListedTopUp(tx, holderId, id);
  // The use case answers for what does not exist here.
  if (topUp === undefined || topUp.mode !== mode) return undefined;
  const currency = { code: topUp.currency, exponent: exponentOf(topUp.currency) };
  return readAmount('amount', amount, currency);
}
