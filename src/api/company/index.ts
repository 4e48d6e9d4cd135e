/** A company's endpoints that interface B offers to key pairs and the console's API to people: one list, two audiences. */
import type { FastifyInstance } from 'fastify';
import type { PayDeps } from '../../features/payments/pay-with-provider.ts';
import type { SettlementRunner } from '../../features/settlements/settlement-runner.ts';
import type { CompanyAudience } from './audience.ts';
import { beneficiariesRoute, changeBeneficiaryRoutes, type LinkDeps } from './beneficiaries.ts';
import { type CashDeps, cashRoutes } from './cash.ts';
import { companyDebtRoutes } from './debts.ts';
import { changeInvitationRoutes, invitationsRoutes } from './invitations.ts';
import { changeOrderRoutes, type ReadOrdersDeps, readOrderRoute } from './orders.ts';
import { captureOrderRoute } from './orders-capture.ts';
import { holdManyOrdersRoutes, holdOrdersRoutes } from './orders-holds.ts';
import { refundOrderRoute } from './orders-refunds.ts';
import { reverseOrderRoute } from './orders-reversals.ts';
import { settlementScheduleRoutes } from './settlement-schedule.ts';
import { settlementRoutes, settlementStatementRoutes } from './settlements.ts';
import { type ChangeShadowDeps, changeShadowRoutes, claimShadowRoute, readShadowRoutes } from './shadow.ts';
import { partyStatementRoutes } from './statements.ts';
import { type TestClockDeps, testClockRoutes } from './test-clock.ts';
import { walletRoutes } from './wallets.ts';

export type CompanyDeps = PayDeps &
  ReadOrdersDeps &
  LinkDeps &
  ChangeShadowDeps &
  TestClockDeps &
  CashDeps & { runner: SettlementRunner };

export function companyRoutes(scope: FastifyInstance, audience: CompanyAudience, deps: CompanyDeps): void {
  readOrderRoute(scope, audience, deps);
  changeOrderRoutes(scope, audience, deps);
  captureOrderRoute(scope, audience, deps);
  refundOrderRoute(scope, audience, deps);
  reverseOrderRoute(scope, audience, deps);
  holdOrdersRoutes(scope, audience, deps);
  holdManyOrdersRoutes(scope, audience, deps);
  beneficiariesRoute(scope, audience, deps);
  walletRoutes(scope, audience, deps);
  companyDebtRoutes(scope, audience, deps);
  cashRoutes(scope, audience, deps);
  settlementRoutes(scope, audience, deps);
  settlementScheduleRoutes(scope, audience, deps);
  testClockRoutes(scope, audience, deps);
  invitationsRoutes(scope, audience, deps);
  changeInvitationRoutes(scope, audience, deps);
  changeBeneficiaryRoutes(scope, audience, deps);
  readShadowRoutes(scope, audience, deps);
  changeShadowRoutes(scope, audience, deps);
  claimShadowRoute(scope, audience, deps);
  settlementStatementRoutes(scope, audience, deps);
  partyStatementRoutes(scope, audience, deps);
}
