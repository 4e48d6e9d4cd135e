/**
 * A customer's own pages: cookies, form tokens, headers and routes, in a context of their own. Forms are the only
 * bodies read here, no form is looked at before its token, and no page needs a script.
 */
import type { FastifyInstance } from 'fastify';
import { pageHeaders, useFormTokens } from '../../checkout/checkout.ts';
import { acceptForms } from '../../http/content-types.ts';
import { accountPath } from '../../people/addresses.ts';
import type { Account } from './account-request.ts';
import { backToPageRoutes } from './back-to-page.route.ts';
import { codeRoutes } from './code.route.ts';
import { forgottenRoutes } from './forgotten.route.ts';
import { paymentsRoutes } from './payments.route.ts';
import { profileRoutes } from './profile.route.ts';
import { resendRoutes } from './resend.route.ts';
import { resetRoutes } from './reset.route.ts';
import { sessionsRoutes } from './sessions.route.ts';
import { signInRoutes } from './sign-in.route.ts';
import { signUpRoutes } from './sign-up.route.ts';
import { stylesheetRoute } from './stylesheet.route.ts';
import { topUpRoutes } from './top-up.route.ts';
import { twoStepRoutes } from './two-step.route.ts';
import { twoStepChangeRoutes } from './two-step-change.route.ts';
import { verifyRoutes } from './verify.route.ts';
import { walletRoutes } from './wallet.route.ts';

const purposeOfKey = 'sluice/account-cookie/v1';
const cookieKey = 'sluice_account';

export type AccountDeps = Account & {
  /** Other features' pages, which stand here under the same rules. */
  pages?: readonly ((app: FastifyInstance, account: Account) => void)[];
  /** Origin under which customers reach the service. */
  publicUrl: string;
  secret: string;
};

const routes = [
  signUpRoutes,
  resendRoutes,
  verifyRoutes,
  signInRoutes,
  codeRoutes,
  forgottenRoutes,
  resetRoutes,
  walletRoutes,
  paymentsRoutes,
  topUpRoutes,
  profileRoutes,
  twoStepRoutes,
  twoStepChangeRoutes,
  sessionsRoutes,
  backToPageRoutes,
  stylesheetRoute,
];

/** Registers everything under `/account`. */
export async function registerAccount(app: FastifyInstance, deps: AccountDeps): Promise<void> {
  const { publicUrl, secret, pages: others = [], ...account } = deps;
  await app.register(
    async (pages) => {
      await acceptForms(pages);
      await useFormTokens(pages, { cookieKey, path: accountPath, secret, purposeOfKey, publicUrl });
      pages.addHook('onRequest', async (_request, reply) => {
        reply.headers(pageHeaders);
      });
      for (const register of [...routes, ...others]) register(pages, account);
    },
    { prefix: accountPath },
  );
}
