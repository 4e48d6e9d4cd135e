/** All endpoints of interface B. All require the company's key pair, which is checked before anything else. */
import type { FastifyInstance } from 'fastify';
import type { Authenticator } from '../../api-keys/authenticate.ts';
import { partnerEventsRoute } from '../../events/routes/partner-events.route.ts';
import { beneficiariesRoute } from '../../holders/routes/beneficiaries.route.ts';
import { requireDeclaredAnswers } from '../../http/answers.ts';
import { changeBeneficiaryRoutes, type LinkDeps } from '../../invitations/routes/change-beneficiary.route.ts';
import { changeInvitationRoutes } from '../../invitations/routes/change-invitation.route.ts';
import { invitationsRoutes } from '../../invitations/routes/invitations.route.ts';
import { changeOrderRoutes } from '../../orders/routes/change-order.route.ts';
import { type CreateOrderDeps, createOrderRoute } from '../../orders/routes/create-order.route.ts';
import { holdManyOrdersRoutes } from '../../orders/routes/hold-many-orders.route.ts';
import { holdOrdersRoutes } from '../../orders/routes/order-holds.route.ts';
import { type ReadOrdersDeps, readOrdersRoutes } from '../../orders/routes/read-orders.route.ts';
import type { PayDeps } from '../../payments/pay-with-provider.ts';
import { bankAccountsRoute } from '../../payouts/routes/bank-accounts.route.ts';
import { payoutRoutes } from '../../payouts/routes/payouts.route.ts';
import { refundOrderRoute } from '../../refunds/routes/refund-order.route.ts';
import { partyStatementRoutes } from '../../settlements/routes/get-party-statement.route.ts';
import { settlementStatementRoutes } from '../../settlements/routes/get-settlement-statement.route.ts';
import { settlementScheduleRoutes } from '../../settlements/routes/settlement-schedule.route.ts';
import { settlementRoutes } from '../../settlements/routes/settlements.route.ts';
import type { SettlementRunner } from '../../settlements/settlement-runner.ts';
import { type ChangeShadowDeps, changeShadowRoutes } from '../../shadow/routes/change-shadow.route.ts';
import { claimShadowRoute } from '../../shadow/routes/claim-shadow.route.ts';
import { readShadowRoutes } from '../../shadow/routes/read-shadow.route.ts';
import { type TestClockDeps, testClockRoutes } from '../../test-clock/routes/test-clock.route.ts';
import { walletRoutes } from '../../wallets/routes/wallets.route.ts';
import { partnerCommonStatuses } from './answers.ts';
import { requirePartner } from './authenticate.ts';
import { partnerBasePath } from './interface.ts';

export type PartnerDeps = PayDeps &
  CreateOrderDeps &
  ReadOrdersDeps &
  LinkDeps &
  ChangeShadowDeps &
  TestClockDeps & { authenticator: Authenticator; runner: SettlementRunner };

export async function registerPartner(app: FastifyInstance, deps: PartnerDeps): Promise<void> {
  await app.register(async (scope) => partnerRoutes(scope, deps), { prefix: partnerBasePath });
}

function partnerRoutes(scope: FastifyInstance, deps: PartnerDeps): void {
  scope.decorateRequest('partner', null);
  requireDeclaredAnswers(scope, partnerCommonStatuses);
  scope.addHook('onRoute', (route) => {
    route.onRequest = [requirePartner(deps.authenticator), ...[route.onRequest ?? []].flat()];
  });
  createOrderRoute(scope, deps);
  readOrdersRoutes(scope, deps);
  changeOrderRoutes(scope, deps);
  refundOrderRoute(scope, deps);
  holdOrdersRoutes(scope, deps);
  holdManyOrdersRoutes(scope, deps);
  beneficiariesRoute(scope, deps);
  partnerEventsRoute(scope, deps);
  walletRoutes(scope, deps);
  settlementRoutes(scope, deps);
  settlementScheduleRoutes(scope, deps);
  testClockRoutes(scope, deps);
  invitationsRoutes(scope, deps);
  changeInvitationRoutes(scope, deps);
  changeBeneficiaryRoutes(scope, deps);
  readShadowRoutes(scope, deps);
  changeShadowRoutes(scope, deps);
  claimShadowRoute(scope, deps);
  payoutRoutes(scope, deps);
  bankAccountsRoute(scope, deps);
  settlementStatementRoutes(scope, deps);
  partyStatementRoutes(scope, deps);
}
