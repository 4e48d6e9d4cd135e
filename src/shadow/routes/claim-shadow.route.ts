/** POST /shadow/{ref}/claims, with its dry run. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../clock/clock.ts';
import type { Database } from '../../database/pool.ts';
import { AppError } from '../../errors/app-error.ts';
import { listBytesMax, requireBody } from '../../http/content-types.ts';
import { answerOnce } from '../../http/idempotency.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import { typed } from '../../http/typed-routes.ts';
import type { CompanyFace } from '../../interfaces/company/face.ts';
import { dataOf, partnerSuccess } from '../../interfaces/envelope.ts';
import { subjectOf } from '../../ledger/subject.ts';
import { claimShadowOrders } from '../claim-shadow-orders.ts';
import { presentClaim, presentClaimPreview } from '../present-shadow.ts';
import { previewClaim } from '../preview-claim.ts';
import { sumRecovered } from '../shadow-records.repository.ts';
import { ShadowClaimAnswer, ShadowClaimPreview } from '../shadow-schemas.ts';
import { ClaimBody, ShadowParams } from './shadow-requests.ts';

export function claimShadowRoute(app: FastifyInstance, face: CompanyFace, deps: { db: Database; clock: Clock }): void {
  const { db } = deps;
  typed(app).route({
    method: 'POST',
    url: '/shadow/:ref/claims',
    bodyLimit: listBytesMax,
    schema: {
      ...face.operation(
        'claimShadowOrders',
        'shadow',
        'Pay a restaurant that has joined the balance owed to it, or see what would be paid',
        'A claim_ref sent again returns 200 with its claim. With dry_run: 200, and nothing is written.',
      ),
      params: ShadowParams,
      body: ClaimBody,
      response: face.writeAnswers(
        { 201: dataOf(ShadowClaimAnswer), 200: dataOf(Type.Union([ShadowClaimAnswer, ShadowClaimPreview])) },
        ['not_found', 'invalid_state', 'unknown_beneficiary', 'insufficient_funds', 'balance_limit'],
      ),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const { ref } = request.params;
      const { body } = request;
      const caller = face.callerOf(request, body.dry_run === true ? 'shadow.preview_claim' : 'shadow.claim');
      const linkId = BigInt(body.beneficiary_ref);
      const target = { shadowMerchantRef: ref, linkId, orderRefs: body.partner_order_refs };
      if (body.dry_run === true) {
        const preview = await previewClaim(face.actorOf(request), db, caller, target);
        return reply.send(partnerSuccess(presentClaimPreview(caller, target, preview)));
      }
      const claimRef = body.claim_ref;
      if (claimRef === undefined) {
        throw new AppError('validation_failed', { details: [{ field: 'claim_ref', message: 'is required' }] });
      }
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const { claim, lines, replayed } = await claimShadowOrders(face.actorOf(request), tx, deps, caller, {
          ...target,
          claimRef,
        });
        const recovered = await sumRecovered(tx, caller, subjectOf.claim(claim.id));
        return { status: replayed ? 200 : 201, body: partnerSuccess(presentClaim(claim, lines, recovered)) };
      });
      if (answer.status === 200) reply.header('idempotent-replayed', 'true');
      return sendAnswer(reply, answer);
    },
  });
}
