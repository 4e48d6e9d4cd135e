/**
 * GET /company-links and POST /company-links/{id}/end of the people's API: the companies that a merchant or courier is
 * linked to, and ending such a link.
 */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Database } from '../../base/database/pool.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byId, pageQuery, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Book } from '../../core/ledger/accounts.ts';
import { endLink } from '../../features/links/end-link.ts';
import { CompanyLinkAnswer } from '../../features/links/invitation-schemas.ts';
import { listLinksOfHolder, listOwedByLinks, type OwnLink } from '../../features/links/links.repository.ts';
import { presentCompanyLink } from '../../features/links/present-received.ts';
import type { LinkDeps } from '../company/beneficiaries.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { holderAudience as audience } from './holder-audience.ts';

const Query = Type.Object({
  ...pageQuery(),
  status: Type.Optional(Type.Enum(['active', 'ended'])),
});
const Params = Type.Object({ id: Type.String({ pattern: '^[0-9]{1,15}$' }) });

export function companyLinksRoutes(app: FastifyInstance, deps: LinkDeps): void {
  const { db } = deps;
  typed(app).route({
    method: 'GET',
    url: '/company-links',
    schema: {
      ...audience.operation('listCompanyLinks', 'earnings', 'The companies that a payee is linked to, newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(CompanyLinkAnswer) }, ['validation_failed']),
    },
    handler: async (request) => {
      const { holderId, mode } = audience.callerOf(request, 'links.read');
      const { status } = request.query;
      const { rows, next } = await readPage(request.query, byId('id'), (page) =>
        listLinksOfHolder(db, holderId, { ...page, status }),
      );
      const owed = await listOwedByLinks(db, rows, mode);
      return partnerPage(
        rows.map((link) => presentCompanyLink(link, owed)),
        next,
      );
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/company-links/:id/end',
    schema: {
      ...audience.operation('endCompanyLink', 'earnings', 'End the link to a company: it takes no new orders'),
      params: Params,
      response: audience.writeAnswers({ 200: dataOf(CompanyLinkAnswer) }, ['not_found']),
    },
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'links.end');
      const id = BigInt(request.params.id);
      const { companyId } = await ownLink(db, caller, id);
      const answer = await answerOnce(db, caller, request, async (tx) => {
        await endLink(audience.actorOf(request), tx, deps, { companyId, id, by: 'beneficiary' });
        const ended = await ownLink(tx, caller, id);
        const owed = await listOwedByLinks(tx, [ended], caller.mode);
        return { status: 200, body: partnerSuccess(presentCompanyLink(ended, owed)) };
      });
      deps.links.drop(companyId, id);
      return sendAnswer(reply, answer);
    },
  });
}

async function ownLink(db: Database | Tx, { holderId }: Book, id: bigint): Promise<OwnLink> {
  const [link] = await listLinksOfHolder(db, holderId, { id, limit: 1 });
  if (link === undefined) throw new AppError('not_found', { message: 'No link has this id.' });
  return link;
}
