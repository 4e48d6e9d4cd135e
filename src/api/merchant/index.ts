/** All endpoints of interface A, under one of its bases. All require a token, except those that take the key pair. */
import type { FastifyInstance } from 'fastify';
import { requireDeclaredAnswers } from '../../core/http/answers.ts';
import { acceptJsonAndForms, limitBodies, strangerBytesMax } from '../../core/http/content-types.ts';
import { refuseWhileBusy } from '../../core/http/refuse-while-busy.ts';
import type { Trials } from '../../features/api-keys/trials.ts';
import type { PayDeps } from '../../features/payments/pay-with-provider.ts';
import type { EventsDeps } from '../shared/event-page.ts';
import { type MerchantBase, merchantBasePaths } from '../shared/merchant-bases.ts';
import { merchantCommonStatuses, nameSandboxOperations } from './answers.ts';
import { requireMerchant, requireMerchantStill } from './authenticate.ts';
import { tokenRoute } from './authentication-token.ts';
import { merchantEventsRoute } from './events.ts';
import { cancelPaymentRoute } from './payment-cancel.ts';
import { capturePaymentRoute } from './payment-capture.ts';
import { type CreatePaymentDeps, createPaymentRoute } from './payment-create.ts';
import { refundPaymentRoute } from './payment-refund.ts';
import { type PaymentStatusDeps, paymentStatusByBearer, paymentStatusByBody } from './payment-status.ts';
import { merchantWebhookRoutes } from './webhook-endpoints.ts';

type MerchantDeps = PayDeps & CreatePaymentDeps & PaymentStatusDeps & EventsDeps & { trials: Trials };

export async function registerMerchant(app: FastifyInstance, base: MerchantBase, deps: MerchantDeps): Promise<void> {
  await app.register(
    async (scope) => {
      scope.decorateRequest('merchant', null);
      scope.decorateRequest('tokenOf', null);
      // The token is asked for without a key, so what a stranger can make the service parse is kept small.
      limitBodies(scope, strangerBytesMax);
      acceptJsonAndForms(scope);
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
        refundPaymentRoute(authenticated, deps);
        capturePaymentRoute(authenticated, deps);
        cancelPaymentRoute(authenticated, deps);
        merchantEventsRoute(authenticated, { ...deps, mayStill: requireMerchantStill(deps) });
        merchantWebhookRoutes(authenticated, deps);
      });
    },
    { prefix: merchantBasePaths[base] },
  );
}
