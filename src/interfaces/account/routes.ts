/** All pages under `/account`, including those of other features. None may need JavaScript. */
import type { FastifyInstance } from 'fastify';
import { backToAccountPages } from '../../account/routes/back-to-page.route.ts';
import { codeRoutes } from '../../account/routes/code.route.ts';
import { verifyRoutes } from '../../account/routes/confirm-sign-up.route.ts';
import { forgottenRoutes } from '../../account/routes/forgotten.route.ts';
import { liftRoutes } from '../../account/routes/lift.route.ts';
import { lockedOutRoutes } from '../../account/routes/locked-out.route.ts';
import { paymentsRoutes } from '../../account/routes/paid-from-wallet.route.ts';
import { profileRoutes } from '../../account/routes/profile.route.ts';
import { resendRoutes } from '../../account/routes/resend.route.ts';
import { resetRoutes } from '../../account/routes/reset.route.ts';
import { sessionsRoutes } from '../../account/routes/session-pages.route.ts';
import { signInRoutes } from '../../account/routes/sign-in.route.ts';
import { signUpRoutes } from '../../account/routes/sign-up.route.ts';
import { stylesheetRoute } from '../../account/routes/stylesheet.route.ts';
import { topUpRoutes } from '../../account/routes/top-up-pages.route.ts';
import { twoStepRoutes } from '../../account/routes/two-step.route.ts';
import { twoStepChangeRoutes } from '../../account/routes/two-step-change.route.ts';
import { walletPages } from '../../account/routes/wallet-pages.route.ts';
import type { LinkDeps } from '../../invitations/routes/change-beneficiary.route.ts';
import { companiesPages } from '../../invitations/routes/companies-pages.route.ts';
import { invitationPages } from '../../invitations/routes/invitation-pages.route.ts';
import { preparePages } from '../../pages/prepare-pages.ts';
import { bankPages } from '../../payouts/routes/bank-pages.route.ts';
import { payoutPages } from '../../payouts/routes/payout-pages.route.ts';
import { accountPath } from '../../people/addresses.ts';
import type { Account } from './account-page.ts';

const purposeOfKey = 'sluice/account-cookie/v1';
const cookieKey = 'sluice_account';

export type AccountDeps = Omit<Account, 'secure'> & LinkDeps & { secret: string };

export async function registerAccount(app: FastifyInstance, deps: AccountDeps): Promise<void> {
  const { db, clock, people, publicUrl, secret } = deps;
  const account: Account = { db, clock, people, secure: publicUrl.startsWith('https:') };
  const routes = [
    signUpRoutes,
    resendRoutes,
    verifyRoutes,
    signInRoutes,
    codeRoutes,
    forgottenRoutes,
    lockedOutRoutes,
    liftRoutes,
    resetRoutes,
    walletPages,
    paymentsRoutes,
    topUpRoutes,
    profileRoutes,
    twoStepRoutes,
    twoStepChangeRoutes,
    sessionsRoutes,
    backToAccountPages,
    stylesheetRoute,
    invitationPages(deps),
    companiesPages(deps),
    payoutPages,
    bankPages,
  ];
  await app.register(
    async (pages) => {
      const { sessionMark } = people;
      await preparePages(pages, { cookieKey, path: accountPath, secret, purposeOfKey, publicUrl, sessionMark });
      for (const register of routes) register(pages, account);
    },
    { prefix: accountPath },
  );
}
