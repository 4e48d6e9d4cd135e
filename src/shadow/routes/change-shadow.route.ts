/** POST /shadow/paid-outside, POST /shadow/names and POST /shadow/{ref}/invite. */
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
import { inviteRestaurant, type MerchantInvitations } from '../invite-restaurant.ts';
import { type NamingRequest, nameRestaurant } from '../name-restaurant.ts';
import { presentNaming, presentPaidOutside } from '../present-shadow.ts';
import { type PaidOutsideRequest, recordPaidOutside } from '../record-paid-outside.ts';
import { InviteBody, NamesBody, PaidOutsideBody, ShadowParams } from './shadow-schemas.ts';

export type ChangeShadowDeps = { db: Database; clock: Clock; invitations: MerchantInvitations };

export function changeShadowRoutes(app: FastifyInstance, deps: ChangeShadowDeps): void {
  const { db, clock, invitations } = deps;
  app.route({
    method: 'POST',
    url: '/shadow/paid-outside',
    schema: { body: PaidOutsideBody, tags: ['shadow'], summary: 'What you paid outside the service, by order' },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = partnerOf(request);
      const asked = readPaidOutside(request.body as Static<typeof PaidOutsideBody>);
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const paid = await recordPaidOutside(partnerActor(request), tx, deps, caller, asked);
        return { status: paid.replayed ? 200 : 201, body: partnerSuccess(presentPaidOutside(paid)) };
      });
      if (answer.status === 200) reply.header('idempotent-replayed', 'true');
      return sendAnswer(reply, answer);
    },
  });

  app.route({
    method: 'POST',
    url: '/shadow/names',
    schema: { body: NamesBody, tags: ['shadow'], summary: 'Give a restaurant without a ref its ref' },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = partnerOf(request);
      const asked = readNaming(request.body as Static<typeof NamesBody>);
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const naming = await nameRestaurant(partnerActor(request), tx, deps, caller, asked);
        return { status: 200, body: partnerSuccess(presentNaming(asked.shadowMerchantRef, naming)) };
      });
      return sendAnswer(reply, answer);
    },
  });

  app.route({
    method: 'POST',
    url: '/shadow/:ref/invite',
    schema: { params: ShadowParams, body: InviteBody, tags: ['shadow'], summary: 'Invite a restaurant to join' },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = partnerOf(request);
      const { ref } = request.params as Static<typeof ShadowParams>;
      const { email, name } = request.body as Static<typeof InviteBody>;
      const invite = { shadowMerchantRef: ref, email, name };
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const { invitationId } = await inviteRestaurant(
          partnerActor(request),
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
  throw new AppError('validation_failed', { details: [{ field: 'partner_order_refs', message }] });
}
