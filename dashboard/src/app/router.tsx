/** Every address of the dashboard. Screens are loaded when they are first opened. */
import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  notFound,
  Outlet,
  redirect,
} from '@tanstack/react-router';
import type { Mode } from '../api/client.ts';
import { NotFound, NotFoundPage } from '../ui/not-found.tsx';
import { ProblemPage } from '../ui/problem-page.tsx';
import { auditSearch } from './audit-search.ts';
import { isRenderedPage, safeNext } from './next.ts';
import { Remedies } from './remedies.tsx';
import { sessionQuery } from './session.ts';
import { Shell } from './shell.tsx';
import { startOf } from './start.ts';

type Context = { queries: QueryClient };

const root = createRootRouteWithContext<Context>()({
  component: () => (
    <>
      <Outlet />
      <Remedies />
    </>
  ),
  notFoundComponent: NotFoundPage,
  errorComponent: ProblemPage,
});

/** What a screen of a list may be asked to show. Each list knows its own filters; unknown values are dropped there. */
export type ListSearch = {
  search?: string;
  sort?: string;
  cursor?: string;
  status?: string;
  payment?: string;
  kind?: string;
  account?: string;
  currency?: string;
};

const texts = (search: Record<string, unknown>, names: readonly (keyof ListSearch)[]): ListSearch =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name];
      return typeof value === 'string' || typeof value === 'number' ? [[name, String(value)]] : [];
    }),
  );

const listSearch = (search: Record<string, unknown>): ListSearch =>
  texts(search, ['search', 'sort', 'cursor', 'status', 'payment', 'kind']);

/** `next` is opened after signing in, `done` is what led here. */
type EntranceSearch = { next?: string | undefined; done?: 'password' | 'lifted' | undefined };

/** Both keys are always set: the router keeps what was given for those that are missing. */
const entranceSearch = ({ next, done }: Record<string, unknown>): EntranceSearch => ({
  next: safeNext(next, location.origin),
  done: done === 'password' || done === 'lifted' ? done : undefined,
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: async ({ context }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    const book = session === null ? undefined : startOf(session);
    if (book !== undefined) throw redirect({ to: '/h/$holderId/$mode', params: book });
  },
  component: lazyRouteComponent(() => import('../screens/start/start.tsx'), 'Start'),
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  validateSearch: entranceSearch,
  beforeLoad: async ({ context, search }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    if (session !== null)
      throw redirect({ href: search.next ?? '/', reloadDocument: isRenderedPage(search.next ?? '/') });
  },
  component: lazyRouteComponent(() => import('../screens/session/sign-in.tsx'), 'SignIn'),
});

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  validateSearch: entranceSearch,
  component: lazyRouteComponent(() => import('../screens/session/sign-up.tsx'), 'SignUp'),
});

const requestMail = () => import('../screens/session/request-mail.tsx');

const resendConfirmation = createRoute({
  getParentRoute: () => root,
  path: '/sign-up/resend',
  component: lazyRouteComponent(requestMail, 'ResendConfirmation'),
});

const confirm = createRoute({
  getParentRoute: () => root,
  path: '/confirm/$token',
  component: lazyRouteComponent(() => import('../screens/session/confirm.tsx'), 'Confirm'),
});

const forgottenPassword = createRoute({
  getParentRoute: () => root,
  path: '/forgotten-password',
  component: lazyRouteComponent(requestMail, 'ForgottenPassword'),
});

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/reset-password/$token',
  component: lazyRouteComponent(() => import('../screens/session/reset-password.tsx'), 'ResetPassword'),
});

const lockedOut = createRoute({
  getParentRoute: () => root,
  path: '/locked-out',
  component: lazyRouteComponent(requestMail, 'LockedOut'),
});

const liftLimit = createRoute({
  getParentRoute: () => root,
  path: '/lift-limit/$token',
  component: lazyRouteComponent(() => import('../screens/session/lift-limit.tsx'), 'LiftLimit'),
});

