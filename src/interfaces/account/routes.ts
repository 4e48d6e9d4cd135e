/** All pages under `/account`, including those of other features. None may need JavaScript. */
import type { FastifyInstance } from 'fastify';
import { movedRoutes } from '../../account/routes/moved.route.ts';
import { paymentsRoutes } from '../../account/routes/paid-from-wallet.route.ts';
import { stylesheetRoute } from '../../account/routes/stylesheet.route.ts';
import { topUpRoutes } from '../../account/routes/top-up-pages.route.ts';
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
    walletPages,
    paymentsRoutes,
    topUpRoutes,
    movedRoutes,
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
