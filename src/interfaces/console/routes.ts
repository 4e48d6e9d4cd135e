/** All endpoints of the console's API. Writes require our own origin; all but a visitor's require a session. */
import type { FastifyInstance } from 'fastify';
import { auditLogRoutes } from '../../access/routes/audit-log.route.ts';
import { type KeyRouteDeps, keyRoutes } from '../../api-keys/routes/console-keys.route.ts';
import { brandingRoutes } from '../../branding/routes/branding.route.ts';
import { companyHomeRoutes } from '../../company-home/routes/company-home.route.ts';
import { consoleTopUpRoutes } from '../../customer-wallet/routes/console-top-up.route.ts';
import { consoleWalletRoutes } from '../../customer-wallet/routes/console-wallet.route.ts';
import { holderDebtRoutes } from '../../debts/routes/holder-debts.route.ts';
import { operatorDebtRoutes } from '../../debts/routes/operator-debts.route.ts';
import { earningsRoutes } from '../../earnings/routes/earnings.route.ts';
import { consoleEventsRoute } from '../../events/routes/console-events.route.ts';
import type { EventsDeps } from '../../events/routes/read-page.ts';
import { businessRoutes } from '../../holders/routes/business.route.ts';
import { openHolderRoute } from '../../holders/routes/open-holder.route.ts';
import { renameHolderRoute } from '../../holders/routes/rename-holder.route.ts';
import { requireDeclaredAnswers } from '../../http/answers.ts';
import { limitBodies, requireBody, strangerBytesMax } from '../../http/content-types.ts';
import { companyLinksRoutes } from '../../invitations/routes/console-company-links.route.ts';
import { invitationLinkRoute } from '../../invitations/routes/console-invitation-link.route.ts';
import { consoleLinksRoute } from '../../invitations/routes/console-links.route.ts';
import { openedInvitationRoute } from '../../invitations/routes/console-opened-invitation.route.ts';
import { receivedInvitationsRoutes } from '../../invitations/routes/console-received-invitations.route.ts';
import { closeAccountRoutes } from '../../leaving/routes/close-account.route.ts';
import type { LeavingRouteDeps } from '../../leaving/routes/deps.ts';
import { erasureRoutes } from '../../leaving/routes/erasure.route.ts';
import { operatorLeavingRoutes } from '../../leaving/routes/operator-leaving.route.ts';
import { mailSwitchRoutes } from '../../mail/routes/mail-switches.route.ts';
import { unsubscribeRoutes } from '../../mail/routes/unsubscribe.route.ts';
import type { UnsubscribeLinks } from '../../mail/unsubscribe-links.ts';
import { joinRoute, joinViewRoute } from '../../members/routes/join.route.ts';
import { memberRoutes } from '../../members/routes/members.route.ts';
import { checklistRoute } from '../../onboarding/routes/checklist.route.ts';
import { approvalRequestRoutes } from '../../operator/routes/approval-requests.route.ts';
import { operatorBooksRoutes } from '../../operator/routes/operator-books.route.ts';
import { operatorHealthRoute } from '../../operator/routes/operator-health.route.ts';
import { operatorHolderRoutes } from '../../operator/routes/operator-holders.route.ts';
import { operatorInboxRoute } from '../../operator/routes/operator-inbox.route.ts';
import { operatorSettingsRoutes } from '../../operator/routes/operator-settings.route.ts';
import { consoleOrdersRoute } from '../../orders/routes/console-orders.route.ts';
import { orderTraceRoutes } from '../../orders/routes/order-trace.route.ts';
import type { FeeLookup } from '../../payment-fees/fee-lookup.ts';
import { operatorPaymentFeeRoutes } from '../../payment-fees/routes/operator-payment-fees.route.ts';
import { paymentFeesRoute } from '../../payment-fees/routes/payment-fees.route.ts';
import { operatorDisputeRoutes } from '../../payments/routes/operator-disputes.route.ts';
import { operatorLateCaptureRoutes } from '../../payments/routes/operator-late-captures.route.ts';
import { holderPayoutRoutes } from '../../payouts/routes/holder-payouts.route.ts';
import { operatorPayoutRoutes } from '../../payouts/routes/operator-payouts.route.ts';
import { freshRoute } from '../../people/routes/console-fresh.route.ts';
import { limitLiftRoutes } from '../../people/routes/console-limit-lifts.route.ts';
import { mailedLinkRoute } from '../../people/routes/console-mailed-links.route.ts';
import { passwordResetRoutes } from '../../people/routes/console-password-resets.route.ts';
import { profileRoutes } from '../../people/routes/console-profile.route.ts';
import { secondFactorRoutes } from '../../people/routes/console-second-factor.route.ts';
import { type SessionRouteDeps, sessionRoutes } from '../../people/routes/console-session.route.ts';
import { sessionListRoutes } from '../../people/routes/console-sessions.route.ts';
import { signInRoutes } from '../../people/routes/console-sign-in.route.ts';
import { signUpRoutes } from '../../people/routes/console-sign-ups.route.ts';
import { operatorSecondFactorRoutes } from '../../people/routes/operator-second-factors.route.ts';
import { acquirerPayoutRoutes } from '../../reconciliation/routes/acquirer-payouts.route.ts';
import { operatorTransferRoutes } from '../../reconciliation/routes/operator-transfers.route.ts';
import { recipientRoutes } from '../../reconciliation/routes/recipients.route.ts';
import { reconciliationRoutes } from '../../reconciliation/routes/reconciliation.route.ts';
import { reverseTopUpRoutes } from '../../reconciliation/routes/reverse-top-up.route.ts';
import { statementLineRoutes } from '../../reconciliation/routes/statement-lines.route.ts';
import { statementRoutes } from '../../reconciliation/routes/statements.route.ts';
import { type TryRouteDeps, tryRoute } from '../../reference/routes/try.route.ts';
import { requestRoutes } from '../../requests/routes/console-requests.route.ts';
import { searchRoutes } from '../../search/routes/console-search.route.ts';
import { payeeStatementRoutes } from '../../settlements/routes/get-party-statement.route.ts';
import { cancelPaymentRoute } from '../../shop/routes/cancel-payment.route.ts';
import { type PaymentLinkDeps, paymentLinkRoute } from '../../shop/routes/payment-links.route.ts';
import { shopPaymentRoutes } from '../../shop/routes/payments.route.ts';
import { refundPaymentOfShopRoute } from '../../shop/routes/refund-payment.route.ts';
import { shopHomeRoutes } from '../../shop/routes/shop-home.route.ts';
import { bankDetailsRoutes } from '../../wallets/routes/bank-details.route.ts';
import { holderTopUpRoutes } from '../../wallets/routes/holder-top-ups.route.ts';
import { movementsRoute } from '../../wallets/routes/movements.route.ts';
import { operatorTopUpRoutes } from '../../wallets/routes/operator-top-ups.route.ts';
import { type WebhookRouteDeps, webhookRoutes } from '../../webhooks/routes/webhooks.route.ts';
import { type CompanyDeps, companyRoutes } from '../company/routes.ts';
import { consoleCommonStatuses, visitorCommonStatuses } from './answers.ts';
import { catchUpWithTestClocks, declareActing, requirePerson, requireSameOrigin } from './authenticate.ts';
import { consoleFace } from './face.ts';
import { holderFace } from './holder-face.ts';
import { consoleBasePath } from './interface.ts';