/** Screens of a person who is signed in. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  notFoundComponent: NotFoundPage,
  beforeLoad: async ({ context, location }) => {
    const session = await context.queries.ensureQueryData(sessionQuery);
    if (session === null) throw redirect({ to: '/sign-in', search: { next: location.href } });
    return { session };
  },
});

const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  component: lazyRouteComponent(() => import('../screens/profile/profile.tsx'), 'Profile'),
});

/** Screens of one book: a holder in one mode. */
export const book = createRoute({
  getParentRoute: () => signedIn,
  path: '/h/$holderId/$mode',
  params: {
    parse: ({ holderId, mode }) => ({ holderId: Number(holderId), mode: mode as Mode }),
    stringify: ({ holderId, mode }) => ({ holderId: String(holderId), mode }),
  },
  beforeLoad: ({ params, context }) => {
    const holder = context.session.holders.find((one) => one.holder_id === params.holderId);
    if (holder === undefined || (params.mode !== 'test' && params.mode !== 'live')) throw notFound();
    return { holder };
  },
  component: Shell,
});

const home = createRoute({
  getParentRoute: () => book,
  path: '/',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../screens/home/home.tsx'), 'Home'),
});

const orders = createRoute({
  getParentRoute: () => book,
  path: '/orders',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../screens/orders/orders.tsx'), 'Orders'),
});

const order = createRoute({
  getParentRoute: () => book,
  path: '/orders/$ref',
  component: lazyRouteComponent(() => import('../screens/orders/order.tsx'), 'OrderTrace'),
});

const entrances = [
  signIn,
  signUp,
  resendConfirmation,
  confirm,
  forgottenPassword,
  resetPassword,
  lockedOut,
  liftLimit,
] as const;

const keys = createRoute({
  getParentRoute: () => book,
  path: '/developers/keys',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../screens/developers/keys.tsx'), 'Keys'),
});

const links = createRoute({
  getParentRoute: () => book,
  path: '/links',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../screens/links/links.tsx'), 'Links'),
});

const invitations = createRoute({
  getParentRoute: () => book,
  path: '/links/invitations',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../screens/links/invitations.tsx'), 'Invitations'),
});

const wallets = createRoute({
  getParentRoute: () => book,
  path: '/wallets',
  validateSearch: (search) => texts(search, ['account', 'currency', 'cursor']),
  component: lazyRouteComponent(() => import('../screens/wallets/wallets.tsx'), 'Wallets'),
});

const earnings = createRoute({
  getParentRoute: () => book,
  path: '/earnings',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../screens/earnings/earnings.tsx'), 'Earnings'),
});

const payouts = createRoute({
  getParentRoute: () => book,
  path: '/payouts',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../screens/payouts/payouts.tsx'), 'Payouts'),
});

const newPayout = createRoute({
  getParentRoute: () => book,
  path: '/payouts/new',
  validateSearch: ({ currency }: Record<string, unknown>): { currency?: string } =>
    typeof currency === 'string' ? { currency } : {},
  component: lazyRouteComponent(() => import('../screens/payouts/new-payout.tsx'), 'NewPayout'),
});

const bankAccounts = createRoute({
  getParentRoute: () => book,
  path: '/payouts/bank-accounts',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../screens/payouts/bank-accounts.tsx'), 'BankAccounts'),
});

const topUp = createRoute({
  getParentRoute: () => book,
  path: '/top-up',
  component: lazyRouteComponent(() => import('../screens/wallet/top-up.tsx'), 'TopUp'),
});

const settlements = createRoute({
  getParentRoute: () => book,
  path: '/settlements',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../screens/settlements/settlements.tsx'), 'Settlements'),
});

const settlementPreview = createRoute({
  getParentRoute: () => book,
  path: '/settlements/preview',
  component: lazyRouteComponent(() => import('../screens/settlements/preview.tsx'), 'SettlementPreview'),
});

