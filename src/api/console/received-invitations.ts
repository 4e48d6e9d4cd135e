/**
 * GET /received-invitations, POST /received-invitations/accept and /decline of the people's API: invitations to the
 * address of the person who is signed in. The token of a link is in the body, so that it stands in no log of addresses.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { AppError, invalidField } from '../../base/errors/app-error.ts';
import { actingForSelf, originOf, type PersonActor, personActor } from '../../core/access/actor.ts';
import { authorize } from '../../core/access/authorize.ts';
import { requireBody } from '../../core/http/content-types.ts';
import { typed } from '../../core/http/typed-routes.ts';
import { type Acceptance, acceptInvitation, declineInvitation } from '../../features/links/answer-invitation.ts';
import { AcceptedAnswer, ReceivedInvitationAnswer } from '../../features/links/invitation-schemas.ts';
import { findConfirmedEmail, listOpenFor } from '../../features/links/invitations.repository.ts';
import type { InvitationDeps } from '../../features/links/invite.ts';
import { presentReceived } from '../../features/links/present-received.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { HandleField } from '../shared/invitation-requests.ts';
import { consoleAnswers, consoleOperation } from './answers.ts';
import { personOf } from './authenticate.ts';

const rowsMax = 50;
const nameLengthMax = 200;

const AcceptBody = Type.Object({
  invitation: HandleField,
  holder_id: Type.Optional(
    Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description: 'Which account to link' }),
  ),
  name: Type.Optional(
    Type.String({ format: 'text', maxLength: nameLengthMax, description: 'Of the account that is opened' }),
  ),
  open_another: Type.Optional(Type.Boolean({ description: 'Open a new account although there is already one' })),
});

export function receivedInvitationsRoutes(app: FastifyInstance, deps: InvitationDeps): void {
  const { db, now } = deps;
  typed(app).route({
    method: 'GET',
    url: '/received-invitations',
    schema: {
      ...consoleOperation('listReceivedInvitations', 'Open invitations to the caller’s address, earliest expiry first'),
      response: consoleAnswers(dataOf(Type.Array(ReceivedInvitationAnswer))),
    },
    handler: async (request) => {
      const { personId } = personOf(request);
      authorize(themselves(request), 'invitations.open', { personId });
      const email = await findConfirmedEmail(db, personId);
      const found = email === undefined ? [] : await listOpenFor(db, email, now(), rowsMax);
      return partnerSuccess(found.map(presentReceived));
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/received-invitations/accept',
    schema: {
      ...consoleOperation('acceptInvitation', 'Accept an invitation; accepting it again changes nothing'),
      body: AcceptBody,
      response: consoleAnswers(dataOf(AcceptedAnswer), { writes: true, codes: ['not_found', 'invalid_state'] }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      const { invitation, holder_id: holderId, name = '', open_another: another } = request.body;
      const choice = { holderId: holderId === undefined ? undefined : BigInt(holderId), name, another };
      const accepted = await acceptInvitation(themselves(request), deps, invitation, choice);
      if (!accepted.ok) throw refusals[accepted.reason]();
      return partnerSuccess({
        holder_id: Number(accepted.holderId),
        beneficiary_ref: Number(accepted.linkId),
        already_linked: accepted.wasLinked,
      });
    },
  });

  typed(app).route({
    method: 'POST',
    url: '/received-invitations/decline',
    schema: {
      ...consoleOperation('declineInvitation', 'Decline an invitation'),
      body: Type.Object({ invitation: HandleField }),
      response: consoleAnswers(dataOf(Type.Null()), { writes: true, codes: ['not_found', 'invalid_state'] }),
    },
    preValidation: requireBody,
    handler: async (request) => {
      if (!(await declineInvitation(themselves(request), deps, request.body.invitation))) throw refusals.refused();
      return partnerSuccess(null);
    },
  });
}

/** Acts without a holder, because it is chosen only when answering. A link may serve both modes; the actor uses live. */
const themselves = (request: FastifyRequest): PersonActor =>
  personActor({ ...personOf(request), mode: 'live' }, actingForSelf, originOf(request));

const refusals: Record<(Acceptance & { ok: false })['reason'], () => AppError> = {
  refused: () => new AppError('invalid_state', { message: 'The invitation can no longer be answered.' }),
  choose: () => invalidField('holder_id', 'Choose which of your accounts to link.'),
  name: () => invalidField('name', 'Enter a name of at most 100 characters.'),
  holder_not_active: () =>
    new AppError('invalid_state', { message: 'Your account of this kind is not active. Contact the operator.' }),
};
