/** All endpoints of interface B. All require the company's key pair, which is checked before anything else. */
import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../../api-keys/authenticate.ts';
import type { Trials } from '../../api-keys/trials.ts';
import { partnerEventsRoute } from '../../events/routes/partner-events.route.ts';
import type { EventsDeps } from '../../events/routes/read-page.ts';
import { requireDeclaredAnswers } from '../../http/answers.ts';
import { refuseWhileBusy } from '../../http/refuse-while-busy.ts';
import { type CreateManyOrdersDeps, createManyOrdersRoute } from '../../orders/routes/create-many-orders.route.ts';
import { createOrderRoute } from '../../orders/routes/create-order.route.ts';
import { listOrdersRoute } from '../../orders/routes/read-orders.route.ts';
import { bankAccountsRoute } from '../../payouts/routes/bank-accounts.route.ts';
import { companyRequests } from '../../payouts/routes/payout-requests.ts';
import { payoutRoutes } from '../../payouts/routes/payouts.route.ts';
import { type WebhookRouteDeps, webhookRoutes } from '../../webhooks/routes/webhooks.route.ts';
import { type CompanyDeps, companyRoutes } from '../company/routes.ts';
import { requirePartner, requirePartnerStill } from './authenticate.ts';
import { partnerCommonStatuses, partnerFace } from './face.ts';
import { partnerBasePath } from './interface.ts';

type PartnerDeps = CompanyDeps &
  CreateManyOrdersDeps &
  EventsDeps &
  WebhookRouteDeps & { authenticator: Authenticator; trials: Trials };

export async function registerPartner(app: FastifyInstance, deps: PartnerDeps): Promise<void> {
  await app.register(async (scope) => partnerRoutes(scope, deps), { prefix: partnerBasePath });
}

function partnerRoutes(scope: FastifyInstance, deps: PartnerDeps): void {
  scope.decorateRequest('partner', null);
  scope.decorateRequest('orderSlot', null);
  requireDeclaredAnswers(scope, partnerCommonStatuses);
  scope.addHook('onRoute', (route) => {
    route.onRequest = [requirePartner(deps), ...[route.onRequest ?? []].flat()];
  });
  scope.register(async (own) => {
    refuseWhileBusy(own, () => deps.write.isBusy?.('single') ?? false);
    createOrderRoute(own, deps);
  });
  scope.register(async (own) => {
    refuseWhileBusy(own, () => deps.write.isBusy?.('bulk') ?? false);
    createManyOrdersRoute(own, deps);
  });
  listOrdersRoute(scope, partnerFace, deps);
  partnerEventsRoute(scope, partnerFace, { ...deps, mayStill: requirePartnerStill(deps) });
  companyRoutes(scope, partnerFace, deps);
  payoutRoutes(scope, partnerFace, deps, companyRequests);
  bankAccountsRoute(scope, partnerFace, deps);
  webhookRoutes(scope, partnerFace, deps);
}
