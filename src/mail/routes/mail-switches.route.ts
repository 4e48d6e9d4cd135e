/** GET /profile/mails and PUT /profile/mails/{kind}: which mails a person gets. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { authorize } from '../../access/authorize.ts';
import type { Database } from '../../database/pool.ts';
import { inTransaction } from '../../database/transaction.ts';
import { requireBody } from '../../http/content-types.ts';
import { typed } from '../../http/typed-routes.ts';
import { consoleAnswers, consoleOperation } from '../../interfaces/console/answers.ts';
import { actorOf } from '../../interfaces/console/authenticate.ts';
import { dataOf, partnerSuccess } from '../../interfaces/envelope.ts';
import { mailKinds } from '../kinds.ts';
import { listSwitchedOff } from '../mail-switches.repository.ts';
import { switchMails } from '../switch-mails.ts';

const Kind = Type.Enum([...mailKinds]);
const Switches = Type.Array(Type.Object({ kind: Kind, on: Type.Boolean() }), {
  description: 'The kinds that can be switched off',
});

export function mailSwitchRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/profile/mails',
    schema: {
      ...consoleOperation('listMailSwitches', 'Which emails the person gets'),
      response: consoleAnswers(dataOf(Switches)),
    },
    handler: async (request) => {
      const actor = actorOf(request);
      authorize(actor, 'account.read', { personId: actor.personId });
      const off = await listSwitchedOff(db, actor.personId);
      return partnerSuccess(mailKinds.map((kind) => ({ kind, on: !off.includes(kind) })));
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/profile/mails/:kind',
    schema: {
      ...consoleOperation('switchMails', 'Switch emails of one kind on or off'),
      params: Type.Object({ kind: Kind }),
      body: Type.Object({ on: Type.Boolean() }),
      response: consoleAnswers(dataOf(Type.Null()), { writes: true }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const actor = actorOf(request);
      const { kind } = request.params;
      await inTransaction(db, (tx) => switchMails(actor, tx, actor.personId, kind, request.body.on));
      return partnerSuccess(null);
    },
  });
}
