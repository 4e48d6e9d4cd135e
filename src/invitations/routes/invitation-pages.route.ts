/**
 * GET /account/invitations/{token}, POST …/accept and …/decline. GET must change nothing, because mail programs
 * prefetch links. The token is a secret: it is never logged, and the pages' referrer policy keeps it from other
 * origins.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { actingForSelf, originOf, type PersonActor, personActor } from '../../access/actor.ts';
import { AppError } from '../../errors/app-error.ts';
import type { Account } from '../../interfaces/account/account-page.ts';
import { fieldOf, queryOf } from '../../pages/form-fields.ts';
import type { SessionPerson } from '../../people/people.ts';
import { acceptInvitation, declineInvitation, viewInvitation } from '../answer-invitation.ts';
import { invitationPath } from '../invitation-mails.ts';
import type { InvitationDeps } from '../invite.ts';
import { sendInvitationPage } from './render-invitation.ts';

const tokenPattern = /^[0-9A-Za-z]{1,100}$/;
const idPattern = /^[0-9]{1,18}$/;

export function invitationPages(deps: InvitationDeps) {
  return (app: FastifyInstance, account: Account): void => {
    app.route({
      method: 'GET',
      url: '/invitations/:token',
      schema: { hide: true },
      handler: async (request, reply) => {
        const token = tokenOf(request);
        const person = await account.people.sessionOf(request.headers.cookie);
        const look = await viewInvitation(deps, token, person?.personId);
        return sendInvitationPage(reply, token, look, {
          person,
          linkedBefore: queryOf(request, 'done') === 'linked-before',
        });
      },
    });

    app.route({
      method: 'POST',
      url: '/invitations/:token/accept',
      schema: { hide: true },
      handler: forSignedIn(account, async (request, reply, token, person) => {
        const holder = fieldOf(request, 'holder');
        const choice = {
          holderId: idPattern.test(holder) ? BigInt(holder) : undefined,
          name: fieldOf(request, 'name'),
        };
        const result = await acceptInvitation(themselves(request, person), deps, token, choice);
        if (result.ok || result.reason === 'refused') {
          const note = result.ok && result.wasLinked ? '?done=linked-before' : '';
          return reply.redirect(`${invitationPath(token)}${note}`, 303);
        }
        const look = await viewInvitation(deps, token, person.personId);
        return sendInvitationPage(reply, token, look, { person, problem: result.reason, typed: { name: choice.name } });
      }),
    });

    app.route({
      method: 'POST',
      url: '/invitations/:token/decline',
      schema: { hide: true },
      handler: forSignedIn(account, async (request, reply, token, person) => {
        await declineInvitation(themselves(request, person), deps, token);
        return reply.redirect(invitationPath(token), 303);
      }),
    });

    for (const answer of ['accept', 'decline']) {
      app.route({
        method: 'GET',
        url: `/invitations/:token/${answer}`,
        schema: { hide: true },
        handler: async (request, reply) => reply.redirect(invitationPath(tokenOf(request)), 303),
      });
    }
  };
}

/** Acts without a holder, because it is chosen only when answering. A link may serve both modes; the actor uses live. */
const themselves = (request: FastifyRequest, person: SessionPerson): PersonActor =>
  personActor({ ...person, mode: 'live' }, actingForSelf, originOf(request));

/** @throws AppError `not_found` for a malformed token. */
function tokenOf(request: FastifyRequest): string {
  const { token } = request.params as { token: string };
  if (!tokenPattern.test(token)) throw new AppError('not_found');
  return token;
}

type Answer = (
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  person: SessionPerson,
) => Promise<FastifyReply>;

/** A person whose session has expired is redirected to the invitation, which offers to sign in. */
function forSignedIn({ people }: Account, answer: Answer) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const token = tokenOf(request);
    const person = await people.sessionOf(request.headers.cookie);
    return person === undefined ? reply.redirect(invitationPath(token), 303) : answer(request, reply, token, person);
  };
}