type ConsoleDeps = SessionRouteDeps &
  CompanyDeps &
  KeyRouteDeps &
  WebhookRouteDeps &
  PaymentLinkDeps &
  TryRouteDeps &
  EventsDeps &
  LeavingRouteDeps & { publicUrl: string; unsubscribeLinks: UnsubscribeLinks; fees: FeeLookup };

/** Need no session. Everything else belongs into the scope below. */
const visitorRoutes = [
  signInRoutes,
  signUpRoutes,
  passwordResetRoutes,
  limitLiftRoutes,
  mailedLinkRoute,
  joinViewRoute,
  openedInvitationRoute,
  unsubscribeRoutes,
];

/** For members of a merchant that takes payments. */
const shopRoutes = [shopHomeRoutes, shopPaymentRoutes, refundPaymentOfShopRoute, cancelPaymentRoute, paymentLinkRoute];

/** For members of the service's own holder. */
const operatorRoutes = [
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

export async function registerConsole(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  await app.register(
    async (scope) => {
      limitBodies(scope, strangerBytesMax);
      requireDeclaredAnswers(scope, visitorCommonStatuses);
      scope.addHook('onRequest', requireSameOrigin(deps.publicUrl));
      scope.addHook('onRequest', catchUpWithTestClocks(deps));
      scope.addHook('preValidation', requireBody);
      for (const register of visitorRoutes) register(scope, deps);
    },
    { prefix: consoleBasePath },
  );
  await app.register(
    async (scope) => {
      scope.decorateRequest('signed', null);
      requireDeclaredAnswers(scope, consoleCommonStatuses);
      scope.addHook('onRoute', (route) => {
        const own = [route.onRequest ?? []].flat();
        declareActing(route);
        route.onRequest = [requireSameOrigin(deps.publicUrl), requirePerson(deps), catchUpWithTestClocks(deps), ...own];
      });
      for (const register of [sessionRoutes, freshRoute, profileRoutes, sessionListRoutes, secondFactorRoutes])
        register(scope, deps);
      consoleOrdersRoute(scope, deps);
      orderTraceRoutes(scope, deps);
      movementsRoute(scope, deps);
      companyHomeRoutes(scope, deps);
      keyRoutes(scope, deps);
      tryRoute(scope, deps);
      requestRoutes(scope, deps);
      consoleLinksRoute(scope, deps);
      invitationLinkRoute(scope, deps);
      receivedInvitationsRoutes(scope, deps);
      companyLinksRoutes(scope, deps);
      consoleEventsRoute(scope, deps);
      webhookRoutes(scope, holderFace, deps);
      companyRoutes(scope, consoleFace, deps);
      holderPayoutRoutes(scope, deps);
      paymentFeesRoute(scope, deps);
      earningsRoutes(scope, deps);
      payeeStatementRoutes(scope, deps);
      consoleWalletRoutes(scope, deps);
      consoleTopUpRoutes(scope, deps);
      holderTopUpRoutes(scope, deps);
      holderDebtRoutes(scope, deps);
      approvalRequestRoutes(scope, deps);
      businessRoutes(scope, deps);
      mailSwitchRoutes(scope, deps);
      erasureRoutes(scope, deps);
      closeAccountRoutes(scope, deps);
      openHolderRoute(scope, deps);
      renameHolderRoute(scope, deps);
      checklistRoute(scope, deps);
      memberRoutes(scope, deps);
      joinRoute(scope, deps);
      brandingRoutes(scope, deps);
      auditLogRoutes(scope, deps);
      for (const register of shopRoutes) register(scope, deps);
      searchRoutes(scope, deps);
      for (const register of operatorRoutes) register(scope, deps);
    },
    { prefix: consoleBasePath },
  );
}
