/** Schemas of requests about invitations, and the email check that a schema can't express. */

import type { FastifyRequest } from 'fastify';
import { type Static, Type } from 'typebox';
import { holderOfPublicId } from '../../base/database/public-id.ts';
import { AppError } from '../../base/errors/app-error.ts';
import { languages } from '../../base/languages/languages.ts';
import { normalEmail } from '../../base/schemas/email.ts';
import { detailsOf } from '../../core/http/validation.ts';
import { type Invitation, nameLengthMax } from '../../features/links/invitation.ts';
import { type Invite, noInvitation } from '../../features/links/invite.ts';
import { isEmail } from '../../features/people/sign-up.ts';

const emailLengthMax = 254;

export const MailLanguage = Type.Optional(
  Type.Enum([...languages], {
    description: 'Of the email; default: that of the account with this address, else English',
    examples: ['el'],
  }),
);

export const InviteBody = Type.Object({
  email: Type.String({
    minLength: 3,
    maxLength: emailLengthMax,
    format: 'text',
    description: 'Email address',
    examples: ['ada@example.org'],
  }),
  type: Type.Enum(['merchant', 'courier'] satisfies Invitation['type'][]),
  name: Type.String({
    minLength: 1,
    maxLength: nameLengthMax,
    format: 'text',
    description: 'The company’s name for the payee',
    examples: ['Taverna'],
  }),
  language: MailLanguage,
});

type Finding = Parameters<typeof detailsOf>[0];

/**
 * For a route with `attachValidation`, so that an invalid address is reported together with the other problems.
 * @param sent has this type only once no problem was found.
 */
export function readInvite(request: FastifyRequest, sent: Static<typeof InviteBody>): Invite {
  const findings = (request.validationError?.validation ?? []) as Finding;
  const details = detailsOf(findings, 'body');
  const body: Partial<Record<keyof Invite, unknown>> = sent;
  const add = (field: string, message: string): void => {
    if (!details.some((detail) => detail.field === field)) details.push({ field, message });
  };
  if (typeof body.email === 'string' && !isEmail(normalEmail(body.email))) {
    add('email', 'must be an email address, such as ada@example.com');
  }
  if (typeof body.name === 'string' && body.name.trim() === '') add('name', 'must not be blank');
  if (details.length > 0) throw new AppError('validation_failed', { details });
  const { email, type, name, language } = sent;
  return { email: normalEmail(email), type, name: name.trim(), language };
}

const handleLengthMax = 512;

/** What the invited name an invitation by. */
export const HandleField = Type.String({
  format: 'text',
  minLength: 1,
  maxLength: handleLengthMax,
  description: 'The token of its link, or the id of one that is listed to the person',
  examples: ['7Gk2Qm7ZxW1Jc9TbVh3Rd'],
});

export const InvitationParams = Type.Object({ id: Type.String({ minLength: 1, maxLength: 2_048 }) });

/** The id in the path. @throws AppError `not_found` when it can't belong to this company. */
export function invitationIdOf(companyId: bigint, id: string): string {
  if (holderOfPublicId('inv', id) !== companyId) {
    throw new AppError('not_found', { message: noInvitation });
  }
  return id;
}
