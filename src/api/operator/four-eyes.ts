/** /operator/four-eyes: whether money takes two people to move, and how two of them change it. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction, type Tx } from '../../base/database/transaction.ts';
import { NullableInstant, NullableText } from '../../base/schemas/parts.ts';
import type { PersonActor } from '../../core/access/actor.ts';
import { findLastChanges } from '../../core/access/audit-log.repository.ts';
import { findFourEyes } from '../../core/access/four-eyes.repository.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { serviceHolderId } from '../../core/ledger/post.ts';
import {
  keepFourEyesOn,
  requestFourEyesOff,
  switchFourEyesOff,
  switchFourEyesOn,
} from '../../features/four-eyes/change-four-eyes.ts';
import { ChangeAnswer, presentChange } from '../../features/holders/change-schemas.ts';
import { findPersonName } from '../../features/people/people.repository.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { operatorAudience as audience } from './audience.ts';

type Deps = { db: Database; clock: Clock };

const FourEyesAnswer = Type.Object(
  {
    is_on: Type.Boolean(),
    changed: ChangeAnswer,
    off_requested_at: NullableInstant,
    off_requested_by: Type.Object({ name: NullableText, is_you: Type.Boolean() }),
  },
  { title: 'FourEyes', description: 'Whether money takes two people to move' },
);

export function operatorFourEyesRoutes(app: FastifyInstance, { db, clock }: Deps): void {
  typed(app).route({
    method: 'GET',
    url: '/operator/four-eyes',
    schema: {
      ...audience.operation('getFourEyes', 'Whether money takes two people to move'),
      response: audience.readAnswers({ 200: dataOf(FourEyesAnswer) }),
    },
    handler: async (request) => {
      audience.callerOf(request, 'four_eyes.read');
      return presentFourEyes(db, audience.actorOf(request));
    },
  });

  const now = (): Date => clock.now(serviceHolderId, 'live');
  const steps: { url: string; id: string; summary: string; work: (actor: PersonActor, tx: Tx) => Promise<void> }[] = [
    { url: 'switch-on', id: 'switchFourEyesOn', summary: 'Turn on four-eyes approval', work: switchFourEyesOn },
    {
      url: 'request-off',
      id: 'requestFourEyesOff',
      summary: 'Ask the other administrators to turn off four-eyes approval',
      work: (actor, tx) => requestFourEyesOff(actor, tx, now()),
    },
    {
      url: 'switch-off',
      id: 'switchFourEyesOff',
      summary: 'Agree to turn off four-eyes approval',
      work: switchFourEyesOff,
    },
    { url: 'keep-on', id: 'keepFourEyesOn', summary: 'Decline or withdraw the request', work: keepFourEyesOn },
  ];
  for (const { url, id, summary, work } of steps) {
    typed(app).route({
      method: 'POST',
      url: `/operator/four-eyes/${url}`,
      schema: {
        ...audience.operation(id, summary),
        response: audience.writeAnswers({ 200: dataOf(FourEyesAnswer) }, ['invalid_state']),
      },
      handler: async (request: FastifyRequest) => {
        audience.callerOf(request, 'four_eyes.read');
        const actor = audience.actorOf(request);
        await inTransaction(db, (tx) => work(actor, tx));
        return presentFourEyes(db, actor);
      },
    });
  }
}

async function presentFourEyes(db: Database, { personId }: PersonActor) {
  const { isOn, offRequestedBy, offRequestedAt } = await findFourEyes(db);
  const changes = await findLastChanges(db, 'four_eyes.change', 'setting', ['four_eyes']);
  return partnerSuccess({
    is_on: isOn,
    changed: presentChange(changes.get('four_eyes')),
    off_requested_at: offRequestedAt?.toISOString() ?? null,
    off_requested_by: {
      name: offRequestedBy === null ? null : ((await findPersonName(db, offRequestedBy)) ?? null),
      is_you: offRequestedBy === personId,
    },
  });
}
