/** Screens of the operator alone. */
import { createRoute, Outlet, redirect } from '@tanstack/react-router';
import { listSearch } from '../app/list-search.ts';
import { book } from './base.tsx';
import { lazyScreen } from './lazy-screen.ts';

const operator = createRoute({
  getParentRoute: () => book,
  path: '/operator',
  // Other kinds of accounts get none of them: the frame says so in their place.
  component: Outlet,
});

const screens = [
  createRoute({
    getParentRoute: () => operator,
    path: '/',
    // The inbox is the home of the operator's book.
    beforeLoad: ({ params }) => {
      throw redirect({ to: '/h/$holderId/$mode', params, replace: true });
    },
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/explore',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/explore/operator-explore.tsx'), 'OperatorExplore'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/payouts',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/operator/payouts.tsx'), 'Payouts'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/payouts/$id',
    staticData: { above: 'place' },
    component: lazyScreen(() => import('../screens/operator/payout.tsx'), 'Payout'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/top-ups',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/operator/top-ups.tsx'), 'TopUps'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/transfers',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/operator/transfers.tsx'), 'IncomingTransfers'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/bank-details',
    component: lazyScreen(() => import('../screens/operator/bank-details.tsx'), 'BankDetails'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/payout-files',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/operator/payout-files.tsx'), 'PayoutFiles'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/late-captures',
    component: lazyScreen(() => import('../screens/operator/late-captures.tsx'), 'LateCaptures'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/reconciliation',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/reconciliation/lines.tsx'), 'Lines'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/reconciliation/import',
    staticData: { above: 'place' },
    component: lazyScreen(() => import('../screens/reconciliation/import-statement.tsx'), 'ImportStatement'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/reconciliation/statements',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/reconciliation/statements.tsx'), 'Statements'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/reconciliation/acquirer-payouts',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/reconciliation/acquirer-payouts.tsx'), 'AcquirerPayouts'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/reconciliation/rules',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/reconciliation/booking-rules.tsx'), 'BookingRules'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/reconciliation/report',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/reconciliation/report.tsx'), 'Report'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/disputes',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/disputes/disputes.tsx'), 'Disputes'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/disputes/$id',
    staticData: { above: 'place' },
    component: lazyScreen(() => import('../screens/disputes/dispute.tsx'), 'Dispute'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/accounts',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/operator/holders.tsx'), 'Holders'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/accounts/$id',
    staticData: { above: 'place' },
    component: lazyScreen(() => import('../screens/operator/holder.tsx'), 'Holder'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/margins',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/margins/margins.tsx'), 'Margins'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/limits',
    component: lazyScreen(() => import('../screens/limits/limits.tsx'), 'Limits'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/books',
    component: lazyScreen(() => import('../screens/operator/books.tsx'), 'Books'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/health',
    component: lazyScreen(() => import('../screens/operator/health.tsx'), 'Health'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/second-factors',
    component: lazyScreen(() => import('../screens/operator/second-factors.tsx'), 'SecondFactors'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/wording',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/wording/wording.tsx'), 'WordingTexts'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/members',
    component: lazyScreen(() => import('../screens/settings/members.tsx'), 'Members'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/single-sign-on',
    component: lazyScreen(() => import('../screens/settings/single-sign-on.tsx'), 'SingleSignOn'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/audit',
    validateSearch: listSearch,
    component: lazyScreen(() => import('../screens/audit/audit-log.tsx'), 'AuditLog'),
  }),
] as const;

export const operatorScreens = operator.addChildren(screens);
