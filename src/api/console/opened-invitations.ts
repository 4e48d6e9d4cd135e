/**
 * POST /opened-invitations of the people's API: what whoever opens an invitation's link sees, signed in or not. Changes
 * nothing, because mail programs follow links. The token is in the body, so that it stands in no log of addresses.
 */
import type { FastifyInstance } from 'fastify';
import { Type } from 'typebox';
import { typed } from '../../core/http/typed-routes.ts';
import { viewInvitation } from '../../features/links/answer-invitation.ts';
import { OpenedInvitationAnswer } from '../../features/links/invitation-schemas.ts';
import type { InvitationDeps } from '../../features/links/invite.ts';
import { presentOpened } from '../../features/links/present-received.ts';
import type { People } from '../../features/people/people.ts';
import { dataOf, partnerSuccess } from '../shared/envelope.ts';
import { HandleField } from '../shared/invitation-requests.ts';
import { visitorAnswers, visitorOperation } from './answers.ts';

type Deps = Pick<InvitationDeps, 'db' | 'now'> & { people: People };

export function openedInvitationRoute(app: FastifyInstance, { people, ...deps }: Deps): void {
  typed(app).route({
    method: 'POST',
    url: '/opened-invitations',
    schema: {
      ...visitorOperation('openInvitation', 'What an invitation’s link leads to; changes nothing'),
      body: Type.Object({ invitation: HandleField }),
      response: visitorAnswers(dataOf(OpenedInvitationAnswer), { codes: ['not_found'] }),
    },
    handler: async (request) => {
      const person = await people.sessionOf(request.headers.cookie);
      return partnerSuccess(presentOpened(await viewInvitation(deps, request.body.invitation, person?.personId)));
    },
  });
}
