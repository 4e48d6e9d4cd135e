/** POST /shadow/{ref}/claims, with its dry run. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { listBytesMax, requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { subjectOf } from '../../core/ledger/subject.ts';
import { claimShadowOrders } from '../../features/shadow/claim-shadow-orders.ts';
import { presentClaim, presentClaimPreview } from '../../features/shadow/present-shadow.ts';
import { previewClaim } from '../../features/shadow/preview-claim.ts';
import { sumRecovered } from '../../features/shadow/shadow-records.repository.ts';
import { ShadowClaimAnswer, ShadowClaimPreview } from '../../features/shadow/shadow-schemas.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import type { CompanyFace } from './face.ts';
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
        throw invalidField('claim_ref', 'is required');
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
