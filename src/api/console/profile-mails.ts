/** GET /profile/mails and PUT /profile/mails/{kind}: which mails a person gets. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { authorize } from '../../core/access/authorize.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { mailKinds } from '../../core/mail/kinds.ts';
import { listSwitchedOff } from '../../core/mail/mail-switches.repository.ts';
import { switchMails } from '../../core/mail/switch-mails.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { consoleAnswers, consoleOperation } from './answers.ts';
import { actorOf } from './authenticate.ts';

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
