/** All endpoints of the console's API. Writes require our own origin; all but a visitor's require a session. */
import type { FastifyInstance } from 'fastify';
import { requireDeclaredAnswers } from '../../core/http/answers.ts';
import { limitBodies, requireBody, strangerBytesMax } from '../../core/http/content-types.ts';
import type { UnsubscribeLinks } from '../../core/mail/unsubscribe-links.ts';
import { declarePages } from '../../core/pages/page-answers.ts';
import type { Wording } from '../../core/wording/follow-wording.ts';
import type { FeeLookup } from '../../features/payments/fees/fee-lookup.ts';
import type { SingleSignOnDeps } from '../../features/single-sign-on/single-sign-on-deps.ts';
import { bankAccountsRoute } from '../company/bank-accounts.ts';
import { type CompanyDeps, companyRoutes } from '../company/index.ts';
import { payoutScheduleRoutes } from '../company/payout-schedules.ts';
import { payoutRoutes } from '../company/payouts.ts';
import { type WebhookRouteDeps, webhookRoutes } from '../company/webhook-endpoints.ts';
import type { LeavingRouteDeps } from '../shared/closing-deps.ts';
import type { EventsDeps } from '../shared/event-page.ts';
import { holderRequests } from '../shared/payout-requests.ts';
import { closeAccountRoutes } from './account-closing.ts';
import { renameHolderRoute } from './account-name.ts';
import { visitorCommonStatuses } from './answers.ts';
import { appSchemeRoutes } from './app-schemes.ts';
import { approvalRequestRoutes } from './approval-requests.ts';
import { consoleAudience } from './audience.ts';
import { auditLogRoutes } from './audit-log.ts';
import { catchUpWithTestClocks, requireSameOrigin } from './authenticate.ts';
import { type ChangeBankAccountDeps, changeBankAccountsRoutes } from './bank-accounts.ts';
import { brandingRoutes } from './branding.ts';
import { businessRoutes } from './business.ts';
import { companyLinksRoutes } from './company-links.ts';
import { customerRoutes } from './customers.ts';
import { holderDebtRoutes } from './debts.ts';
import { disputeRoutes } from './disputes.ts';
import { earningsRoutes } from './earnings.ts';
import { earningsCashRoutes } from './earnings-cash.ts';
import { payeeStatementRoutes } from './earnings-statements.ts';
import { consoleEventsRoute } from './events.ts';
import { holderExceptionRoutes } from './exceptions.ts';
import { exploreRoutes } from './explore.ts';
import { holderAudience } from './holder-audience.ts';
import { openHolderRoute } from './holders.ts';
import { checklistRoute } from './home-checklist.ts';
import { companyHomeRoutes } from './home-company.ts';
import { shopHomeRoutes } from './home-shop.ts';
import { consoleBasePath } from './interface.ts';
import { invitationLinkRoute } from './invitations-link.ts';
import { type KeyRouteDeps, keyRoutes } from './keys.ts';
import { limitLiftRoutes } from './limit-lifts.ts';
import { consoleLinksRoute } from './links.ts';
import { payeeRoutes } from './links-payee.ts';
import { mailedLinkRoute } from './mailed-links.ts';
import { joinRoute, joinViewRoute } from './member-invitations.ts';
import { memberRoutes } from './members.ts';
import { holderNoteRoutes } from './notes.ts';
import { openedInvitationRoute } from './opened-invitations.ts';
import { consoleOrdersRoute } from './orders.ts';
import { orderTraceRoutes } from './orders-trace.ts';
import { passkeyRoutes } from './passkeys.ts';
import { passwordResetRoutes } from './password-resets.ts';
import { paymentFeesRoute } from './payment-fees.ts';
import { type PaymentLinkDeps, paymentLinkRoute } from './payment-links.ts';
import { cancelPaymentRoute, capturePaymentRoute, refundPaymentOfShopRoute, shopPaymentRoutes } from './payments.ts';
import { paymentActivityRoute } from './payments-activity.ts';
import { payoutOptionsRoute } from './payout-options.ts';
import { payoutsCsvRoute } from './payouts.ts';
import { profileRoutes } from './profile.ts';
import { erasureRoutes } from './profile-erasure.ts';
import { mailSwitchRoutes } from './profile-mails.ts';
import { receivedInvitationsRoutes } from './received-invitations.ts';
import { requestRoutes } from './requests.ts';
import { savedViewRoutes } from './saved-views.ts';
import { inPeoplesScope } from './scope.ts';
import { searchRoutes } from './search.ts';
import { secondFactorRoutes } from './second-factor.ts';
import { freshRoute, type SessionRouteDeps, sessionRoutes, signInRoutes } from './session.ts';
import { freshPasskeyRoute, passkeySignInRoutes } from './session-passkey.ts';
import { confirmAtProviderRoute, providerCallbackRoute, providerSignInRoutes } from './session-provider.ts';
import { sessionListRoutes } from './sessions.ts';
import { settlementsCsvRoute } from './settlements.ts';
import { signUpRoutes } from './sign-ups.ts';
import { singleSignOnRoutes } from './single-sign-on.ts';
import { statementDayRoutes } from './statements-days.ts';
import { testCityRoutes } from './test-city.ts';
import { topUpCurrenciesRoute } from './top-up-currencies.ts';
import { holderTopUpRoutes } from './top-ups.ts';
import { totalsRoutes } from './totals.ts';
import { traceRoutes } from './traces.ts';
import { type TryRouteDeps, tryRoute } from './try.ts';
import { unsubscribeRoutes } from './unsubscriptions.ts';
import { consoleWalletRoutes } from './wallet.ts';
import { consoleTopUpRoutes } from './wallet-top-ups.ts';
import { movementsRoute } from './wallets-movements.ts';
import { writeOffLimitRoutes } from './write-off-limits.ts';

