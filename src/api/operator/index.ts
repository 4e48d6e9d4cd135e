/** All endpoints of the people's API for members of the service's own holder, under `/api/v1/operator`. */
import type { FastifyInstance } from 'fastify';
import type { FeeLookup } from '../../features/payments/fees/fee-lookup.ts';
import { inPeoplesScope, type PeopleScopeDeps } from '../console/scope.ts';
import type { LeavingRouteDeps } from '../shared/closing-deps.ts';
import { acquirerPayoutRoutes } from './acquirer-payouts.ts';
import { bankDetailsRoutes } from './bank-details.ts';
import { operatorBooksRoutes } from './books.ts';
import { operatorDebtRoutes } from './debt-settlements.ts';
import { operatorDisputeRoutes } from './disputes.ts';
import { operatorLeavingRoutes } from './erasures.ts';
import { operatorHealthRoute } from './health.ts';
import { operatorHolderRoutes } from './holders.ts';
import { operatorInboxRoute } from './inbox.ts';
import { operatorLateCaptureRoutes } from './late-captures.ts';
import { operatorPaymentFeeRoutes } from './payment-fees.ts';
import { operatorPayoutRoutes } from './payouts.ts';
import { recipientRoutes } from './recipients.ts';
import { reconciliationRoutes } from './reconciliation.ts';
import { operatorSecondFactorRoutes } from './second-factor-resets.ts';
import { operatorSettingsRoutes } from './settings.ts';
import { statementLineRoutes } from './statement-lines.ts';
import { statementRoutes } from './statements.ts';
import { operatorTopUpRoutes } from './top-ups.ts';
import { reverseTopUpRoutes } from './top-ups-reverse.ts';
import { operatorTransferRoutes } from './transfers.ts';

const resources = [
  operatorInboxRoute,
  operatorPayoutRoutes,
  operatorTopUpRoutes,
  reverseTopUpRoutes,
  operatorTransferRoutes,
  recipientRoutes,
  bankDetailsRoutes,
  operatorLateCaptureRoutes,
  operatorDisputeRoutes,
  operatorHolderRoutes,
  operatorBooksRoutes,
  operatorHealthRoute,
  operatorSettingsRoutes,
  operatorDebtRoutes,
  operatorPaymentFeeRoutes,
  operatorSecondFactorRoutes,
  operatorLeavingRoutes,
  statementRoutes,
  statementLineRoutes,
  reconciliationRoutes,
  acquirerPayoutRoutes,
];

type OperatorDeps = PeopleScopeDeps & LeavingRouteDeps & { fees: FeeLookup };

export async function registerOperator(app: FastifyInstance, deps: OperatorDeps): Promise<void> {
  await inPeoplesScope(app, deps, (scope) => {
    for (const register of resources) register(scope, deps);
  });
}
