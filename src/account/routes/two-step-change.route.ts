/** POST /account/profile/two-step/off and …/recovery-codes: both need password and code. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Account, forSignedIn, sendPage } from '../../interfaces/account/account-page.ts';
import { paths } from '../../interfaces/account/addresses.ts';
import { fieldOf, visitOf } from '../../pages/form-fields.ts';
import { sendRefusal } from './two-step.route.ts';

const wrong = 'The password or the code is wrong, or the code was used before.';

export function twoStepChangeRoutes(app: FastifyInstance, account: Account): void {
  const { people } = account;
  app.route({
    method: 'POST',
    url: '/profile/two-step/off',
    schema: { hide: true },
    handler: forSignedIn(account, async (request, reply, person) => {
      const result = await people.endSecondFactor(visitOf(request), proofOf(request));
      if (!result.ok) return sendRefusal(reply, person, result, { off: wrong });
      reply.header('set-cookie', result.cookies);
      return reply.redirect(`${paths.twoStep}?done=off`, 303);
    }),
  });

  app.route({
    method: 'POST',
    url: '/profile/two-step/recovery-codes',
    schema: { hide: true },
    handler: forSignedIn(account, async (request, reply, person) => {
      const result = await people.renewRecoveryCodes(visitOf(request), proofOf(request));
      if (!result.ok) return sendRefusal(reply, person, result, { codes: wrong });
      const data = { recoveryCodes: result.recoveryCodes };
      return sendPage(reply, { view: 'recovery-codes', title: 'New recovery codes', person, here: 'profile', data });
    }),
  });
}

const proofOf = (request: FastifyRequest) => ({
  password: fieldOf(request, 'password'),
  code: fieldOf(request, 'code'),
});
