/** GET /account/profile/two-step, POST …/begin and …/confirm: shows the second factor and turns it on. */
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type Account, forSignedIn, sendPage, tooMany } from '../../interfaces/account/account-page.ts';
import { paths } from '../../interfaces/account/addresses.ts';
import { fieldOf, queryOf, visitOf } from '../../pages/form-fields.ts';
import type { SessionPerson } from '../../people/people.ts';

const doneTexts: Record<string, string> = {
  on: 'Two-step sign-in is on. Your other sessions were ended.',
  off: 'Two-step sign-in is off.',
};

export function twoStepRoutes(app: FastifyInstance, account: Account): void {
  const { people } = account;
  app.route({
    method: 'GET',
    url: '/profile/two-step',
    schema: { hide: true },
    handler: forSignedIn(account, (request, reply, person) =>
      sendTwoStep(reply, person, { done: doneTexts[queryOf(request, 'done')] }),
    ),
  });

  app.route({
    method: 'POST',
    url: '/profile/two-step/begin',
    schema: { hide: true },
    handler: forSignedIn(account, async (request, reply, person) => {
      const result = await people.beginSecondFactor(visitOf(request), fieldOf(request, 'password'));
      if (!result.ok) return sendRefusal(reply, person, result, { password: 'This is not your password.' });
      // Shown once, in this answer: no address shows it again.
      const { uri, recoveryCodes } = result;
      const secret = result.secret.match(/.{1,4}/g) ?? [];
      const data = { uri, secret, recoveryCodes };
      return sendPage(reply, {
        view: 'two-step-begun',
        title: 'Set up your authenticator',
        person,
        here: 'profile',
        data,
      });
    }),
  });

  app.route({
    method: 'POST',
    url: '/profile/two-step/confirm',
    schema: { hide: true },
    handler: forSignedIn(account, async (request, reply, person) => {
      const result = await people.confirmSecondFactor(visitOf(request), fieldOf(request, 'code'));
      if (result.ok) {
        reply.header('set-cookie', result.cookies);
        return reply.redirect(`${paths.twoStep}?done=on`, 303);
      }
      return sendRefusal(
        reply,
        person,
        result,
        { code: 'This code is wrong. Wait for the next one and try again.' },
        true,
      );
    }),
  });
}

type Refused = { ok: false; reason: string; retryAfterSeconds?: number };

/** @param begun whether the authenticator is set up and only its code is missing. */
export function sendRefusal(
  reply: FastifyReply,
  person: SessionPerson,
  { reason, retryAfterSeconds = 0 }: Refused,
  errors: Record<string, string>,
  begun = false,
): FastifyReply {
  if (reason === 'signed_out') return reply.redirect(paths.signIn, 303);
  if (reason === 'unfit') return reply.redirect(paths.twoStep, 303);
  if (reason === 'throttled') return sendTwoStep(reply, person, { begun }, 429, tooMany(reply, retryAfterSeconds));
  return sendTwoStep(reply, person, { begun, errors }, 422, 'Nothing was changed. Check what is marked below.');
}

const sendTwoStep = (
  reply: FastifyReply,
  person: SessionPerson,
  data: Record<string, unknown>,
  status = 200,
  problem?: string,
): FastifyReply =>
  sendPage(reply, { view: 'two-step', title: 'Two-step sign-in', status, problem, person, here: 'profile', data });
