/** All pages of the hosted checkout, under both bases of interface A. */
import type { FastifyInstance } from 'fastify';
import { abandonRoute } from '../../checkout/routes/abandon.route.ts';
import { assetRoutes } from '../../checkout/routes/assets.route.ts';
import { backToPaymentPage } from '../../checkout/routes/back-to-page.route.ts';
import { cancelRoute } from '../../checkout/routes/cancel.route.ts';
import { browserCookie, type Checkout } from '../../checkout/routes/checkout-request.ts';
import { confirmRoutes } from '../../checkout/routes/confirm.route.ts';
import { continueRoute } from '../../checkout/routes/continue.route.ts';
import { payRoute } from '../../checkout/routes/pay.route.ts';
import { receiptRoute } from '../../checkout/routes/receipt.route.ts';
import { rememberLanguage } from '../../checkout/routes/remember-language.ts';
import { resultRoute } from '../../checkout/routes/result.route.ts';
import { secondFactorRoute } from '../../checkout/routes/second-factor.route.ts';
import { showPaymentRoute } from '../../checkout/routes/show-payment.route.ts';
import { signInRoute, signOutRoute } from '../../checkout/routes/sign-in.route.ts';
import { preparePages } from '../../pages/prepare-pages.ts';
import { type MerchantBase, merchantBasePaths } from '../merchant/interface.ts';
import { formsPathOf } from './addresses.ts';

const purposeOfKey = 'sluice/checkout-cookie/v1';

type CheckoutDeps = Omit<Checkout, 'base'> & { secret: string };

export async function registerCheckout(app: FastifyInstance, base: MerchantBase, deps: CheckoutDeps): Promise<void> {
  const checkout: Checkout = { ...deps, base };
  await app.register(
    async (pages) => {
      const { sessionMark } = deps.people;
      await preparePages(pages, {
        ...deps,
        cookieKey: browserCookie,
        path: formsPathOf(base),
        purposeOfKey,
        sessionMark,
      });
      rememberLanguage(pages, checkout);
      showPaymentRoute(pages, checkout);
      payRoute(pages, checkout);
      signInRoute(pages, checkout);
      secondFactorRoute(pages, checkout);
      signOutRoute(pages, checkout);
      cancelRoute(pages, checkout);
      continueRoute(pages, checkout);
      confirmRoutes(pages, checkout);
      abandonRoute(pages, checkout);
      resultRoute(pages, checkout);
      receiptRoute(pages, checkout);
      backToPaymentPage(pages, checkout);
      assetRoutes(pages, checkout);
    },
    { prefix: merchantBasePaths[base] },
  );
}
