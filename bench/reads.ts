/**
 * What the dashboard reads, by operation of the people's API: as whom, and each way to ask that costs something of its
 * own. Every operation that reads is here or below (`console-permissions.test.ts`).
 */

/** The `Listed` accounts that `lists.ts` signs a person in for; `person`: for themselves. */
export type Reader = 'company' | 'payee' | 'shop' | 'customer' | 'service' | 'person';

export type MeasuredRead = { of: Reader; paths: readonly string[] };

const of =
  (reader: Reader) =>
  (...paths: string[]): MeasuredRead => ({ of: reader, paths });
const [ofCompany, ofPayee, ofShop, ofCustomer] = [of('company'), of('payee'), of('shop'), of('customer')];
const [ofService, ofPerson] = [of('service'), of('person')];

const sorts = (path: string): string[] => ['newest', 'oldest', 'largest', 'smallest'].map((by) => `${path}&sort=${by}`);

/** Names in braces stand for what `lists.ts` finds in the database. */
export const measuredReads: Readonly<Record<string, MeasuredRead>> = {
  getSession: ofPerson('/session'),
  listSessions: ofPerson('/sessions'),
  listMailSwitches: ofPerson('/profile/mails'),
  getErasure: ofPerson('/profile/erasure'),
  listReceivedInvitations: ofPerson('/received-invitations'),

  consoleGetCompanyHome: ofCompany('/home/company'),
  consoleGetCompanyActivity: ofCompany('/home/company/activity'),
  consoleListOrders: ofCompany(
    ...sorts('/orders?limit=50'),
    ...['unsettled', 'awaiting_funds', 'on_hold', 'settled', 'void'].map(
      (state) => `/orders?limit=50&settlement_status=${state}`,
    ),
    ...sorts('/orders?limit=50&settlement_status=on_hold').slice(1),
    ...sorts('/orders?limit=50&settlement_status=settled').slice(1),
    '/orders?limit=50&settlement_status=unsettled&sort=largest',
    '/orders?limit=50&payment_status=refunded',
    '/orders?limit=50&payment_status=pending&sort=largest',
    '/orders?limit=50&is_shadow=true',
    '/orders?limit=50&is_shadow=true&sort=largest',
    '/orders?limit=50&broken_splits=true',
    '/orders?limit=50&broken_splits=true&sort=largest',
    '/orders?limit=50&search=order-77',
    '/orders?limit=50&search=77&sort=largest',
    '/orders?limit=50&search=order-&sort=largest',
    '/orders?limit=50&search=trattoria%207',
    '/orders?limit=50&search=nowhere',
    '/orders?limit=50&search=nowhere&sort=largest',
  ),
  consoleGetOrder: ofCompany('/orders/{order}'),
  consoleListOrderTransfers: ofCompany('/orders/{order}/transfers'),
  consoleGetOrderTrace: ofCompany('/orders/{order}/trace'),
  consoleListWallets: ofCompany('/wallets'),
  consoleListTopUps: ofCompany('/top-ups'),
  consoleListTopUpCurrencies: ofCompany('/top-up-currencies'),
  consoleListDebts: ofCompany('/debts'),
  consoleListHeldCash: ofCompany('/cash'),
  consoleListCashHandovers: ofCompany('/cash/handovers'),
  consoleGetCashSettings: ofCompany('/cash/settings'),
  consoleListDebtSettlements: ofCompany('/debts/settlements'),
  consoleListWriteOffDecisions: ofCompany('/debts/write-offs/decisions'),
  consoleListWriteOffLimits: ofCompany('/write-off-limits'),
  consoleListMovements: ofCompany(
    '/wallets/movements?account=clearing&currency={currency}',
    '/wallets/movements?account=earnings:{link}&currency={currency}',
  ),
  consoleListSettlements: ofCompany('/settlements'),
  consoleGetSettlement: ofCompany('/settlements/{settlement}'),
  consoleGetSettlementSchedule: ofCompany('/settlement-schedule'),
  consoleGetStatement: ofCompany(
    '/statements/{month}?beneficiary_ref={link}',
    '/statements/{month}?beneficiary_ref=partner',
  ),
  consoleListShadowBalances: ofCompany('/shadow?limit=100'),
  consoleGetRestaurant: ofCompany('/shadow/{restaurant}'),
  consoleListPayouts: ofCompany('/payouts', '/payouts?status=requested'),
  consoleGetPayout: ofCompany('/payouts/{payout}'),
  consoleGetPayoutOptions: ofCompany('/payout-options'),
  consoleListPayoutSchedules: ofCompany('/payout-schedules'),
  consoleListBankAccounts: ofCompany('/bank-accounts'),
  consoleListBeneficiaries: ofCompany('/beneficiaries'),
  consoleListLinks: ofCompany('/links?limit=50', '/links?limit=50&search=restaurant'),
  consoleListInvitations: ofCompany('/invitations', '/invitations?status=declined'),
  consoleGetInvitation: ofCompany('/invitations/{invitation}'),
  consoleListKeys: ofCompany('/keys'),
  consoleListEvents: ofCompany(
    '/events?limit=50',
    '/events?limit=50&type=order.settled',
    '/events?limit=50&type=settlement.completed',
    '/events?limit=50&type=order.cancelled',
  ),
  consoleListFailedRequests: ofCompany(
    '/requests?limit=50',
    '/requests?limit=50&status=5xx',
    '/requests?limit=50&path=nowhere',
  ),
  consoleGetRequest: ofCompany('/requests/{request}'),
  consoleGetTestClock: ofCompany('/test/clock'),
  consoleSearch: ofCompany('/search?text=order-7', '/search?text=trattoria', '/search?text=nowhere', '/search?text=77'),
  consoleListAuditLog: ofCompany(
    '/audit-log',
    '/audit-log?search=order-777',
    '/audit-log?search=nowhere',
    '/audit-log?action=keys.rotate',
  ),
  consoleListMembers: ofCompany('/members'),
  consoleGetAdmission: ofCompany('/approval-requests'),
  consoleGetBusiness: ofCompany('/business'),
  consoleGetBranding: ofCompany('/branding'),
  consoleGetPaymentFees: ofCompany('/payment-fees'),
  consoleGetClosing: ofCompany('/account-closing'),
  consoleGetChecklist: ofCompany('/home/checklist'),

  consoleListCompanyLinks: ofPayee('/company-links'),
  consoleGetEarnings: ofPayee('/earnings'),
  consoleListOwnHeldCash: ofPayee('/earnings/cash'),
  consoleListOwnCashHandovers: ofPayee('/earnings/cash/handovers'),
  consoleListUpcomingEarnings: ofPayee('/earnings/upcoming', '/earnings/upcoming?beneficiary_ref={link}'),
  consoleListEarningsMovements: ofPayee('/earnings/movements'),
  consoleGetEarningsStatement: ofPayee('/earnings/statements/{month}?beneficiary_ref={link}'),

  consoleGetShopHome: ofShop('/home/shop'),
  consoleGetShopActivity: ofShop('/home/shop/activity'),
  consoleListPayments: ofShop(
    ...sorts('/payments?limit=50'),
    ...['created', 'succeeded', 'partially_refunded', 'refunded'].map((state) => `/payments?limit=50&status=${state}`),
    '/payments?limit=50&status=refunded&sort=largest',
    ...['disputed', 'refund_pending', 'refund_failed'].map((needs) => `/payments?limit=50&attention=${needs}`),
    '/payments?limit=50&search=customer%207',
    '/payments?limit=50&search=customer4711@example.com&sort=largest',
    '/payments?limit=50&search=12.50',
    '/payments?limit=50&search=nowhere',
    '/payments?limit=50&search=nowhere&sort=largest',
    '/payments?limit=50&search=nowhere&status=succeeded',
    '/payments?limit=50&from={yesterday}',
  ),
  consoleGetPaymentInFull: ofShop('/payments/{payment}'),

  consoleGetWallet: ofCustomer('/wallet'),
  consoleListWalletMovements: ofCustomer('/wallet/movements'),
  consoleListWalletPayments: ofCustomer('/wallet/payments'),
  consoleGetWalletReceipt: ofCustomer('/wallet/payments/{receipt}'),
  consoleListTestCards: ofCustomer('/wallet/test-cards'),

  operatorGetInbox: ofService('/operator/inbox'),
  operatorListPayouts: ofService(
    '/operator/payouts',
    '/operator/payouts?status=requested&sort=oldest',
    '/operator/payouts?search=listed',
    '/operator/payouts?search=nowhere',
  ),
  operatorGetPayout: ofService('/operator/payouts/{payout}'),
  operatorListPayoutFiles: ofService('/operator/payout-files'),
  operatorListTopUps: ofService('/operator/top-ups', '/operator/top-ups?search=nowhere'),
  operatorListTransfers: ofService('/operator/transfers', '/operator/transfers?status=returned'),
  operatorListRecipients: ofService(
    '/operator/recipients?currency=USD&text=account%2077',
    '/operator/recipients?currency=USD&text=nowhere',
  ),
  operatorListBankRefunds: ofService('/operator/bank-refunds'),
  operatorListTransferOffers: ofService('/operator/transfer-offers'),
  operatorListBankDetails: ofService('/operator/bank-details'),
  operatorListStatementMonths: ofService('/operator/statement-months?source=bank'),
  operatorListStatements: ofService('/operator/statements?source=bank'),
  operatorListStatementFiles: ofService('/operator/statement-files?source=bank'),
  operatorListPaymentProviders: ofService('/operator/payment-providers'),
  operatorListStatementSources: ofService('/operator/statement-sources'),
  operatorListStatementProfiles: ofService('/operator/statement-profiles?source=bank'),
  operatorListStatementLines: ofService(
    '/operator/statement-lines?source=bank',
    '/operator/statement-lines?source=bank&status=matched',
    '/operator/statement-lines?source=bank&search=nowhere',
  ),
  operatorListBookingRules: ofService('/operator/booking-rules?source=bank'),
  operatorSuggestBookingRules: ofService('/operator/booking-rules/suggestions?source=bank'),
  operatorListOpenTransfers: ofService(
    '/operator/open-transfers?source=bank',
    '/operator/open-transfers?source=card&search=nowhere',
  ),
  operatorGetReconciliation: ofService('/operator/reconciliation?source=bank', '/operator/reconciliation?source=card'),
  operatorListAcquirerPayouts: ofService('/operator/acquirer-payouts'),
  operatorListDisputes: ofService('/operator/disputes', '/operator/disputes?search=nowhere'),
  operatorListLateCaptures: ofService('/operator/late-captures'),
  operatorListPayoutRules: ofService('/operator/payout-rules'),
  operatorListPaymentFees: ofService('/operator/payment-fees'),
  operatorGetFourEyes: ofService('/operator/four-eyes'),
  operatorListDebtSettlements: ofService('/operator/debt-settlements'),
  operatorListWriteOffLimits: ofService('/operator/write-off-limits'),
  operatorListSecondFactorResets: ofService('/operator/second-factor-resets'),
  operatorListHolders: ofService(
    '/operator/holders?limit=50',
    '/operator/holders?limit=50&status=pending&kind=company',
    '/operator/holders?limit=50&search=account%2077',
    '/operator/holders?limit=50&search=nowhere',
  ),
  operatorGetHolder: ofService('/operator/holders/{company}'),
  operatorListPayoutSchedules: ofService('/operator/holders/{company}/payout-schedules'),
  operatorListMembers: ofService('/operator/members'),
  operatorSearch: ofService('/operator/search?text=account', '/operator/search?text=nowhere'),
  operatorGetBooks: ofService('/operator/books'),
  operatorGetHealth: ofService('/operator/health'),
  operatorListAuditLog: ofService(
    '/operator/audit-log',
    '/operator/audit-log?holder_id={company}',
    '/operator/audit-log?action=payouts.request',
    '/operator/audit-log?action=keys.rotate',
    '/operator/audit-log?search=order-777',
    '/operator/audit-log?search=nowhere',
  ),
};

