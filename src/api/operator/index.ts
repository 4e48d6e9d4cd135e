/** All endpoints of the people's API for members of the service's own holder, under `/api/v1/operator`. */

import type { FastifyInstance } from 'fastify';
import type { Wording } from '../../core/wording/follow-wording.ts';
import type { FeeLookup } from '../../features/payments/fees/fee-lookup.ts';
import type { FollowedOrders } from '../../features/providers/followed-orders.ts';
import type { Providers } from '../../features/providers/providers.ts';
import type { SingleSignOnDeps } from '../../features/single-sign-on/single-sign-on-deps.ts';
import type { ProofDeps } from '../../features/verification/make-proof.ts';
import type { TextCatalog } from '../../features/wording/text-catalog.ts';
import { inPeoplesScope, type PeopleScopeDeps } from '../console/scope.ts';
import type { TeamDeps } from '../console/team-routes.ts';
import type { LeavingRouteDeps } from '../shared/closing-deps.ts';
import { acquirerPayoutRoutes } from './acquirer-payouts.ts';
import { operatorAuditLogRoutes } from './audit-log.ts';
import { bankDetailsRoutes } from './bank-details.ts';
import { bankRefundRoutes } from './bank-refunds.ts';
import { bookingRuleRoutes } from './booking-rules.ts';
import { operatorBooksRoutes } from './books.ts';
import { operatorDebtRoutes } from './debt-settlements.ts';
import { operatorDisputeRoutes } from './disputes.ts';
import { operatorLeavingRoutes } from './erasures.ts';
import { operatorExceptionRoutes } from './exceptions.ts';
import { operatorExploreRoutes } from './explore.ts';
import { operatorFourEyesRoutes } from './four-eyes.ts';
import { operatorHealthRoute } from './health.ts';
import { operatorHolderRoutes } from './holders.ts';
import { operatorHolderDebtRoutes } from './holders-debts.ts';
import { operatorPayoutScheduleRoute } from './holders-payout-schedules.ts';
import { reopenHolderRoute } from './holders-reopen.ts';
import { operatorInboxRoute } from './inbox.ts';
import { operatorLateCaptureRoutes } from './late-captures.ts';
import { marginRoutes } from './margins.ts';
import { operatorMemberRoutes } from './members.ts';
import { operatorNoteRoutes } from './notes.ts';
import { openTransferRoutes } from './open-transfers.ts';
import { pastBooksRoutes } from './past-books.ts';
import { operatorPaymentFeeRoutes } from './payment-fees.ts';
import { paymentProviderRoutes } from './payment-providers.ts';
import { payoutExportRoute } from './payout-export.ts';
import { payoutFileRoutes } from './payout-files.ts';
import { payoutRuleRoutes } from './payout-rules.ts';
import { operatorPayoutRoutes } from './payouts.ts';
import { operatorProofRoute } from './proof.ts';
import { providerCostRoutes } from './provider-costs.ts';
import { publicProofRoutes } from './public-proof.ts';
import { recipientRoutes } from './recipients.ts';
import { reconciliationRoutes } from './reconciliation.ts';
import { operatorSearchRoute } from './search.ts';
import { operatorSecondFactorRoutes } from './second-factor-resets.ts';
import { operatorSingleSignOnRoutes } from './single-sign-on.ts';
import { statementFileRoutes } from './statement-files.ts';
import { statementLineRoutes } from './statement-lines.ts';
import { statementLineSuggestionRoutes } from './statement-lines-suggestions.ts';
import { statementMonthRoutes } from './statement-months.ts';
import { statementProfileRoutes } from './statement-profiles.ts';
import { statementSourceRoutes } from './statement-sources.ts';
import { statementRoutes } from './statements.ts';
import { operatorTopUpRoutes, reversalDecisionRoutes, reverseTopUpRoutes } from './top-ups.ts';
import { operatorTotalsRoutes } from './totals.ts';
import { operatorTraceRoutes } from './traces.ts';
import { transferOfferRoutes } from './transfer-offers.ts';
import { operatorTransferRoutes } from './transfers.ts';
import { operatorVerificationRoute } from './verifications.ts';
import { wordingRoutes } from './wording.ts';
import { operatorWriteOffLimitRoutes } from './write-off-limits.ts';

const resources = [
  acquirerPayoutRoutes,
  operatorAuditLogRoutes,
  bankDetailsRoutes,
  bankRefundRoutes,
  operatorBooksRoutes,
  operatorProofRoute,
  publicProofRoutes,
  pastBooksRoutes,
  bookingRuleRoutes,
  operatorDebtRoutes,
  operatorDisputeRoutes,
  operatorExceptionRoutes,
  operatorNoteRoutes,
  operatorLeavingRoutes,
  operatorExploreRoutes,
  operatorFourEyesRoutes,
  operatorHealthRoute,
  operatorHolderRoutes,
  operatorHolderDebtRoutes,
  reopenHolderRoute,
  operatorInboxRoute,
  operatorLateCaptureRoutes,
  operatorMemberRoutes,
  operatorPaymentFeeRoutes,
  paymentProviderRoutes,
  providerCostRoutes,
  marginRoutes,
  payoutExportRoute,
  payoutFileRoutes,
  payoutRuleRoutes,
  operatorPayoutScheduleRoute,
  operatorPayoutRoutes,
  openTransferRoutes,
  recipientRoutes,
  reconciliationRoutes,
  operatorSearchRoute,
  operatorSecondFactorRoutes,
  operatorSingleSignOnRoutes,
  statementFileRoutes,
  statementLineRoutes,
  statementLineSuggestionRoutes,
  statementMonthRoutes,
  statementProfileRoutes,
  statementSourceRoutes,
  statementRoutes,
  operatorTotalsRoutes,
  operatorTopUpRoutes,
  reverseTopUpRoutes,
  reversalDecisionRoutes,
  operatorTraceRoutes,
  transferOfferRoutes,
  operatorTransferRoutes,
  operatorVerificationRoute,
  operatorWriteOffLimitRoutes,
  wordingRoutes,
];

type OperatorDeps = PeopleScopeDeps &
  LeavingRouteDeps &
  TeamDeps &
  SingleSignOnDeps &
  ProofDeps & {
    fees: FeeLookup;
    providers: Providers;
    providerOrders: FollowedOrders;
    wording: Wording;
    texts: TextCatalog;
  };

export async function registerOperator(app: FastifyInstance, deps: OperatorDeps): Promise<void> {
  await inPeoplesScope(app, deps, (scope) => {
    for (const register of resources) register(scope, deps);
  });
}
