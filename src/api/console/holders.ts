/** POST /holders: a signed-in person opens a company, a shop or a wallet of their own. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { holderStatusNames } from '../../base/schemas/holder-parts.ts';
import { NumericId, Text } from '../../base/schemas/parts.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { idempotencyKeyOf } from '../../core/http/idempotency.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import { holderNameMax } from '../../features/holders/holder-name.ts';
import { openedKinds, openHolder } from '../../features/holders/open-holder.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { consoleOperation } from './answers.ts';
import { actorOf, personOf } from './authenticate.ts';
import { holderAudience as audience } from './holder-audience.ts';

const Body = Type.Object({
  kind: Type.Enum([...openedKinds]),
  name: Type.Optional(
    Type.String({
      maxLength: holderNameMax * 2,
      format: 'text',
      description: '1 to 100 characters; of a wallet, the person’s own name unless one is given',
      examples: ['Taverna'],
    }),
  ),
});

const OpenedAnswer = Type.Object(
  {
    holder_id: NumericId,
    kind: Type.Enum([...openedKinds]),
    name: Text('Taverna'),
    status: Type.Enum([...holderStatusNames]),
  },
  { title: 'OpenedAccount' },
);

export function openHolderRoute(app: FastifyInstance, { db, clock }: { db: Database; clock: Clock }): void {
  typed(app).route({
    method: 'POST',
    url: '/holders',
    schema: {
      ...consoleOperation('openHolder', 'Open a company, a shop or a wallet; a company or shop starts in test mode'),
      body: Body,
      response: audience.writeAnswers({ 200: dataOf(OpenedAnswer), 201: dataOf(OpenedAnswer) }, [
        'validation_failed',
        'invalid_state',
        'rate_limited',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { kind, name = kind === 'customer' ? personOf(request).name : '' } = request.body;
      const wanted = { kind, name, key: idempotencyKeyOf(request) };
      const at = clock.now(serviceHolderId, 'live');
      const { holder, made } = await inTransaction(db, (tx) => openHolder(actorOf(request), tx, wanted, at));
      return reply
        .code(made ? 201 : 200)
        .send(partnerSuccess({ holder_id: Number(holder.id), kind, name: holder.name, status: holder.status }));
    },
  });
}