const settlementSchedule = createRoute({
  getParentRoute: () => book,
  path: '/settlements/schedule',
  component: lazyRouteComponent(() => import('../screens/settlements/schedule.tsx'), 'SettlementSchedule'),
});

const statements = createRoute({
  getParentRoute: () => book,
  path: '/settlements/statements',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../screens/settlements/statements.tsx'), 'Statements'),
});

const settlement = createRoute({
  getParentRoute: () => book,
  path: '/settlements/$id',
  component: lazyRouteComponent(() => import('../screens/settlements/settlement.tsx'), 'Settlement'),
});

const shadow = createRoute({
  getParentRoute: () => book,
  path: '/shadow',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../screens/shadow/shadow.tsx'), 'Shadow'),
});

const restaurant = createRoute({
  getParentRoute: () => book,
  path: '/shadow/$ref',
  component: lazyRouteComponent(() => import('../screens/shadow/restaurant.tsx'), 'Restaurant'),
});

const events = createRoute({
  getParentRoute: () => book,
  path: '/developers/events',
  validateSearch: listSearch,
  component: lazyRouteComponent(() => import('../screens/developers/events.tsx'), 'Events'),
});

const testClock = createRoute({
  getParentRoute: () => book,
  path: '/developers/test-clock',
  component: lazyRouteComponent(() => import('../screens/developers/test-clock.tsx'), 'TestClock'),
});

/** Screens of the operator alone. */
const operator = createRoute({
  getParentRoute: () => book,
  path: '/operator',
  beforeLoad: ({ context }) => {
    if (context.holder.kind !== 'service') throw notFound();
  },
  component: Outlet,
});

const operatorScreens = [
  createRoute({
    getParentRoute: () => operator,
    path: '/payouts',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../screens/operator/payouts.tsx'), 'Payouts'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/payouts/$id',
    component: lazyRouteComponent(() => import('../screens/operator/payout.tsx'), 'Payout'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/top-ups',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../screens/operator/top-ups.tsx'), 'TopUps'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/late-captures',
    component: lazyRouteComponent(() => import('../screens/operator/late-captures.tsx'), 'LateCaptures'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/accounts',
    validateSearch: listSearch,
    component: lazyRouteComponent(() => import('../screens/operator/holders.tsx'), 'Holders'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/accounts/$id',
    component: lazyRouteComponent(() => import('../screens/operator/holder.tsx'), 'Holder'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/books',
    component: lazyRouteComponent(() => import('../screens/operator/books.tsx'), 'Books'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/health',
    component: lazyRouteComponent(() => import('../screens/operator/health.tsx'), 'Health'),
  }),
  createRoute({
    getParentRoute: () => operator,
    path: '/audit',
    validateSearch: auditSearch,
    component: lazyRouteComponent(() => import('../screens/audit/audit-log.tsx'), 'AuditLog'),
  }),
] as const;

const ownAudit = createRoute({
  getParentRoute: () => book,
  path: '/settings/audit',
  validateSearch: auditSearch,
  component: lazyRouteComponent(() => import('../screens/audit/audit-log.tsx'), 'AuditLog'),
});

/** The screens of a book. */
const screens = [
  home,
  orders,
  order,
  settlements,
  settlementPreview,
  settlementSchedule,
  statements,
  settlement,
  shadow,
  restaurant,
  wallets,
  earnings,
  payouts,
  newPayout,
  bankAccounts,
  topUp,
  links,
  invitations,
  keys,
  events,
  testClock,
  ownAudit,
  operator.addChildren(operatorScreens),
] as const;

const tree = root.addChildren([start, ...entrances, signedIn.addChildren([profile, book.addChildren(screens)])]);

export const createAppRouter = (queries: QueryClient) =>
  createRouter({
    routeTree: tree,
    context: { queries },
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: true,
    defaultErrorComponent: ProblemPage,
    defaultNotFoundComponent: NotFound,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
