/** POST /shadow/{ref}/claims, with its dry run. */
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/pool.ts';
import { AppError } from '../../errors/app-error.ts';
import { requireBody } from '../../http/content-types.ts';
import { answerOnce } from '../../http/idempotency.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import { partnerActor, partnerOf } from '../../interfaces/partner/access.ts';
import { partnerSuccess } from '../../interfaces/partner/envelope.ts';
import { claimShadowOrders, claimSubject } from '../claim-shadow-orders.ts';
import { presentClaim, presentClaimPreview } from '../present-shadow.ts';
import { previewClaim } from '../preview-claim.ts';
import { sumRecovered } from '../shadow-records.repository.ts';
import { ClaimBody, ShadowParams } from './shadow-schemas.ts';

export function claimShadowRoute(app: FastifyInstance, deps: { db: Database; clock: Clock }): void {
  const { db } = deps;
  app.route({
    method: 'POST',
    url: '/shadow/:ref/claims',
    schema: {
      params: ShadowParams,
      body: ClaimBody,
      tags: ['shadow'],
      summary: 'Pay a restaurant that has joined what it is owed off the service, or see what would be paid',
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = partnerOf(request);
      const { ref } = request.params as Static<typeof ShadowParams>;
      const body = request.body as Static<typeof ClaimBody>;
      const linkId = BigInt(body.beneficiary_ref);
      const target = { shadowMerchantRef: ref, linkId, orderRefs: body.partner_order_refs };
      if (body.dry_run === true) {
        const preview = await previewClaim(partnerActor(request), db, caller, target);
        return reply.send(partnerSuccess(presentClaimPreview(caller, target, preview)));
      }
      const claimRef = body.claim_ref;
      if (claimRef === undefined) {
        throw new AppError('validation_failed', { details: [{ field: 'claim_ref', message: 'is required' }] });
      }
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const { claim, lines, replayed } = await claimShadowOrders(partnerActor(request), tx, deps, caller, {
          ...target,
          claimRef,
        });
        const recovered = await sumRecovered(tx, caller, claimSubject(claim.id));
        return { status: replayed ? 200 : 201, body: partnerSuccess(presentClaim(claim, lines, recovered)) };
      });
      if (answer.status === 200) reply.header('idempotent-replayed', 'true');
      return sendAnswer(reply, answer);
    },
  });
}
