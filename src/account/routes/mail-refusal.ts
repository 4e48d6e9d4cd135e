/** Shows the form again on which a mail was asked for, when it was refused. */
import type { FastifyReply } from 'fastify';
import { sendPage, tooMany } from '../../interfaces/account/account-page.ts';
import type { Throttled } from '../../people/people.ts';
import { emailText } from './form-texts.ts';

type Form = { view: string; title: string; email: string };

export function sendMailRefusal(
  reply: FastifyReply,
  { view, title, email }: Form,
  refusal: { ok: false; reason: 'invalid' } | Throttled,
): FastifyReply {
  const typed = { email };
  if (refusal.reason === 'throttled') {
    const problem = tooMany(reply, refusal.retryAfterSeconds);
    return sendPage(reply, { view, title, status: 429, problem, data: { typed } });
  }
  const problem = 'No mail was sent. Check what is marked below.';
  return sendPage(reply, { view, title, status: 422, problem, data: { typed, errors: { email: emailText } } });
}
