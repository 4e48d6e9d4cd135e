/** GET /session: the signed-in person, the holder they act for and the mode. DELETE /session: signs out. */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import { allowedActions } from '../../core/access/authorize.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { actingFor } from '../../features/holders/acting.ts';
import { listMemberships } from '../../features/holders/members.repository.ts';
import type { People } from '../../features/people/people.ts';
import { secondFactorPolicyOf } from '../../features/people/second-factor-policy.ts';
import { SessionAnswer } from '../../features/people/session-schemas.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { visitOf } from '../shared/form-fields.ts';
import { consoleAnswers, consoleOperation } from './answers.ts';
import { actorOf, personOf } from './authenticate.ts';

export type SessionRouteDeps = { db: Database; people: People };

export function sessionRoutes(app: FastifyInstance, deps: SessionRouteDeps): void {
  const { db, people } = deps;
  typed(app).route({
    method: 'GET',
    url: '/session',
    schema: {
      ...consoleOperation('getSession', 'Who is signed in, for whom they act and in which mode'),
      response: consoleAnswers(dataOf(SessionAnswer)),
    },
    handler: async (request) => {
      const { personId, name, email, secondFactor, freshAt, codesFrom } = personOf(request);
      const { holderId, role, mode } = actorOf(request);
      const memberships = await listMemberships(db, personId);
      return partnerSuccess({
        person: {
          name,
          email,
          second_factor: secondFactor,
          second_factor_policy: secondFactorPolicyOf(memberships),
          fresh_at: freshAt?.toISOString() ?? null,
          fresh_codes_from: codesFrom?.toISOString() ?? null,
        },
        mode,
        holder_id: holderId === null ? null : Number(holderId),
        role,
        holders: memberships.map((one) => ({
          holder_id: Number(one.holderId),
          kind: one.kind,
          name: one.name,
          status: one.status,
          role: one.role,
          may: allowedActions(actorOf(request), actingFor(one)),
        })),
      });
    },
  });

  typed(app).route({
    method: 'DELETE',
    url: '/session',
    schema: {
      ...consoleOperation('deleteSession', 'Sign out'),
      response: consoleAnswers(dataOf(Type.Null()), { writes: true }),
    },
    handler: async (request, reply) => {
      reply.header('set-cookie', await people.signOut(visitOf(request)));
      return partnerSuccess(null);
    },
  });
}
