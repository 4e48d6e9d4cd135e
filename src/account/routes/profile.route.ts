/** GET /account/profile, POST …/name and …/password: a person's own name and password. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Account, forSignedIn, sendPage, tooMany } from '../../interfaces/account/account-page.ts';
import { paths } from '../../interfaces/account/addresses.ts';
import { fieldOf, queryOf, visitOf } from '../../pages/form-fields.ts';
import type { SessionPerson } from '../../people/people.ts';
import { nameText, passwordLengthText } from './form-texts.ts';

const doneTexts: Record<string, string> = {
  name: 'Your name was changed.',
  password: 'Your password was changed, and your other sessions were ended.',
};

export function profileRoutes(app: FastifyInstance, account: Account): void {
  const { people } = account;
  app.route({
    method: 'GET',
    url: '/profile',
    schema: { hide: true },
    handler: forSignedIn(account, (request, reply, person) =>
      sendProfile(reply, person, { done: doneTexts[queryOf(request, 'done')] }),
    ),
  });

  app.route({
    method: 'POST',
    url: '/profile/name',
    schema: { hide: true },
    handler: forSignedIn(account, async (request, reply, person) => {
      const name = fieldOf(request, 'name');
      if (await people.changeName(visitOf(request), name)) return reply.redirect(`${paths.profile}?done=name`, 303);
      return sendProfile(reply, person, { typed: { name }, errors: { name: nameText } }, 422);
    }),
  });

  app.route({
    method: 'POST',
    url: '/profile/password',
    schema: { hide: true },
    handler: forSignedIn(account, async (request, reply, person) => {
      const passwords = { present: fieldOf(request, 'present'), next: fieldOf(request, 'next') };
      const result = await people.changePassword(visitOf(request), passwords);
      if (result.ok) {
        reply.header('set-cookie', result.cookies);
        return reply.redirect(`${paths.profile}?done=password`, 303);
      }
      if (result.reason === 'signed_out') return reply.redirect(paths.signIn, 303);
      if (result.reason === 'throttled') {
        return sendProfile(reply, person, {}, 429, tooMany(reply, result.retryAfterSeconds));
      }
      const errors =
        result.reason === 'wrong' ? { present: 'This is not your password.' } : { next: passwordLengthText };
      return sendProfile(reply, person, { errors }, 422);
    }),
  });
}

function sendProfile(
  reply: FastifyReply,
  person: SessionPerson,
  data: Record<string, unknown>,
  status = 200,
  problem = status === 200 ? undefined : 'Nothing was changed. Check what is marked below.',
): FastifyReply {
  return sendPage(reply, { view: 'profile', title: 'Profile', status, problem, person, here: 'profile', data });
}
