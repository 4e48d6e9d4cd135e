/** POST /shadow/paid-outside, POST /shadow/names and POST /shadow/{ref}/invite. */
import type { FastifyInstance } from 'fastify';
import type { Static } from 'typebox';
import type { Clock } from '../../base/clock/clock.ts';
import type { Database } from '../../base/database/pool.ts';
import { invalidField } from '../../base/errors/app-error.ts';
import { listBytesMax, requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { inviteRestaurant, type MerchantInvitations } from '../../features/shadow/invite-restaurant.ts';
import { type NamingRequest, nameRestaurant } from '../../features/shadow/name-restaurant.ts';
import { presentNaming, presentPaidOutside } from '../../features/shadow/present-shadow.ts';
import { type PaidOutsideRequest, recordPaidOutside } from '../../features/shadow/record-paid-outside.ts';
import { PaidOutsideAnswer, ShadowInvitation, ShadowNaming } from '../../features/shadow/shadow-schemas.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import type { CompanyFace } from './face.ts';
import { InviteBody, NamesBody, PaidOutsideBody, ShadowParams } from './shadow-requests.ts';

export type ChangeShadowDeps = { db: Database; clock: Clock; invitations: MerchantInvitations };

export function changeShadowRoutes(app: FastifyInstance, face: CompanyFace, deps: ChangeShadowDeps): void {
  const { db, clock, invitations } = deps;
  typed(app).route({
    method: 'POST',
    url: '/shadow/paid-outside',
    config: { nullIsWrong: ['amount'] },
    bodyLimit: listBytesMax,
    schema: {
      ...face.operation(
        'recordPaidOutside',
        'shadow',
        'Record what you paid outside the service, by order',
        'A payment_ref sent again returns 200 with its payment.',
      ),
      body: PaidOutsideBody,
      response: face.writeAnswers({ 201: dataOf(PaidOutsideAnswer), 200: dataOf(PaidOutsideAnswer) }, [
        'not_found',
        'invalid_state',
        'insufficient_funds',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = face.callerOf(request, 'shadow.record_paid_outside');
      const asked = readPaidOutside(request.body);
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const paid = await recordPaidOutside(face.actorOf(request), tx, deps, caller, asked);
        return { status: paid.replayed ? 200 : 201, body: partnerSuccess(presentPaidOutside(paid)) };
      });
      if (answer.status === 200) reply.header('idempotent-replayed', 'true');
      return sendAnswer(reply, answer);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/shadow/names',
    bodyLimit: listBytesMax,
    schema: {
      ...face.operation('nameRestaurant', 'shadow', 'Assign a ref to a restaurant without one'),
      body: NamesBody,
      response: face.writeAnswers({ 200: dataOf(ShadowNaming) }, ['not_found', 'invalid_state']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = face.callerOf(request, 'shadow.name');
      const asked = readNaming(request.body);
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const naming = await nameRestaurant(face.actorOf(request), tx, deps, caller, asked);
        return { status: 200, body: partnerSuccess(presentNaming(asked.shadowMerchantRef, naming)) };
      });
      return sendAnswer(reply, answer);
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/shadow/:ref/invite',
    schema: {
      ...face.operation('inviteRestaurant', 'shadow', 'Invite a restaurant to join'),
      params: ShadowParams,
      body: InviteBody,
      response: face.writeAnswers({ 201: dataOf(ShadowInvitation) }, ['not_found', 'invalid_state', 'rate_limited']),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = face.callerOf(request, 'invitations.send');
      const { ref } = request.params;
      const { email, name } = request.body;
      const invite = { shadowMerchantRef: ref, email, name };
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const { invitationId } = await inviteRestaurant(
          face.actorOf(request),
          tx,
          { clock, invitations },
          caller,
          invite,
        );
        const data = { invitation_id: invitationId, shadow_merchant_ref: ref, email };
        return { status: 201, body: partnerSuccess(data) };
      });
      return sendAnswer(reply, answer);
    },
  });
}

const readPaidOutside = (body: Static<typeof PaidOutsideBody>): PaidOutsideRequest => ({
  paymentRef: body.payment_ref,
  reference: body.reference ?? null,
  orders: body.orders.map((item) => ({
    partnerOrderRef: item.partner_order_ref,
    type: item.beneficiary_type === 'courier' ? 'courier' : 'merchant',
    amount: item.amount,
  })),
});

function readNaming(body: Static<typeof NamesBody>): NamingRequest {
  const { shadow_merchant_ref: shadowMerchantRef, partner_order_refs: orderRefs, shadow_merchant_name: name } = body;
  if (orderRefs !== undefined && name === undefined) return { shadowMerchantRef, orderRefs };
  if (name !== undefined && orderRefs === undefined) return { shadowMerchantRef, name };
  const message = 'name either partner_order_refs or shadow_merchant_name';
  throw invalidField('partner_order_refs', message);
}
