/** GET and PUT /business: what a company or a shop says about itself. */
import type { FastifyInstance } from 'fastify';
import type { Database } from '../../base/database/pool.ts';
import { inTransaction } from '../../base/database/transaction.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { findBusiness } from '../../features/holders/business.repository.ts';
import { BusinessAnswer, BusinessBody, presentBusiness } from '../../features/holders/business-schemas.ts';
import { changeBusiness } from '../../features/holders/change-business.ts';
import { findHolderName } from '../../features/holders/holders.repository.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience as audience } from './holder-audience.ts';

export function businessRoutes(app: FastifyInstance, { db }: { db: Database }): void {
  typed(app).route({
    method: 'GET',
    url: '/business',
    schema: {
      ...audience.operation('getBusiness', 'business', 'The name and the legal facts of a company or a shop'),
      response: audience.readAnswers({ 200: dataOf(BusinessAnswer) }),
    },
    handler: async (request) => {
      const { holderId } = audience.callerOf(request, 'business.read');
      const name = await findHolderName(db, holderId);
      return partnerSuccess(presentBusiness({ name, ...(await findBusiness(db, holderId)) }));
    },
  });

  typed(app).route({
    method: 'PUT',
    url: '/business',
    schema: {
      ...audience.operation('changeBusiness', 'business', 'Change the business details; empty means not filled in'),
      body: BusinessBody,
      response: audience.writeAnswers({ 200: dataOf(BusinessAnswer) }, ['not_found', 'validation_failed']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { holderId } = audience.callerOf(request, 'business.change', 'both_modes');
      const { body } = request;
      const given = {
        name: body.name,
        legalName: body.legal_name,
        registrationNumber: body.registration_number,
        activity: body.activity,
        address: body.address,
        country: body.country,
        website: body.website,
        monthlyVolume: body.monthly_volume,
      };
      const saved = await inTransaction(db, (tx) => changeBusiness(audience.actorOf(request), tx, holderId, given));
      return reply.send(partnerSuccess(presentBusiness(saved)));
    },
  });
}
