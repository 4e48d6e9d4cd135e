/** All endpoints of interface B. All require the company's key pair, which is checked before anything else. */
import type { FastifyInstance } from 'fastify';
import { requireDeclaredAnswers } from '../../core/http/answers.ts';
import { refuseWhileBusy } from '../../core/http/refuse-while-busy.ts';
import type { Authenticator } from '../../features/api-keys/authenticate.ts';
import type { Trials } from '../../features/api-keys/trials.ts';
import { bankAccountsRoute } from '../company/bank-accounts.ts';
import { type CompanyDeps, companyRoutes } from '../company/index.ts';
import { listOrdersRoute } from '../company/orders.ts';
import { payoutScheduleRoutes } from '../company/payout-schedules.ts';
import { payoutRoutes } from '../company/payouts.ts';
import { type WebhookRouteDeps, webhookRoutes } from '../company/webhook-endpoints.ts';
import type { EventsDeps } from '../shared/event-page.ts';
import { companyRequests } from '../shared/payout-requests.ts';
import { partnerAudience, partnerCommonStatuses } from './audience.ts';
import { requirePartner, requirePartnerStill } from './authenticate.ts';
import { partnerEventsRoute } from './events.ts';
import { partnerBasePath } from './interface.ts';
import { createOrderRoute } from './orders.ts';
import { type CreateManyOrdersDeps, createManyOrdersRoute } from './orders-bulk.ts';

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
  listOrdersRoute(scope, partnerAudience, deps);
  partnerEventsRoute(scope, partnerAudience, { ...deps, mayStill: requirePartnerStill(deps) });
  companyRoutes(scope, partnerAudience, deps);
  payoutRoutes(scope, partnerAudience, deps, companyRequests);
  payoutScheduleRoutes(scope, partnerAudience, deps);
  bankAccountsRoute(scope, partnerAudience, deps);
  webhookRoutes(scope, partnerAudience, deps);
}
