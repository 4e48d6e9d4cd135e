/** GET /session: who is signed in, for whom they act and in which mode. DELETE /session: signs out. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/pool.ts';
import { listMemberships } from '../../holders/members.repository.ts';
import { actorOf, personOf } from '../../interfaces/console/access.ts';
import { partnerSuccess } from '../../interfaces/partner/envelope.ts';
import type { People } from '../people.ts';

export type SessionRouteDeps = { db: Database; people: People };

export function sessionRoutes(app: FastifyInstance, { db, people }: SessionRouteDeps): void {
  app.route({
    method: 'GET',
    url: '/session',
    schema: { hide: true },
    handler: async (request) => {
      const { personId, name, email, secondFactor, freshAt } = personOf(request);
      const { holderId, role, mode } = actorOf(request);
      const memberships = await listMemberships(db, personId);
      return partnerSuccess({
        person: { name, email, second_factor: secondFactor, fresh_at: freshAt?.toISOString() ?? null },
        mode,
        holder_id: holderId === null ? null : Number(holderId),
        role,
        holders: memberships.map((one) => ({
          holder_id: Number(one.holderId),
          kind: one.kind,
          name: one.name,
          status: one.status,
          role: one.role,
        })),
      });
    },
  });

  app.route({
    method: 'DELETE',
    url: '/session',
    schema: { hide: true },
    handler: async (request, reply) => {
      reply.header('set-cookie', await people.signOut(request.headers.cookie));
      return partnerSuccess(null);
    },
  });
}
