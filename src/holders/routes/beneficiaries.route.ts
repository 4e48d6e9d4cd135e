/**
 * GET /beneficiaries: the company's links, whose ids are the `beneficiary_ref` of splits (docs/contract.md,
 * "Beneficiaries and invitations").
 */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../database/pool.ts';
import { typed } from '../../http/typed-routes.ts';
import { pageOf, partnerOperation, readAnswers } from '../../interfaces/partner/answers.ts';
import { partnerOf } from '../../interfaces/partner/authenticate.ts';
import { partnerPage } from '../../interfaces/partner/envelope.ts';
import { BeneficiaryAnswer } from '../beneficiary-schemas.ts';
import { modesOf } from '../link-modes.ts';
import { findLinks } from '../links.repository.ts';

export function beneficiariesRoute(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/beneficiaries',
    schema: {
      ...partnerOperation('listBeneficiaries', 'beneficiaries', "The company's linked merchants and couriers"),
      response: readAnswers({ 200: pageOf(BeneficiaryAnswer) }),
    },
    handler: async (request, reply) => {
      const links = await findLinks(db, partnerOf(request).holderId, undefined);
      const shown = links.map(({ id, type, name, status, servesLive }) => ({
        ...{ id: Number(id), type, name, status },
        modes: modesOf({ servesLive }),
      }));
      return reply.send(partnerPage(shown, null));
    },
  });
}