type ConsoleDeps = SessionRouteDeps &
  CompanyDeps &
  KeyRouteDeps &
  WebhookRouteDeps &
  PaymentLinkDeps &
  TryRouteDeps &
  EventsDeps &
  ChangeBankAccountDeps &
  SingleSignOnDeps &
  LeavingRouteDeps & { publicUrl: string; unsubscribeLinks: UnsubscribeLinks; fees: FeeLookup; wording: Wording };

/** Need no session. Everything else belongs into the scope below. */
const visitorRoutes = [
  signInRoutes,
  passkeySignInRoutes,
  providerSignInRoutes,
  signUpRoutes,
  passwordResetRoutes,
  limitLiftRoutes,
  mailedLinkRoute,
  joinViewRoute,
  openedInvitationRoute,
  unsubscribeRoutes,
];

/** A person's own, whoever they act for. */
const ownAccountRoutes = [
  sessionRoutes,
  freshRoute,
  freshPasskeyRoute,
  confirmAtProviderRoute,
  profileRoutes,
  sessionListRoutes,
  secondFactorRoutes,
  passkeyRoutes,
];

/** For members of a merchant that takes payments. */
const shopRoutes = [
  shopHomeRoutes,
  shopPaymentRoutes,
  customerRoutes,
  paymentActivityRoute,
  refundPaymentOfShopRoute,
  capturePaymentRoute,
  cancelPaymentRoute,
  paymentLinkRoute,
];

export async function registerConsole(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
  await registerVisitors(app, deps);
  await inPeoplesScope(app, deps, (scope) => {
    for (const register of ownAccountRoutes) register(scope, deps);
    consoleOrdersRoute(scope, deps);
    totalsRoutes(scope, deps);
    orderTraceRoutes(scope, deps);
    movementsRoute(scope, deps);
    companyHomeRoutes(scope, deps);
    keyRoutes(scope, deps);
    appSchemeRoutes(scope, deps);
    tryRoute(scope, deps);
    requestRoutes(scope, deps);
    consoleLinksRoute(scope, deps);
    payeeRoutes(scope, deps);
    invitationLinkRoute(scope, deps);
    receivedInvitationsRoutes(scope, deps);
    companyLinksRoutes(scope, deps);
    consoleEventsRoute(scope, deps);
    webhookRoutes(scope, holderAudience, deps);
    companyRoutes(scope, consoleAudience, deps);
    payoutRoutes(scope, holderAudience, deps, holderRequests);
    payoutsCsvRoute(scope, deps);
    settlementsCsvRoute(scope, deps);
    statementDayRoutes(scope, deps);
    payoutScheduleRoutes(scope, holderAudience, deps);
    payoutOptionsRoute(scope, deps);
    bankAccountsRoute(scope, holderAudience, deps);
    changeBankAccountsRoutes(scope, deps);
    paymentFeesRoute(scope, deps);
    earningsRoutes(scope, deps);
    earningsCashRoutes(scope, deps);
    payeeStatementRoutes(scope, deps);
    consoleWalletRoutes(scope, deps);
    consoleTopUpRoutes(scope, deps);
    topUpCurrenciesRoute(scope, deps);
    holderTopUpRoutes(scope, deps);
    holderDebtRoutes(scope, deps);
    writeOffLimitRoutes(scope, deps);
    approvalRequestRoutes(scope, deps);
    businessRoutes(scope, deps);
    mailSwitchRoutes(scope, deps);
    erasureRoutes(scope, deps);
    closeAccountRoutes(scope, deps);
    openHolderRoute(scope, deps);
    renameHolderRoute(scope, deps);
    checklistRoute(scope, deps);
    memberRoutes(scope, deps);
    singleSignOnRoutes(scope, deps);
    joinRoute(scope, deps);
    brandingRoutes(scope, deps);
    auditLogRoutes(scope, deps);
    disputeRoutes(scope, deps);
    holderExceptionRoutes(scope, deps);
    holderNoteRoutes(scope, deps);
    for (const register of shopRoutes) register(scope, deps);
    searchRoutes(scope, deps);
    traceRoutes(scope, deps);
    savedViewRoutes(scope, deps);
    exploreRoutes(scope, deps);
    testCityRoutes(scope, deps);
  });
}

async function registerVisitors(app: FastifyInstance, deps: ConsoleDeps): Promise<void> {
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
      declarePages(scope);
      providerCallbackRoute(scope, deps);
    },
    { prefix: consoleBasePath },
  );
}
