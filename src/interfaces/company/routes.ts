/** A company's endpoints that interface B offers to key pairs and the console's API to people: one list, two faces. */
import type { FastifyInstance } from 'fastify';
import { companyDebtRoutes } from '../../debts/routes/company-debts.route.ts';
import { beneficiariesRoute } from '../../holders/routes/beneficiaries.route.ts';
import { changeBeneficiaryRoutes, type LinkDeps } from '../../invitations/routes/change-beneficiary.route.ts';
import { changeInvitationRoutes } from '../../invitations/routes/change-invitation.route.ts';
import { invitationsRoutes } from '../../invitations/routes/invitations.route.ts';
import { changeOrderRoutes } from '../../orders/routes/change-order.route.ts';
import { holdManyOrdersRoutes } from '../../orders/routes/hold-many-orders.route.ts';
import { holdOrdersRoutes } from '../../orders/routes/order-holds.route.ts';
import { type ReadOrdersDeps, readOrderRoute } from '../../orders/routes/read-orders.route.ts';
import type { PayDeps } from '../../payments/pay-with-provider.ts';
import { refundOrderRoute } from '../../refunds/routes/refund-order.route.ts';
import { reverseOrderRoute } from '../../refunds/routes/reverse-order.route.ts';
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
import type { CompanyFace } from './face.ts';

export type CompanyDeps = PayDeps &
  ReadOrdersDeps &
  LinkDeps &
  ChangeShadowDeps &
  TestClockDeps & { runner: SettlementRunner };

export function companyRoutes(scope: FastifyInstance, face: CompanyFace, deps: CompanyDeps): void {
  readOrderRoute(scope, face, deps);
  changeOrderRoutes(scope, face, deps);
  refundOrderRoute(scope, face, deps);
  reverseOrderRoute(scope, face, deps);
  holdOrdersRoutes(scope, face, deps);
  holdManyOrdersRoutes(scope, face, deps);
  beneficiariesRoute(scope, face, deps);
  walletRoutes(scope, face, deps);
  companyDebtRoutes(scope, face, deps);
  settlementRoutes(scope, face, deps);
  settlementScheduleRoutes(scope, face, deps);
  testClockRoutes(scope, face, deps);
  invitationsRoutes(scope, face, deps);
  changeInvitationRoutes(scope, face, deps);
  changeBeneficiaryRoutes(scope, face, deps);
  readShadowRoutes(scope, face, deps);
  changeShadowRoutes(scope, face, deps);
  claimShadowRoute(scope, face, deps);
  settlementStatementRoutes(scope, face, deps);
  partyStatementRoutes(scope, face, deps);
}
