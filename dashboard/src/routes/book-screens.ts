/**
 * Screens of one book, for whoever may open its holder. The busiest ask for what they show in their `loader`, beside their
 * code, and not when they are there; never for a link that is only pointed at.
 */
import { createRoute } from '@tanstack/react-router';
import { askedSearch } from '../app/asked-act.ts';
import { listSearch, texts } from '../app/list-search.ts';
import { companyQuery } from '../screens/home/company-query.ts';
import { orderQueries } from '../screens/orders/order-queries.ts';
import { NotFound } from '../ui/not-found.tsx';
import { book } from './base.tsx';
import { lazyScreen } from './lazy-screen.ts';

export const bookScreens = [
  createRoute({
    getParentRoute: () => book,
    path: '/',
    validateSearch: listSearch,
    loader: ({ context: { queries, holder }, params, preload }) => {
      if (!preload && holder.kind === 'company') void queries.prefetchQuery(companyQuery(params));
    },
    component: lazyScreen(() => import('../screens/home/home.tsx'), 'Home'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/explore',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/explore/own-explore.tsx'), 'OwnExplore'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/orders',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/orders/orders.tsx'), 'Orders'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/orders/$ref',
    staticData: { above: 'place' },
    validateSearch: askedSearch,
    loader: ({ context, params, preload }) => {
      if (preload) return;
      const { order, trace, transfers } = orderQueries(params, params.ref);
      void context.queries.prefetchQuery(order);
      void context.queries.prefetchQuery(trace);
      void context.queries.prefetchQuery(transfers);
    },
    component: lazyScreen(() => import('../screens/orders/order.tsx'), 'OrderTrace'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/payments',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/payments/payments.tsx'), 'Payments'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/payments/$id',
    staticData: { above: 'place' },
    validateSearch: askedSearch,
    component: lazyScreen(() => import('../screens/payments/payment.tsx'), 'PaymentTrace'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/customers',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/customers/customers.tsx'), 'Customers'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/customers/$id',
    staticData: { above: 'place' },
    component: lazyScreen(() => import('../screens/customers/customer.tsx'), 'CustomerScreen'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/exceptions',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/desk/desk.tsx'), 'Desk'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/disputes',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/disputes/own-disputes.tsx'), 'OwnDisputes'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/disputes/$id',
    staticData: { above: 'place' },
    component: lazyScreen(() => import('../screens/disputes/own-dispute.tsx'), 'OwnDispute'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/settlements',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/settlements/settlements.tsx'), 'Settlements'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/settlements/preview',
    staticData: { above: 'place' },
    component: lazyScreen(() => import('../screens/settlements/preview.tsx'), 'SettlementPreview'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/settlements/schedule',
    component: lazyScreen(() => import('../screens/settlements/schedule.tsx'), 'SettlementSchedule'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/settlements/statements',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/settlements/statements.tsx'), 'Statements'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/settlements/$id',
    staticData: { above: 'place' },
    component: lazyScreen(() => import('../screens/settlements/settlement.tsx'), 'Settlement'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/cash',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/cash/cash.tsx'), 'Cash'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/cash/handovers',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/cash/handovers.tsx'), 'Handovers'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/shadow',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/shadow/shadow.tsx'), 'Shadow'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/shadow/$ref',
    staticData: { above: 'place' },
    component: lazyScreen(() => import('../screens/shadow/restaurant.tsx'), 'Restaurant'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/traces/$id',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/traces/trace.tsx'), 'Trace'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/wallets',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/wallets/wallets.tsx'), 'Wallets'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/earnings',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/earnings/earnings.tsx'), 'EarningsScreen'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/companies',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/companies/companies.tsx'), 'Companies'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/wallet/payments/$id',
    staticData: { above: { to: '/h/$holderId/$mode', search: { view: 'payments' }, label: 'wallet.view.payments' } },
    component: lazyScreen(() => import('../screens/wallet/receipt.tsx'), 'Receipt'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/payouts',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/payouts/payouts.tsx'), 'Payouts'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/payouts/new',
    staticData: { above: 'place' },
    validateSearch: (search) => texts(search, ['currency', 'amount']),
    component: lazyScreen(() => import('../screens/payouts/new-payout.tsx'), 'NewPayout'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/payouts/bank-accounts',
    staticData: { above: 'place' },
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/payouts/bank-accounts.tsx'), 'BankAccounts'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/top-up',
    staticData: { above: 'place' },
    validateSearch: (search) => texts(search, ['currency', 'amount']),
    component: lazyScreen(() => import('../screens/wallet/top-up.tsx'), 'TopUp'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/top-ups',
    staticData: { above: 'place' },
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/top-ups/transfers.tsx'), 'Transfers'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/top-ups/$id',
    staticData: { above: { to: '/h/$holderId/$mode/top-ups', label: 'transfers.title' } },
    component: lazyScreen(() => import('../screens/top-ups/transfer.tsx'), 'TransferScreen'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/links',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/links/links.tsx'), 'Links'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/links/invitations',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/links/invitations.tsx'), 'Invitations'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/links/$link',
    staticData: { above: 'place' },
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/payee/payee.tsx'), 'PayeeScreen'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/developers/try',
    validateSearch: (search) => texts<'operation'>(search, ['operation']),
    component: lazyScreen(() => import('../screens/developers/try.tsx'), 'TryRequests'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/developers/keys',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/developers/keys.tsx'), 'Keys'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/webhooks',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/webhooks/webhooks.tsx'), 'Webhooks'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/webhooks/$id',
    staticData: { above: 'place' },
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/webhooks/endpoint.tsx'), 'EndpointScreen'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/webhooks/$id/$eventId',
    staticData: { above: 'place' },
    component: lazyScreen(() => import('../screens/webhooks/delivery.tsx'), 'DeliveryScreen'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/developers/events',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/developers/events.tsx'), 'Events'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/developers/requests',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/requests/requests.tsx'), 'Requests'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/developers/requests/$id',
    staticData: { above: 'place' },
    component: lazyScreen(() => import('../screens/requests/request.tsx'), 'RequestScreen'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/developers/test-clock',
    component: lazyScreen(() => import('../screens/developers/test-clock.tsx'), 'TestClock'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/settings/members',
    component: lazyScreen(() => import('../screens/settings/members.tsx'), 'Members'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/settings/business',
    component: lazyScreen(() => import('../screens/settings/business.tsx'), 'Business'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/settings/account',
    component: lazyScreen(() => import('../screens/settings/account-name.tsx'), 'AccountName'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/settings/single-sign-on',
    component: lazyScreen(() => import('../screens/settings/single-sign-on.tsx'), 'SingleSignOn'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/settings/branding',
    component: lazyScreen(() => import('../screens/branding/branding.tsx'), 'Branding'),
  }),
  createRoute({
    getParentRoute: () => book,
    path: '/settings/audit',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/audit/audit-log.tsx'), 'AuditLog'),
  }),
  // An address of nothing keeps the frame, and with it the way on.
  createRoute({ getParentRoute: () => book, path: '/$', component: NotFound }),
] as const;
