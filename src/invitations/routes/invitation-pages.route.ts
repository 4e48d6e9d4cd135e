/**
 * GET /account/invitations/{token}, POST …/accept and …/decline. Looking does nothing: mail programs look, too. The token
 * is a secret: it is never logged, and the pages' referrer policy keeps it from leaving this origin.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Account, fieldOf, forSignedIn, paths, sendPage } from '../../account/account.ts';
import type { SessionPerson } from '../../people/people.ts';
import { acceptInvitation, declineInvitation, type Look, lookAtInvitation } from '../answer-invitation.ts';
import { maskedEmail } from '../invitation.ts';
import { invitationPath } from '../invitation-mails.ts';
import type { InvitationDeps } from '../invite.ts';
import { endings } from './page-texts.ts';

const idPattern = /^[0-9]{1,18}$/;
const problems = {
  choose: 'Nothing was changed. Choose which of your accounts is to be linked.',
  name: 'Nothing was changed. Check what is marked below.',
  holder_not_active: 'Nothing was changed. Your account of this kind is not active; ask the operator of this service.',
} as const;

/** The way to the same page after signing in as, or signing up to be, somebody else. */
const wayBack = (token: string): string => `?next=${encodeURIComponent(invitationPath(token))}`;

export function invitationPages(deps: InvitationDeps) {
  return (app: FastifyInstance, account: Account): void => {
    app.route({
      method: 'GET',
      url: '/invitations/:token',
      schema: { hide: true },
      handler: async (request, reply) => {
        const person = await account.people.sessionOf(request.headers.cookie);
        return sendLook(reply, tokenOf(request), await lookAtInvitation(deps, tokenOf(request), person?.personId), {
          person,
        });
      },
    });

    app.route({
      method: 'POST',
      url: '/invitations/:token/accept',
      schema: { hide: true },
      handler: forSignedIn(account, async (request, reply, person) => {
        const token = tokenOf(request);
        const holder = fieldOf(request, 'holder');
        const choice = {
          holderId: idPattern.test(holder) ? BigInt(holder) : undefined,
          name: fieldOf(request, 'name'),
        };
        const result = await acceptInvitation(deps, token, person.personId, choice);
        if (result.ok || result.reason === 'refused') return reply.redirect(invitationPath(token), 303);
        const look = await lookAtInvitation(deps, token, person.personId);
        return sendLook(reply, token, look, { person, problem: result.reason, typed: { name: choice.name } });
      }),
    });

    app.route({
      method: 'POST',
      url: '/invitations/:token/decline',
      schema: { hide: true },
      handler: forSignedIn(account, async (request, reply, person) => {
        await declineInvitation(deps, tokenOf(request), person.personId);
        return reply.redirect(invitationPath(tokenOf(request)), 303);
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

const tokenOf = (request: FastifyRequest): string => (request.params as { token: string }).token;

type Asked = { person: SessionPerson | undefined; problem?: keyof typeof problems; typed?: Record<string, string> };

function sendLook(
  reply: FastifyReply,
  token: string,
  look: Look,
  { person, problem, typed = {} }: Asked,
): FastifyReply {
  const { invitation, refusal, holders } = look;
  const frame = { ...(person && { person }), here: 'companies' };
  const facts = {
    company: invitation.companyName,
    type: invitation.type,
    name: invitation.name,
    path: invitationPath(token),
    masked: maskedEmail(invitation.email),
    signIn: `${paths.signIn}${wayBack(token)}`,
    signUp: `${paths.signUp}${wayBack(token)}`,
    linkId: invitation.linkId,
  };
  if (refusal?.reason === 'own') {
    return sendPage(reply, { ...frame, view: 'invitations/views/accepted', title: 'You are linked', data: facts });
  }
  if (refusal?.reason === 'signed_out') {
    return sendPage(reply, { ...frame, view: 'invitations/views/signed-out', title: 'An invitation', data: facts });
  }
  if (refusal !== undefined) {
    const { title, status } = endings[refusal.reason];
    const data = { ...facts, ...endings[refusal.reason] };
    return sendPage(reply, { ...frame, view: 'invitations/views/ended', title, status, data });
  }
  const data = {
    ...facts,
    holders: holders.filter((holder) => holder.status === 'active'),
    typed: { name: typed.name ?? invitation.name },
    errors: problem === 'name' ? { name: 'Enter a name of at most 100 characters.' } : {},
  };
  const told = problem === undefined ? {} : { status: 422, problem: problems[problem] };
  return sendPage(reply, { ...frame, ...told, view: 'invitations/views/invitation', title: 'An invitation', data });
}
