/** POST /invitations, GET /invitations and GET /invitations/{id}. */
import type { FastifyInstance } from 'fastify';
import { type Static, Type } from 'typebox';
import { AppError } from '../../errors/app-error.ts';
import { requireBody } from '../../http/content-types.ts';
import { decodeCursor, encodeCursor } from '../../http/cursor.ts';
import { answerOnce } from '../../http/idempotency.ts';
import { sendAnswer } from '../../http/send-answer.ts';
import { partnerActor, partnerOf } from '../../interfaces/partner/access.ts';
import { partnerPage, partnerSuccess } from '../../interfaces/partner/envelope.ts';
import { type InvitationStatus, invitationTransitions } from '../invitation.ts';
import { findInvitation, listInvitations } from '../invitations.repository.ts';
import { type InvitationDeps, invite, noInvitation } from '../invite.ts';
import { presentInvitation } from '../present-invitation.ts';
import { InvitationParams, InviteBody, invitationIdOf, readInvite } from './invitation-schemas.ts';

const limitDefault = 50;
const limitMax = 200;

const Query = Type.Object({
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: limitMax, default: limitDefault })),
  cursor: Type.Optional(Type.String({ maxLength: 100 })),
  status: Type.Optional(Type.Enum(Object.keys(invitationTransitions))),
});

export function invitationsRoutes(app: FastifyInstance, deps: InvitationDeps): void {
  const { db, now } = deps;
  app.route({
    method: 'POST',
    url: '/invitations',
    attachValidation: true,
    schema: { body: InviteBody, tags: ['invitations'], summary: 'Invite a merchant or a courier by mail' },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = partnerOf(request);
      const wanted = readInvite(request);
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const { invitation, made } = await invite(partnerActor(request), tx, deps, caller.holderId, wanted);
        return { status: made ? 201 : 200, body: partnerSuccess(presentInvitation(invitation, now())) };
      });
      // 200: this address had an open invitation, which is answered as it was; nothing was mailed.
      return sendAnswer(reply, { ...answer, replayed: answer.replayed || answer.status === 200 });
    },
  });

  app.route({
    method: 'GET',
    url: '/invitations',
    schema: { querystring: Query, tags: ['invitations'], summary: 'List invitations, newest first' },
    handler: async (request, reply) => {
      const { limit = limitDefault, cursor, status } = request.query as Static<typeof Query>;
      const at = now();
      const filter = { status: status as InvitationStatus | undefined, before: decodeCursor(cursor), now: at };
      const found = await listInvitations(db, partnerOf(request).holderId, { ...filter, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      const next = found.length > limit && last !== undefined ? encodeCursor(last.position) : null;
      const shown = page.map((invitation) => presentInvitation(invitation, at));
      return reply.send(partnerPage(shown, next));
    },
  });

  app.route({
    method: 'GET',
    url: '/invitations/:id',
    schema: { params: InvitationParams, tags: ['invitations'], summary: 'One invitation' },
    handler: async (request, reply) => {
      const invitation = await findInvitation(db, partnerOf(request).holderId, invitationIdOf(request));
      if (invitation === undefined) throw new AppError('not_found', { message: noInvitation });
      return reply.send(partnerSuccess(presentInvitation(invitation, now())));
    },
  });
}
