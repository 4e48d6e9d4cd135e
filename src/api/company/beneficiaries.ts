/**
 * GET /beneficiaries: the company's links, whose ids are the `beneficiary_ref` of splits (docs/contract/partner.md,
 * "Beneficiaries and invitations").
 */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { BeneficiaryAnswer } from '../../features/links/beneficiary-schemas.ts';
import { modesOf } from '../../features/links/link-modes.ts';
import { findLinks } from '../../features/links/links.repository.ts';
import { pageOf, partnerPage } from '../shared/envelope.ts';
import type { CompanyFace } from './face.ts';

export function beneficiariesRoute(app: FastifyInstance, face: CompanyFace, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/beneficiaries',
    schema: {
      ...face.operation('listBeneficiaries', 'beneficiaries', "The company's linked merchants and couriers"),
      response: face.readAnswers({ 200: pageOf(BeneficiaryAnswer) }),
    },
    handler: async (request, reply) => {
      const links = await findLinks(db, face.callerOf(request, 'links.read').holderId, undefined);
      const shown = links.map(({ id, type, name, status, servesLive }) => ({
        id: Number(id),
        type,
        name,
        status,
        modes: modesOf({ servesLive }),
      }));
      return reply.send(partnerPage(shown, null));
    },
  });
}
