/**
 * The customer's pages under one base: cookies, form tokens, headers and routes, in a context of their own. Forms are
 * the only bodies read here, and no form is looked at before its token.
 */
import type { FastifyInstance } from 'fastify';
import type { Simulator } from '../../funding/simulator.ts';
import { acceptForms } from '../../http/content-types.ts';
import { merchantBasePaths } from '../../http/interface-of.ts';
import type { PayDeps } from '../../payments/pay-with-provider.ts';
import type { PaymentBase } from '../../payments/payment.ts';
import type { People } from '../../people/people.ts';
import { abandonRoute } from './abandon.route.ts';
import { formsPath } from './addresses.ts';
import { assetRoutes } from './assets.route.ts';
import { backToPageRoutes } from './back-to-page.route.ts';
import { cancelRoute } from './cancel.route.ts';
import { browserCookie, type Checkout } from './checkout-request.ts';
import { confirmRoutes } from './confirm.route.ts';
import { continueRoute } from './continue.route.ts';
import { useFormTokens } from './form-tokens.ts';
import { pageHeaders } from './page-headers.ts';
import { payRoute } from './pay.route.ts';
import { resultRoute } from './result.route.ts';
import { secondFactorRoute } from './second-factor.route.ts';
import { showPaymentRoute } from './show-payment.route.ts';
import { signInRoute, signOutRoute } from './sign-in.route.ts';

const purposeOfKey = 'sluice/checkout-cookie/v1';

export type CheckoutDeps = PayDeps & {
  simulator: Simulator;
  /** Origin under which customers reach the service. */
  publicUrl: string;
  people: People;
  secret: string;
};

/** @param app prefixed with the base's path already. */
export async function registerCheckout(app: FastifyInstance, base: PaymentBase, deps: CheckoutDeps): Promise<void> {
  const checkout: Checkout = { ...deps, base };
  await app.register(async (pages) => {
    await acceptForms(pages);
    await useFormTokens(pages, {
      ...deps,
      cookieKey: browserCookie,
      path: `${merchantBasePaths[base]}${formsPath}`,
      purposeOfKey,
    });
    pages.addHook('onRequest', async (_request, reply) => {
      reply.headers(pageHeaders);
    });
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
    backToPageRoutes(pages, checkout);
    assetRoutes(pages);
  });
}
