/** Renders the page of an invitation: the form to answer it, or why it can't be answered. Decides nothing. */
import type { FastifyReply } from 'fastify';
import { sendPage } from '../../interfaces/account/account-page.ts';
import { paths } from '../../interfaces/account/addresses.ts';
import type { SessionPerson } from '../../people/people.ts';
import type { Look } from '../answer-invitation.ts';
import { maskedEmail } from '../invitation.ts';
import { invitationPath } from '../invitation-mails.ts';
import { endings } from './page-texts.ts';

const problems = {
  choose: 'Nothing was changed. Choose which of your accounts is to be linked.',
  name: 'Nothing was changed. Check what is marked below.',
  holder_not_active: 'Nothing was changed. Your account of this kind is not active; ask the operator of this service.',
} as const;

/** The query that leads back to this page after signing in or signing up with another account. */
const wayBack = (token: string): string => `?next=${encodeURIComponent(invitationPath(token))}`;

type Asked = {
  person: SessionPerson | undefined;
  problem?: keyof typeof problems;
  typed?: Record<string, string>;
  linkedBefore?: boolean;
};

export function sendInvitationPage(
  reply: FastifyReply,
  token: string,
  look: Look,
  { person, problem, typed = {}, linkedBefore = false }: Asked,
): FastifyReply {
  const { invitation, refusal, holders } = look;
  const frame = { ...(person && { person }), here: 'companies' };
  const facts = {
    company: invitation.companyName,
    type: invitation.type,
    name: invitation.name,
    testOnly: !invitation.servesLive,
    path: invitationPath(token),
    masked: maskedEmail(invitation.email),
    signIn: `${paths.signIn}${wayBack(token)}`,
    signUp: `${paths.signUp}${wayBack(token)}`,
    linkId: invitation.linkId,
    linkedBefore,
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
