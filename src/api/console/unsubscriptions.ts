/**
 * POST /unsubscriptions/view and POST /unsubscriptions: what the link under a mail is about, and switching such mails off.
 * Needs no session. The token is in the body, so that it stands in no log of addresses.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { inRepeatableTransaction, inTransaction } from '../../base/database/transaction.ts';
import { Text } from '../../base/schemas/parts.ts';
import { originOf, visitorActor } from '../../core/access/actor.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { mailKinds } from '../../core/mail/kinds.ts';
import { openUnsubscription, unsubscribe } from '../../core/mail/switch-mails.ts';
import type { UnsubscribeLinks } from '../../core/mail/unsubscribe-links.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { visitorAnswers, visitorOperation } from './answers.ts';

const Body = Type.Object({
  token: Type.String({
    minLength: 1,
    maxLength: 1_024,
    format: 'text',
    examples: ['eyJhbGciOiJIUzI1NiJ9.e30.c2lnbmVk'],
  }),
});
const Answer = Type.Object(
  { kind: Type.Enum([...mailKinds]), address: Text('ada@example.com', 'Where these emails go') },
  { title: 'Unsubscription' },
);

type Deps = { db: Database; unsubscribeLinks: UnsubscribeLinks };

export function unsubscribeRoutes(app: FastifyInstance, { db, unsubscribeLinks: links }: Deps): void {
  typed(app).route({
    method: 'POST',
    url: '/unsubscriptions/view',
    schema: {
      ...visitorOperation('viewUnsubscription', 'What the link under an email is about; changes nothing'),
      body: Body,
      response: visitorAnswers(dataOf(Answer), { codes: ['link_expired'] }),
    },
    handler: async (request) =>
      partnerSuccess(await inRepeatableTransaction(db, (tx) => openUnsubscription(tx, links, request.body.token))),
  });

  typed(app).route({
    method: 'POST',
    url: '/unsubscriptions',
    schema: {
      ...visitorOperation('unsubscribe', 'Switch off the emails that a link is about'),
      body: Body,
      response: visitorAnswers(dataOf(Answer), { codes: ['link_expired'] }),
    },
    handler: async (request) => {
      const actor = visitorActor(originOf(request));
      return partnerSuccess(await inTransaction(db, (tx) => unsubscribe(actor, tx, links, request.body.token)));
    },
  });
}
