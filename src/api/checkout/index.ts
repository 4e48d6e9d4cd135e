/** All pages of the hosted checkout, under both bases of interface A. */
import type { FastifyInstance } from 'fastify';
import { preparePages } from '../../core/pages/prepare-pages.ts';
import { formsPathOf } from '../shared/checkout-addresses.ts';
import { type MerchantBase, merchantBasePaths } from '../shared/merchant-bases.ts';
import { abandonRoute } from './abandon.ts';
import { arriveRoute } from './arrive.ts';
import { assetRoutes } from './assets.ts';
import { backToPaymentPage } from './back-to-page.ts';
import { cancelRoute } from './cancel.ts';
import { browserCookie, type Checkout } from './checkout-request.ts';
import { confirmRoutes } from './confirm.ts';
import { continueRoute } from './continue.ts';
import { allowEmbedding, cookieTo } from './embedding.ts';
import { createHandOver } from './hand-over.ts';
import { payRoute } from './pay.ts';
import { receiptRoute } from './receipt.ts';
import { rememberLanguage } from './remember-language.ts';
import { resultRoute } from './result.ts';
import { secondFactorRoute } from './second-factor.ts';
import { showPaymentRoute } from './show-payment.ts';
import { signInRoute, signOutRoute } from './sign-in.ts';

const purposeOfKey = 'sluice/checkout-cookie/v1';

type CheckoutDeps = Omit<Checkout, 'base' | 'handOver'> & { secret: string };

export async function registerCheckout(app: FastifyInstance, base: MerchantBase, deps: CheckoutDeps): Promise<void> {
  const checkout: Checkout = { ...deps, base, handOver: createHandOver(deps.secret) };
  await app.register(
    async (pages) => {
      const { sessionMark } = deps.people;
      await preparePages(pages, {
        ...deps,
        cookieKey: browserCookie,
        path: formsPathOf(base),
        purposeOfKey,
        sessionMark,
        cookieTo,
      });
      allowEmbedding(pages, checkout);
      rememberLanguage(pages, checkout);
      showPaymentRoute(pages, checkout);
      payRoute(pages, checkout);
      signInRoute(pages, checkout);
      secondFactorRoute(pages, checkout);
      signOutRoute(pages, checkout);
      cancelRoute(pages, checkout);
      continueRoute(pages, checkout);
      confirmRoutes(pages, checkout);
      arriveRoute(pages, checkout);
      abandonRoute(pages, checkout);
      resultRoute(pages, checkout);
      receiptRoute(pages, checkout);
      backToPaymentPage(pages, checkout);
      assetRoutes(pages, checkout);
    },
    { prefix: merchantBasePaths[base] },
  );
}
