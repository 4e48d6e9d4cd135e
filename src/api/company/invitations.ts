/** /invitations: inviting merchants and couriers, the list, one, resending and revoking it. */

import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import type { TestClockReader } from '../../base/clock/clock.ts';
import type { Tx } from '../../base/database/transaction.ts';
import { AppError } from '../../base/errors/app-error.ts';
import type { Actor } from '../../core/access/actor.ts';
import type { Action } from '../../core/access/permissions.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { answerOnce } from '../../core/http/idempotency.ts';
import { byId, companyLimits, pageQuery, readPage } from '../../core/http/page.ts';
import { sendAnswer } from '../../core/http/send-answer.ts';
import { typed } from '../../core/http/typed-routes.ts';
import type { Invitation } from '../../features/links/invitation.ts';
import { InvitationAnswer, InvitationStatusName } from '../../features/links/invitation-schemas.ts';
import { findInvitation, listInvitations } from '../../features/links/invitations.repository.ts';
import { type InvitationDeps, invite, noInvitation, resendInvitation } from '../../features/links/invite.ts';
import { presentInvitation } from '../../features/links/present-invitation.ts';
import { revokeInvitation } from '../../features/links/revoke-invitation.ts';
import { dataOf, pageOf, partnerPage, partnerSuccess } from '../shared/envelope.ts';
import { InvitationParams, InviteBody, invitationIdOf, readInvite } from '../shared/invitation-requests.ts';
import type { CompanyAudience } from './audience.ts';

const Query = Type.Object({
  ...pageQuery(companyLimits),
  status: Type.Optional(InvitationStatusName),
});

export function invitationsRoutes(app: FastifyInstance, audience: CompanyAudience, deps: InvitationRouteDeps): void {
  inviteRoute(app, audience, deps);
  readInvitationRoutes(app, audience, deps);
}

function inviteRoute(app: FastifyInstance, audience: CompanyAudience, deps: InvitationRouteDeps): void {
  const { db, now, testClocks } = deps;

  typed(app).route({
    method: 'POST',
    url: '/invitations',
    attachValidation: true,
    schema: {
      ...audience.operation(
        'createInvitation',
        'invitations',
        'Invite a merchant or a courier by email',
        'For an address with an open invitation, that one is returned with 200, and no email is sent.',
      ),
      body: InviteBody,
      response: audience.writeAnswers({ 201: dataOf(InvitationAnswer), 200: dataOf(InvitationAnswer) }, [
        'invalid_state',
        'rate_limited',
      ]),
    },
    preValidation: requireBody,
    handler: async (request, reply) => {
      const caller = audience.callerOf(request, 'invitations.send');
      const wanted = readInvite(request, request.body);
      // An invitation that it replaces has events in both modes, whatever the caller's.
      await testClocks.catchUp();
      const answer = await answerOnce(db, caller, request, async (tx) => {
        const { invitation, made } = await invite(audience.actorOf(request), tx, deps, caller.holderId, wanted);
        return { status: made ? 201 : 200, body: partnerSuccess(presentInvitation(invitation, now())) };
      });
      // 200 means that the address had an open invitation, which is returned unchanged; no mail was sent.
      return sendAnswer(reply, { ...answer, replayed: answer.replayed || answer.status === 200 });
    },
  });
}

function readInvitationRoutes(app: FastifyInstance, audience: CompanyAudience, deps: InvitationRouteDeps): void {
  const { db, now } = deps;

  typed(app).route({
    method: 'GET',
    url: '/invitations',
    schema: {
      ...audience.operation('listInvitations', 'invitations', 'List invitations, newest first'),
      querystring: Query,
      response: audience.readAnswers({ 200: pageOf(InvitationAnswer) }, ['validation_failed']),
    },
    handler: async (request, reply) => {
      const { holderId } = audience.callerOf(request, 'invitations.read');
      const { status } = request.query;
      const at = now();
      const { rows, next } = await readPage(request.query, byId('position'), (page) =>
        listInvitations(db, holderId, { ...page, status, now: at }),
      );
      const shown = rows.map((invitation) => presentInvitation(invitation, at));
      return reply.send(partnerPage(shown, next));
    },
  });

  typed(app).route({
    method: 'GET',
    url: '/invitations/:id',
    schema: {
      ...audience.operation('getInvitation', 'invitations', 'One invitation'),
      params: InvitationParams,
      response: audience.readAnswers({ 200: dataOf(InvitationAnswer) }, ['not_found']),
    },
    handler: async (request, reply) => {
      const { holderId } = audience.callerOf(request, 'invitations.read');
      const invitation = await findInvitation(db, holderId, invitationIdOf(holderId, request.params.id));
      if (invitation === undefined) throw new AppError('not_found', { message: noInvitation });
      return reply.send(partnerSuccess(presentInvitation(invitation, now())));
    },
  });
}

type Change = (actor: Actor, tx: Tx, deps: InvitationDeps, companyId: bigint, id: string) => Promise<Invitation>;

const changes: { path: string; operationId: string; summary: string; action: Action; change: Change }[] = [
  {
    path: 'revoke',
    operationId: 'revokeInvitation',
    summary: 'Revoke an open invitation',
    action: 'invitations.revoke',
    change: revokeInvitation,
  },
  {
    path: 'resend',
    operationId: 'resendInvitation',
    summary: 'Email a new link, valid for 14 days; the earlier one ends',
    action: 'invitations.resend',
    change: resendInvitation,
  },
];

type InvitationRouteDeps = InvitationDeps & { testClocks: TestClockReader };

export function changeInvitationRoutes(
  app: FastifyInstance,
  audience: CompanyAudience,
  deps: InvitationRouteDeps,
): void {
  for (const { path, operationId, summary, action, change } of changes) {
    typed(app).route({
      method: 'POST',
      url: `/invitations/:id/${path}`,
      schema: {
        ...audience.operation(operationId, 'invitations', summary),
        params: InvitationParams,
        response: audience.writeAnswers({ 200: dataOf(InvitationAnswer) }, [
          'not_found',
          'invalid_state',
          'rate_limited',
        ]),
      },
      handler: async (request, reply) => {
        const caller = audience.callerOf(request, action);
        const id = invitationIdOf(caller.holderId, request.params.id);
        // Its events appear in both modes, whatever the caller's.
        await deps.testClocks.catchUp();
        const answer = await answerOnce(deps.db, caller, request, async (tx) => {
          const invitation = await change(audience.actorOf(request), tx, deps, caller.holderId, id);
          return { status: 200, body: partnerSuccess(presentInvitation(invitation, deps.now())) };
        });
        return sendAnswer(reply, answer);
      },
    });
  }
}