const document = 'A document of everything there is: it is as long as that takes to write.';

const one = 'One row by its id.';

/** What is not measured, and why. */
export const unmeasuredReads: Readonly<Record<string, string>> = {
  consoleGetTopUp: one,
  consoleGetWebhookEndpoint: one,
  consoleGetWebhookDelivery: one,
  consoleListWebhookEndpoints: 'answers 21 rows at most',
  consoleListWebhookDeliveries: 'reads a page of one endpoint by its primary key',
  operatorGetDispute: one,
  operatorListLineSuggestions: one,
  operatorGetPayoutFile: one,
  operatorGetStatementFile: one,
  operatorListPayoutFilePayouts: 'reads a page of one file by its primary key',
  consoleGetOrdersCsv: document,
  consoleGetShadowBalancesCsv: document,
  consoleGetSettlementStatementCsv: document,
  consoleGetSettlementStatementPage: document,
  consoleGetStatementCsv: document,
  consoleGetStatementPage: document,
  consoleGetEarningsStatementCsv: document,
  consoleGetEarningsStatementPage: document,
  consoleGetAuditLogCsv: document,
  consoleGetPaymentsCsv: document,
  operatorGetReconciliationCsv: document,
  operatorGetAuditLogCsv: document,
  operatorExportPayouts: document,
  operatorGetPayoutFileXml: document,
  operatorGetPayoutFileCsv: document,
};
