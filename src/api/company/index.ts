/** A company's endpoints that interface B offers to key pairs and the console's API to people: one list, two faces. */
import type { FastifyInstance } from 'fastify';
import type { PayDeps } from '../../features/payments/pay-with-provider.ts';
import type { SettlementRunner } from '../../features/settlements/settlement-runner.ts';
import { beneficiariesRoute } from './beneficiaries.ts';
import { changeBeneficiaryRoutes, type LinkDeps } from './beneficiaries-changes.ts';
import { companyDebtRoutes } from './debts.ts';
import type { CompanyFace } from './face.ts';
import { invitationsRoutes } from './invitations.ts';
import { changeInvitationRoutes } from './invitations-changes.ts';
import { type ReadOrdersDeps, readOrderRoute } from './orders.ts';
import { changeOrderRoutes } from './orders-changes.ts';
import { holdOrdersRoutes } from './orders-holds.ts';
import { holdManyOrdersRoutes } from './orders-holds-many.ts';
import { refundOrderRoute } from './orders-refunds.ts';
import { reverseOrderRoute } from './orders-reversals.ts';
import { settlementScheduleRoutes } from './settlement-schedule.ts';
import { settlementRoutes } from './settlements.ts';
import { settlementStatementRoutes } from './settlements-statement.ts';
import { readShadowRoutes } from './shadow.ts';
import { type ChangeShadowDeps, changeShadowRoutes } from './shadow-changes.ts';
import { claimShadowRoute } from './shadow-claims.ts';
import { partyStatementRoutes } from './statements.ts';
import { type TestClockDeps, testClockRoutes } from './test-clock.ts';
import { walletRoutes } from './wallets.ts';

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
