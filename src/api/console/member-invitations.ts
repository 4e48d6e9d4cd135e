/**
 * POST /member-invitations/views and /member-invitations/acceptances: what the mailed link to join a team shows and does.
 * The token is a secret, so it travels in the body, where no log and no referrer has it.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Now } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { actingForSelf, originOf, personActor, visitorActor } from '../../core/access/actor.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { joinTeam, viewMemberInvitation } from '../../features/members/join-team.ts';
import { JoinedAnswer, JoinViewAnswer, presentJoinView } from '../../features/members/member-schemas.ts';
import type { People } from '../../features/people/people.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { consoleAnswers, consoleOperation, visitorAnswers, visitorOperation } from './answers.ts';
import { actorOf } from './authenticate.ts';

type Deps = { db: Database; people: People; now: Now };

const tokenMax = 100;
const TokenBody = Type.Object({
  token: Type.String({ minLength: 1, maxLength: tokenMax, format: 'ref', examples: ['7Gk2Qm7ZxW1Jc9TbVh3Rd'] }),
});

/** Needs no session; with one, it says whether the invitation is for this person. */
export function joinViewRoute(app: FastifyInstance, { db, people, now }: Deps): void {
  typed(app).route({
    method: 'POST',
    url: '/member-invitations/views',
    schema: {
      ...visitorOperation('viewMemberInvitation', 'What an invitation to join a team is for; changes nothing'),
      body: TokenBody,
      response: visitorAnswers(dataOf(JoinViewAnswer), { codes: ['link_expired'] }),
    },
    handler: async (request) => {
      const person = await people.sessionOf(request.headers.cookie);
      const origin = originOf(request);
      const actor =
        person === undefined ? visitorActor(origin) : personActor({ ...person, mode: 'live' }, actingForSelf, origin);
      return partnerSuccess(presentJoinView(await viewMemberInvitation(actor, db, request.body.token, now)));
    },
  });
}

export function joinRoute(app: FastifyInstance, { db, now }: Deps): void {
  typed(app).route({
    method: 'POST',
    url: '/member-invitations/acceptances',
    schema: {
      ...consoleOperation('acceptMemberInvitation', 'Join the team that the invitation is from'),
      body: TokenBody,
      response: consoleAnswers(dataOf(JoinedAnswer), { writes: true, codes: ['link_expired', 'invalid_state'] }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { holderId, name, role } = await inTransaction(db, (tx) =>
        joinTeam(actorOf(request), tx, request.body.token, now),
      );
      return partnerSuccess({ holder_id: Number(holderId), name, role });
    },
  });
}
