/** All endpoints of interface A, under one of its bases. All require a token, except those that take the key pair. */
import type { FastifyInstance } from 'fastify';
import type { Trials } from '../../api-keys/trials.ts';
import { merchantEventsRoute } from '../../events/routes/merchant-events.route.ts';
import type { EventsDeps } from '../../events/routes/read-page.ts';
import { requireDeclaredAnswers } from '../../http/answers.ts';
import { acceptJsonOnly, limitBodies, strangerBytesMax } from '../../http/content-types.ts';
import { refuseWhileBusy } from '../../http/refuse-while-busy.ts';
import type { PayDeps } from '../../payments/pay-with-provider.ts';
import { type CreatePaymentDeps, createPaymentRoute } from '../../payments/routes/create-payment.route.ts';
import {
  type PaymentStatusDeps,
  paymentStatusByBearer,
  paymentStatusByBody,
} from '../../payments/routes/payment-status.route.ts';
import { tokenRoute } from '../../payments/routes/token.route.ts';
import { refundPaymentRoutes } from '../../refunds/routes/refund-payment.route.ts';
import { merchantWebhookRoutes } from '../../webhooks/routes/merchant-webhooks.route.ts';
import { merchantCommonStatuses, nameSandboxOperations } from './answers.ts';
import { requireMerchant, requireMerchantStill } from './authenticate.ts';
import { type MerchantBase, merchantBasePaths } from './interface.ts';

type MerchantDeps = PayDeps & CreatePaymentDeps & PaymentStatusDeps & EventsDeps & { trials: Trials };

export async function registerMerchant(app: FastifyInstance, base: MerchantBase, deps: MerchantDeps): Promise<void> {
  await app.register(
    async (scope) => {
      scope.decorateRequest('merchant', null);
      scope.decorateRequest('tokenOf', null);
      // The token is asked for without a key, so what a stranger can make the service parse is kept small.
      limitBodies(scope, strangerBytesMax);
      acceptJsonOnly(scope);
      requireDeclaredAnswers(scope, merchantCommonStatuses);
      if (base === 'sandbox') scope.addHook('onRoute', nameSandboxOperations);
      tokenRoute(scope, base, deps);
      paymentStatusByBody(scope, base, deps);
      await scope.register(async (authenticated) => {
        authenticated.addHook('onRoute', (route) => {
          route.onRequest = [requireMerchant(base, deps), ...[route.onRequest ?? []].flat()];
        });
        await authenticated.register(async (own) => {
          refuseWhileBusy(own, deps.creator.isBusy);
          createPaymentRoute(own, base, deps);
        });
        paymentStatusByBearer(authenticated, deps);
        refundPaymentRoutes(authenticated, deps);
        merchantEventsRoute(authenticated, { ...deps, mayStill: requireMerchantStill(deps) });
        merchantWebhookRoutes(authenticated, deps);
      });
    },
    { prefix: merchantBasePaths[base] },
  );
}
