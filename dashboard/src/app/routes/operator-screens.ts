/** Screens of the operator alone. */
import { createRoute, lazyRouteComponent, Outlet, redirect } from '@tanstack/react-router';
import { book } from './base.tsx';
import { listSearch } from './list-search.ts';

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
    path: '/payouts',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../../screens/operator/payouts.tsx'), 'Payouts'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/payouts/$id',
    component: lazyRouteComponent(() => import('../../screens/operator/payout.tsx'), 'Payout'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/top-ups',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../../screens/operator/top-ups.tsx'), 'TopUps'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/transfers',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../../screens/operator/transfers.tsx'), 'IncomingTransfers'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/bank-details',
    component: lazyRouteComponent(() => import('../../screens/operator/bank-details.tsx'), 'BankDetails'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/late-captures',
    component: lazyRouteComponent(() => import('../../screens/operator/late-captures.tsx'), 'LateCaptures'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/reconciliation',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../../screens/reconciliation/lines.tsx'), 'Lines'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/reconciliation/import',
    component: lazyRouteComponent(() => import('../../screens/reconciliation/import-statement.tsx'), 'ImportStatement'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/reconciliation/statements',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../../screens/reconciliation/statements.tsx'), 'Statements'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/reconciliation/acquirer-payouts',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../../screens/reconciliation/acquirer-payouts.tsx'), 'AcquirerPayouts'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/reconciliation/report',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../../screens/reconciliation/report.tsx'), 'Report'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/disputes',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../../screens/disputes/disputes.tsx'), 'Disputes'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/disputes/$id',
    component: lazyRouteComponent(() => import('../../screens/disputes/dispute.tsx'), 'Dispute'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/accounts',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../../screens/operator/holders.tsx'), 'Holders'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/accounts/$id',
    component: lazyRouteComponent(() => import('../../screens/operator/holder.tsx'), 'Holder'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/limits',
    component: lazyRouteComponent(() => import('../../screens/limits/limits.tsx'), 'Limits'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/books',
    component: lazyRouteComponent(() => import('../../screens/operator/books.tsx'), 'Books'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/health',
    component: lazyRouteComponent(() => import('../../screens/operator/health.tsx'), 'Health'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/second-factors',
    component: lazyRouteComponent(() => import('../../screens/operator/second-factors.tsx'), 'SecondFactors'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/members',
    component: lazyRouteComponent(() => import('../../screens/settings/members.tsx'), 'Members'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/audit',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../../screens/audit/audit-log.tsx'), 'AuditLog'),
  }),
] as const;

export const operatorScreens = operator.addChildren(screens);
