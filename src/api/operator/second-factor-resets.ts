/** Lost second factors for the operator's administrators: asking for a reset, agreeing to it, and calling it off. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { Instant, NullableInstant, NullableText, Text } from '../../base/schemas/parts.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { agreeToReset, cancelReset, requestReset } from '../../features/people/reset-second-factor.ts';
import { listResets, type SecondFactorReset } from '../../features/people/second-factor-resets.repository.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

const ResetAnswer = Type.Object(
  {
    person_id: Text('k3Q0Zt8rYw'),
    name: Text('Ada Lovelace'),
    email: Text('ada@example.org'),
    reason: Text('Lost phone, called back'),
    requested_at: Instant,
    requested_by: Type.Object(
      { name: NullableText, is_you: Type.Boolean() },
      { description: 'No name: from the command line' },
    ),
    effective_at: NullableInstant,
  },
  { title: 'SecondFactorReset', description: 'Takes effect a day after another administrator has agreed' },
);
const Body = Type.Object({
  email: Type.String({ minLength: 3, maxLength: 254, format: 'text', examples: ['ada@example.org'] }),
  reason: Type.String({ minLength: 1, maxLength: 500, format: 'ref', examples: ['Lost phone, called back'] }),
});
const Params = Type.Object({ person_id: Type.String({ minLength: 1, maxLength: 64, format: 'text' }) });
const List = dataOf(Type.Array(ResetAnswer));

const present = (reset: SecondFactorReset, { personId }: PersonActor): Static<typeof ResetAnswer> => ({
  person_id: reset.personId,
  name: reset.name,
  email: reset.email,
  reason: reset.reason,
  requested_at: reset.requestedAt.toISOString(),
  requested_by: { name: reset.requesterName, is_you: reset.requestedBy === personId },
  effective_at: reset.effectiveAt?.toISOString() ?? null,
});

export function operatorSecondFactorRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  const all = async (actor: PersonActor) =>
    partnerSuccess((await listResets(db)).map((reset) => present(reset, actor)));

  typed(app).route({
    method: 'GET',
    url: '/operator/second-factor-resets',
    schema: {
      ...audience.operation('listSecondFactorResets', 'Pending two-step resets'),
      response: audience.readAnswers({ 200: List }),
    },
    handler: async (request) => {
      audience.callerOf(request, 'operators.read');
      return all(audience.actorOf(request));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/operator/second-factor-resets',
    schema: {
      ...audience.operation('requestSecondFactorReset', 'Ask the other administrators to reset a lost second factor'),
      body: Body,
      response: audience.writeAnswers({ 200: List }, ['invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request) => {
      audience.callerOf(request, 'second_factors.reset');
      const { email, reason } = request.body;
      await inTransaction(db, (tx) => requestReset(audience.actorOf(request), tx, email, reason));
      return all(audience.actorOf(request));
    },
  });

  const steps: {
    url: string;
    id: string;
    summary: string;
    work: (a: PersonActor, tx: Tx, id: string) => Promise<void>;
  }[] = [
    { url: 'agree', id: 'agreeToSecondFactorReset', summary: 'Agree: it takes effect in 24 hours', work: agreeToReset },
    { url: 'cancel', id: 'cancelSecondFactorReset', summary: 'Decline, withdraw or cancel', work: cancelReset },
  ];
  for (const { url, id, summary, work } of steps) {
    typed(app).route({
      method: 'POST',
      url: `/operator/second-factor-resets/:person_id/${url}`,
      schema: {
        ...audience.operation(id, summary),
        params: Params,
        response: audience.writeAnswers({ 200: List }, ['not_found', 'invalid_state']),
      },
      handler: async (request) => {
        audience.callerOf(request, 'second_factors.reset');
        const actor = audience.actorOf(request);
        await inTransaction(db, (tx) => work(actor, tx, request.params.person_id));
        return all(actor);
      },
    });
  }
}
